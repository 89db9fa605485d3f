import type { SessionSummary } from '../../protocol/index.ts';

/** Shorter turns are watched to their end. */
const LONG_MS = 20_000;

export type Notice = 'waiting' | 'done';

interface Seen {
  readonly status: SessionSummary['status'];
  /** When its turn began. */
  readonly since: number;
}

/** What is worth telling, from one state of a conversation to the next. */
export function createWatch(now: () => number): (session: SessionSummary) => Notice | undefined {
  const known = new Map<string, Seen>();
  return ({ sessionId, status }) => {
    const before = known.get(sessionId);
    const began = before === undefined || before.status === 'idle';
    known.set(sessionId, { status, since: began ? now() : before.since });
    if (status === 'waiting') return before?.status === 'waiting' ? undefined : 'waiting';
    if (status !== 'idle' || began) return undefined;
    known.delete(sessionId);
    return now() - before.since >= LONG_MS ? 'done' : undefined;
  };
}
