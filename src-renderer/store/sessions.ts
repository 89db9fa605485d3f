/** The list of conversations, newest first. */
import { create } from 'zustand';
import type { BrainEvent, SessionSummary } from '../../protocol/index.ts';
import { call } from '../transport/brain.ts';

const pageSize = 100;

interface SessionsState {
  readonly sessions: readonly SessionSummary[];
  readonly loaded: boolean;
  readonly hasMore: boolean;
}

export const useSessions = create<SessionsState>(() => ({
  sessions: [],
  loaded: false,
  hasMore: false,
}));

export async function loadSessions(): Promise<void> {
  const { sessions, hasMore } = await call('session.list', { limit: pageSize });
  useSessions.setState({ sessions: newestFirst(sessions), hasMore, loaded: true });
}

export async function loadMoreSessions(): Promise<void> {
  const known = useSessions.getState().sessions;
  const last = known.at(-1);
  if (last === undefined) return;
  const { sessions, hasMore } = await call('session.list', {
    limit: pageSize,
    before: last.sessionId,
  });
  useSessions.setState({ sessions: merge(known, sessions), hasMore });
}

export function putSession(session: SessionSummary): void {
  useSessions.setState((state) => ({ sessions: merge(state.sessions, [session]) }));
}

export function dropSession(sessionId: string): void {
  useSessions.setState((state) => ({
    sessions: state.sessions.filter((session) => session.sessionId !== sessionId),
  }));
}

export function sessionChanged(event: Extract<BrainEvent, { type: 'session_changed' }>): void {
  if (event.change === 'deleted') {
    dropSession(event.sessionId);
    return;
  }
  const summary = event.session as SessionSummary | undefined;
  if (summary !== undefined) putSession(summary);
  else void loadSessions();
}

function merge(
  known: readonly SessionSummary[],
  changed: readonly SessionSummary[],
): readonly SessionSummary[] {
  const byId = new Map(known.map((session) => [session.sessionId, session]));
  for (const session of changed) byId.set(session.sessionId, session);
  return newestFirst([...byId.values()]);
}

function newestFirst(sessions: readonly SessionSummary[]): readonly SessionSummary[] {
  return sessions.toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
}
