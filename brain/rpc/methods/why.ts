import type { CallRecord } from '../../../protocol/index.ts';
import { type TurnState, turnIn } from '../../hippocampus/session-state.ts';
import { plainMarkdown } from '../../shared/markdown.ts';
import { say } from '../../shared/say.ts';
import { addressee } from '../../turn/turn.ts';
import type { Methods } from '../dispatcher.ts';
import { fail } from '../errors.ts';
import { openSession, type Parts } from '../parts.ts';

type WhyMethods = Pick<
  Methods,
  'snapshot.list' | 'snapshot.get' | 'snapshot.record' | 'snapshot.explain'
>;

/** What a model was sent, and why. */
export function whyMethods(parts: Parts): WhyMethods {
  const { prefrontal, workspace } = parts;

  async function turnOf(sessionId: string, turnId: string): Promise<TurnState> {
    const session = await openSession(parts, sessionId);
    return turnIn(session, turnId) ?? fail('not_found', say('none.turn', { id: turnId }));
  }

  return {
    async 'snapshot.list'({ limit = 100, sessionId, turnId }) {
      const snapshots = await prefrontal.listSnapshots({
        limit,
        ...(sessionId === undefined ? {} : { sessionId }),
        ...(turnId === undefined ? {} : { turnId }),
      });
      return { snapshots: [...snapshots] };
    },
    async 'snapshot.get'({ snapshotId }) {
      const found = await prefrontal.getSnapshot(snapshotId);
      return found ?? fail('not_found', say('none.snapshot'));
    },
    async 'snapshot.record'({ sessionId, turnId }) {
      const turn = await turnOf(sessionId, turnId);
      return { text: turn.request.text, calls: [...recordsOf(turn)] };
    },
    async 'snapshot.explain'({ sessionId, turnId, call, path, query }) {
      if ((path === undefined) === (query === undefined)) {
        fail('denied', say('answer.oneOf'));
      }
      const turn = await turnOf(sessionId, turnId);
      const record = recordsOf(turn).findLast((one) => call === undefined || one.call === call);
      if (record === undefined) return fail('not_found', say('none.call'));
      const answers = prefrontal.explain({
        sessionId,
        text: addressee(turn.request).text,
        included: record.included,
        dropped: record.dropped,
        ...(path === undefined ? {} : { file: { path, text: await textOf(path) } }),
        ...(query === undefined ? {} : { query }),
      });
      return { answers: [...answers] };
    },
  };

  async function textOf(path: string): Promise<string | undefined> {
    const read = await workspace.read(path);
    return read.ok ? plainMarkdown(read.value.content) : undefined;
  }
}

/** A call is written down as a record and as an event, one right after the other. */
function recordsOf(turn: TurnState): readonly CallRecord[] {
  const contexts = turn.events.filter((event) => event.type === 'context');
  return contexts.flatMap((event, index) => {
    const made = turn.calls[index];
    if (made === undefined) return [];
    const { call, attempt, at, provider, model, snapshotId, requestHash } = made;
    const { budget, included, dropped } = event;
    return {
      ...{ call, attempt, at, provider, model, snapshotId, requestHash },
      ...{ budget, included, dropped },
    };
  });
}
