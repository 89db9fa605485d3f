/** A question of the brain itself: it belongs to no turn, blocks none, and is gone when it has no point. */
import type { BrainEventBody, Decision, PendingAsk } from '../../protocol/index.ts';
import type { Approvals } from '../regions.ts';
import { newId } from '../shared/ids.ts';
import { type Clock, isoLocal } from '../shared/time.ts';

export type AskBeside = (
  question: Pick<PendingAsk, 'title' | 'detail' | 'risk' | 'cwd'> &
    Partial<Pick<PendingAsk, 'rule' | 'diff'>>,
  signal: AbortSignal,
) => Promise<Decision>;

/** Rejects with an `AbortError` when `signal` aborts; windows are told that the question is gone. */
export function createAskBeside(deps: {
  readonly approvals: () => Approvals;
  readonly announce: (body: BrainEventBody) => void;
  readonly notify: (title: string, text: string) => void;
  readonly clock: Clock;
}): AskBeside {
  return async (question, signal) => {
    const ask: PendingAsk = {
      ...question,
      toolCallId: newId('a'),
      reason: 'approval',
      at: isoLocal(deps.clock.now()),
    };
    const answering = deps.approvals().wait(ask, signal);
    const { at: _, ...body } = ask;
    deps.announce({ type: 'yield', ...body });
    deps.notify(ask.title, ask.risk);
    const resumed = (decision: Decision): void =>
      deps.announce({ type: 'resumed', toolCallId: ask.toolCallId, decision });
    try {
      const { decision } = await answering;
      resumed(decision);
      return decision;
    } catch (thrown) {
      resumed('deny');
      throw thrown;
    }
  };
}
