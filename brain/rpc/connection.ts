/**
 * What one client hears: the sessions it subscribed to, or everything live.
 *
 * A client that reads more slowly than the mind talks must not slow it and must not fill the
 * memory. While more than `LIVE_BOUND_BYTES` wait for it, events are no longer sent to it; only the
 * place in each session where that began is kept. When it has read what waited, it gets the rest
 * from the sessions themselves, streamed text folded: all that it missed, and nothing twice.
 */
import type { BrainEvent, ConnectomeEvent } from '../../protocol/index.ts';
import type { Logger } from '../shared/log.ts';
import { messageOf } from '../shared/result.ts';

export type PipeKind = 'ipc' | 'websocket' | 'socket';

/** Bytes that may wait for one client before live events are held back. */
export const LIVE_BOUND_BYTES = 8 * 1024 * 1024;

export interface Connection {
  readonly kind: PipeKind;
  /** Sends one JSON text; the pipe frames it. */
  send(text: string): void;
  /** Bytes (or characters) sent that the client has not taken yet. */
  unsentBytes(): number;
}

/** Where missed events come from: memory, or the transcript where a session has left it. */
export interface Past {
  isLoaded(sessionId: string): boolean;
  /** False when there is no such session any more. */
  load(sessionId: string): Promise<boolean>;
  /** Of a loaded session, in order, streamed text folded. */
  replay(sessionId: string, afterSeq: number): readonly ConnectomeEvent[];
}

export interface Subscriber {
  readonly kind: PipeKind;
  subscribe(sessionId: string | undefined): void;
  unsubscribe(sessionId: string | undefined): void;
  /** Sends what happened in a session after `afterSeq`, whatever this client subscribed to. */
  catchUp(sessionId: string, afterSeq: number): void;
  /** Sends an event if this client wants it; `text` is its message, made at most once for all. */
  hear(event: ConnectomeEvent | BrainEvent, text: () => string): void;
  /** The pipe has room again. */
  drained(): void;
  close(): void;
}

export function eventText(event: ConnectomeEvent | BrainEvent): string {
  return JSON.stringify({ jsonrpc: '2.0', method: 'event', params: event });
}

export function createSubscriber(
  connection: Connection,
  past: Past,
  /** Secrets of ours are replaced by marks. */
  redact: (text: string) => string,
  logger: Logger,
): Subscriber {
  const sessions = new Set<string>();
  let everything = false;
  let closed = false;
  /** What this client lacks: the last `seq` it got, by session. Empty: it hears everything live. */
  const missed = new Map<string, number>();
  /** News of the brain itself has no replay: of each kind the latest is kept. */
  const news = new Map<string, BrainEvent>();
  let loading = false;

  const isFull = (): boolean => connection.unsentBytes() > LIVE_BOUND_BYTES;

  function wants(event: ConnectomeEvent | BrainEvent): boolean {
    if (everything) return true;
    return !('scope' in event) && sessions.has(event.sessionId);
  }

  /** Sends what is missing until the pipe is full, or a session must first be read from its file. */
  function pump(): void {
    for (const [sessionId, afterSeq] of missed) {
      if (isFull() || closed) return;
      if (!past.isLoaded(sessionId)) {
        load(sessionId);
        return;
      }
      // Nothing awaits in here: no event can slip in between the replay and what comes live.
      missed.delete(sessionId);
      for (const event of past.replay(sessionId, afterSeq)) {
        if (isFull()) {
          missed.set(sessionId, event.seq - 1);
          return;
        }
        connection.send(redact(eventText(event)));
      }
    }
    for (const [key, event] of news) {
      if (isFull()) return;
      news.delete(key);
      connection.send(redact(eventText(event)));
    }
  }

  function load(sessionId: string): void {
    if (loading) return;
    loading = true;
    const forget = (): void => void missed.delete(sessionId);
    past
      .load(sessionId)
      .then(
        (found) => {
          if (!found) forget();
        },
        (thrown: unknown) => {
          // The client reads the session itself when it wants it, and is told what is wrong then.
          logger.warn('missed events could not be read', { sessionId, reason: messageOf(thrown) });
          forget();
        },
      )
      .then(() => {
        loading = false;
        pump();
      })
      .catch((thrown: unknown) => {
        // A pipe that broke under it is its client's loss alone.
        logger.warn('missed events could not be sent', { sessionId, reason: messageOf(thrown) });
      });
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
      for (const id of [...missed.keys()]) {
        if (!everything && !sessions.has(id)) missed.delete(id);
      }
      if (!everything) news.clear();
    },
    catchUp(sessionId, afterSeq) {
      missed.set(sessionId, Math.min(afterSeq, missed.get(sessionId) ?? afterSeq));
      pump();
    },
    hear(event, text) {
      if (!wants(event)) return;
      const behind = missed.size > 0 || news.size > 0 || isFull();
      if ('scope' in event) {
        if (behind) keepLatest(news, event);
        else connection.send(text());
      } else if (behind) {
        if (!missed.has(event.sessionId)) missed.set(event.sessionId, event.seq - 1);
      } else {
        connection.send(text());
      }
    },
    drained() {
      if (missed.size > 0 || news.size > 0) pump();
    },
    close() {
      closed = true;
      missed.clear();
      news.clear();
    },
  };
}

function keepLatest(news: Map<string, BrainEvent>, event: BrainEvent): void {
  const key = keyOf(event);
  const before = news.get(key);
  // To the end of the line: what is told of one session stays in order.
  news.delete(key);
  if (event.type === 'workspace_changed' && before?.type === 'workspace_changed') {
    news.set(key, { ...event, paths: [...new Set([...before.paths, ...event.paths])] });
  } else {
    news.set(key, event);
  }
}

function keyOf(event: BrainEvent): string {
  switch (event.type) {
    case 'session_changed':
      return `${event.type} ${event.sessionId} ${event.change}`;
    case 'provider_health':
      return `${event.type} ${event.provider}`;
    default:
      return event.type;
  }
}
