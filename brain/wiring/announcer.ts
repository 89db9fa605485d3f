import type { BrainEvent, BrainEventBody } from '../../protocol/index.ts';
import { type Clock, isoLocal } from '../shared/time.ts';

/** Gives the brain's own events their place in line. Before the dispatcher is there nobody listens. */
export function createAnnouncer(epoch: string, clock: Clock) {
  let seq = 0;
  let publish: ((event: BrainEvent) => void) | undefined;
  return {
    announce(body: BrainEventBody): void {
      seq += 1;
      publish?.({ scope: 'brain', epoch, seq, at: isoLocal(clock.now()), ...body });
    },
    to(listener: (event: BrainEvent) => void): void {
      publish = listener;
    },
  };
}
