import type { ConnectomeEvent, EventOf, EventType } from '../../protocol/index.ts';

export type EventWith<T extends EventType> = ConnectomeEvent & EventOf<T>;

/** The first event of a type that fits, among those that came and those to come. */
export type FirstEvent = <T extends EventType>(
  type: T,
  fits?: (event: EventWith<T>) => boolean,
) => Promise<EventWith<T>>;

/** `watchers` are called after each event that is added to `events`. */
export function firstEventOf(
  events: readonly ConnectomeEvent[],
  watchers: Set<() => void>,
): FirstEvent {
  return (type, fits = () => true) =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = events.find(
          (event): event is EventWith<typeof type> => event.type === type && fits(event as never),
        );
        if (found === undefined) return;
        watchers.delete(look);
        resolve(found);
      };
      watchers.add(look);
      look();
    });
}
