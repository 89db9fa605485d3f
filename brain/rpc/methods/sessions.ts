import type { SessionMessage, TurnRecord } from '../../../protocol/index.ts';
import { exportSession } from '../../hippocampus/export.ts';
import { turnEvents } from '../../hippocampus/replay.ts';
import type { SessionState, TurnState } from '../../hippocampus/session-state.ts';
import { say } from '../../shared/say.ts';
import type { Methods } from '../dispatcher.ts';
import { fail } from '../errors.ts';
import { turnsWith } from '../find-in-session.ts';
import { announceSession, openSession, type Parts, summaryOf, workingDirFor } from '../parts.ts';

const DEFAULT_SESSIONS = 100;
const DEFAULT_TURNS = 50;

type SessionMethods = Pick<
  Methods,
  | 'session.list'
  | 'session.create'
  | 'session.get'
  | 'session.update'
  | 'session.fork'
  | 'session.compact'
  | 'session.delete'
  | 'session.search'
  | 'session.find'
  | 'session.export'
  | 'events.subscribe'
  | 'events.unsubscribe'
>;

export function sessionMethods(parts: Parts): SessionMethods {
  const { sessions, lanes, amygdala, recollection, epoch, thalamus } = parts;

  function checkModel(model: string | null | undefined): void {
    if (model === undefined || model === null) return;
    const known = thalamus.resolve(model);
    if (!known.ok) fail('not_found', known.error);
  }

  return {
    'session.list'({ limit = DEFAULT_SESSIONS, before }) {
      const all = sessions.list();
      const last = all.findIndex((one) => one.sessionId === before);
      // From the beginning again it would be a list without an end.
      if (before !== undefined && last < 0) fail('not_found', say('none.session', { id: before }));
      const from = last + 1;
      const page = all.slice(from, from + limit);
      return { sessions: page, hasMore: from + page.length < all.length };
    },
    async 'session.create'({ title = '', model, mode, workingDir, private: isPrivate = false }) {
      checkModel(model);
      const folder = await workingDirFor(parts, workingDir);
      const { meta } = await sessions.create({
        title,
        mode: mode ?? parts.settings.get().permissions.mode,
        workingDir: folder,
        private: isPrivate,
        ...(model === undefined ? {} : { model }),
      });
      await sessions.durable(meta.sessionId);
      announceSession(parts, meta.sessionId, 'created');
      return { session: summaryOf(parts, meta.sessionId) };
    },
    async 'session.get'({ sessionId, limit = DEFAULT_TURNS, before }) {
      const state = await openSession(parts, sessionId);
      const all = [...state.turns.values()];
      const end =
        before === undefined ? all.length : all.findIndex((turn) => turn.turnId === before);
      if (end < 0) fail('not_found', say('none.turn', { id: before ?? '' }));
      const page = all.slice(Math.max(0, end - limit), end);
      const partial = partialOf(all.at(-1));
      return {
        session: summaryOf(parts, sessionId),
        messages: page.flatMap(messagesOf),
        turns: page.map((turn) => turnRecordOf(state, turn, epoch)),
        hasMore: end > page.length,
        queue: [...state.queue],
        asks: [...amygdala.approvals.pending(sessionId)],
        ...(partial === undefined ? {} : { partial }),
        lastSeq: state.lastSeq,
        epoch,
      };
    },
    async 'session.update'({ sessionId, workingDir, model, ...change }) {
      checkModel(model);
      const folder = workingDir === undefined ? undefined : await workingDirFor(parts, workingDir);
      await openSession(parts, sessionId);
      await sessions.change(sessionId, {
        ...change,
        ...(model === undefined ? {} : { model }),
        ...(folder === undefined ? {} : { workingDir: folder }),
      });
      await sessions.durable(sessionId);
      announceSession(parts, sessionId, 'updated');
      return { session: summaryOf(parts, sessionId) };
    },
    async 'session.fork'({ sessionId, turnId }) {
      await openSession(parts, sessionId);
      const forked = await sessions.fork(sessionId, turnId);
      if (!forked.ok) {
        if (forked.error === 'busy') return fail('busy', say('busy.fork'));
        return fail('not_found', say('none.turn', { id: turnId ?? '' }));
      }
      const id = forked.value.meta.sessionId;
      announceSession(parts, id, 'created');
      return { session: summaryOf(parts, id) };
    },
    async 'session.compact'({ sessionId }) {
      await openSession(parts, sessionId);
      const folded = await lanes.compact(sessionId);
      if (!folded.ok) return fail('busy', say('busy.compact'));
      if (folded.value === undefined) return { compacted: false };
      const { tokensBefore, tokensAfter } = folded.value;
      return { compacted: true, tokensBefore, tokensAfter };
    },
    async 'session.delete'({ sessionId }) {
      await openSession(parts, sessionId);
      await lanes.left(sessionId);
      if (lanes.isRunning(sessionId)) fail('busy', say('busy.delete'));
      const deleted = await sessions.remove(sessionId);
      if (deleted) parts.announce({ type: 'session_changed', sessionId, change: 'deleted' });
      return { deleted };
    },
    'session.search'({ query, limit = 20 }) {
      const hits = recollection.searchSessions({ query, limit });
      return {
        hits: hits.map(({ sessionId, title, turnId, snippet, at }) => ({
          sessionId,
          title,
          turnId,
          snippet,
          at,
        })),
      };
    },
    async 'session.find'({ sessionId, text }) {
      return { turns: turnsWith(await openSession(parts, sessionId), text) };
    },
    async 'session.export'({ sessionId, format }) {
      return exportSession(await openSession(parts, sessionId), format, epoch);
    },

    async 'events.subscribe'({ sessionId, epoch: known, afterSeq }, client) {
      const reset = known !== undefined && known !== epoch ? { reset: true } : {};
      if (sessionId === undefined) {
        client.subscribe(undefined);
        return { epoch, ...reset };
      }
      const { lastSeq } = await openSession(parts, sessionId);
      client.subscribe(sessionId);
      if (reset.reset === true) return { epoch, lastSeq, ...reset };
      // Nothing awaits between here and the end: no event can slip in between replay and live.
      client.catchUp(sessionId, afterSeq ?? lastSeq);
      return { epoch, lastSeq: sessions.loaded(sessionId)?.lastSeq ?? lastSeq };
    },
    'events.unsubscribe'({ sessionId }, client) {
      client.unsubscribe(sessionId);
      return { ok: true };
    },
  };
}

function turnRecordOf(state: SessionState, turn: TurnState, epoch: string): TurnRecord {
  return {
    turnId: turn.turnId,
    startedAt: turn.request.startedAt,
    status: turn.status,
    events: turnEvents(state.meta.sessionId, turn, 0, epoch),
  };
}

function messagesOf(turn: TurnState): SessionMessage[] {
  const { turnId, request } = turn;
  const question = { turnId, role: 'user' as const, text: request.text, at: request.startedAt };
  const content = turn.events.find((event) => event.type === 'content');
  if (content?.type !== 'content') return [question];
  return [question, { turnId, role: 'assistant', text: content.text, at: content.at }];
}

/** The text of the call that is streaming now. */
function partialOf(turn: TurnState | undefined) {
  if (turn === undefined || turn.status === 'done' || turn.status === 'error') return undefined;
  const deltas = [...turn.streams.values()].filter(({ of }) => of === 'delta');
  const last = deltas.at(-1);
  return last === undefined ? undefined : { turnId: turn.turnId, call: last.call, text: last.text };
}
