/** What one client hears: the sessions it subscribed to, or everything live. */
import type { BrainEvent, ConnectomeEvent } from '../../protocol/index.ts';

export type PipeKind = 'ipc' | 'websocket' | 'socket';

export interface Connection {
  readonly kind: PipeKind;
  /** Sends one JSON text; the pipe frames it. */
  send(text: string): void;
}

export interface Subscriber {
  readonly kind: PipeKind;
  subscribe(sessionId: string | undefined): void;
  unsubscribe(sessionId: string | undefined): void;
  /** Sends an event to this client whatever it subscribed to (replay). */
  tell(event: ConnectomeEvent): void;
  /** Sends an event if this client wants it. */
  hear(event: ConnectomeEvent | BrainEvent): void;
}

export function createSubscriber(connection: Connection): Subscriber {
  const sessions = new Set<string>();
  let everything = false;

  function tell(event: ConnectomeEvent | BrainEvent): void {
    connection.send(JSON.stringify({ jsonrpc: '2.0', method: 'event', params: event }));
  }

  return {
    kind: connection.kind,
    subscribe(sessionId) {
      if (sessionId === undefined) everything = true;
      else sessions.add(sessionId);
    },
    unsubscribe(sessionId) {
      if (sessionId === undefined) everything = false;
      else sessions.delete(sessionId);
    },
    tell,
    hear(event) {
      const wanted =
        everything ||
        ('sessionId' in event && !('scope' in event) && sessions.has(event.sessionId));
      if (wanted) tell(event);
    },
  };
}
