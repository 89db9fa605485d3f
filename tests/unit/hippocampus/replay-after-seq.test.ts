import { expect, it } from 'vitest';
import { newSession, openSessions } from '../../support/sessions.ts';
import { tempFolder } from '../../support/temp-home.ts';

const request = { attachments: [], interactive: true, startedAt: '2026-01-01T10:00:00.000+00:00' };

async function streaming(root: string) {
  const sessions = openSessions(root);
  const { meta } = await sessions.create(newSession);
  const ref = { sessionId: meta.sessionId, turnId: 't_1' };
  sessions.note(ref, { type: 'turn', turnId: 't_1', text: 'hello', ...request });
  sessions.record(ref, { type: 'started', text: 'hello' });
  for (const text of ['Once ', 'upon ', 'a time'])
    sessions.record(ref, { type: 'delta', call: 1, text });
  return { sessions, ref };
}

it('folds streamed text into one event that carries all of it, also for a client that had a part', async () => {
  const { sessions, ref } = await streaming(await tempFolder());
  const missed = sessions.replay(ref.sessionId, 2);
  expect(missed).toMatchObject([{ type: 'delta', text: 'Once upon a time', seq: 4, folded: true }]);
  expect(sessions.replay(ref.sessionId, 4)).toEqual([]);
});

it('keeps streamed text through a restart once another event followed it', async () => {
  const root = await tempFolder();
  const { sessions, ref } = await streaming(root);
  sessions.record(ref, { type: 'content', text: 'Once upon a time' });
  const restarted = openSessions(root, 'e_2');
  await restarted.open(ref.sessionId);
  expect(restarted.replay(ref.sessionId, 0).map(({ type, seq }) => [type, seq])).toEqual([
    ['started', 1],
    ['delta', 4],
    ['content', 5],
  ]);
});

it('keeps at most the last checkpoint of streamed text when the process is killed', async () => {
  const root = await tempFolder();
  const { sessions, ref } = await streaming(root);
  sessions.checkpoint(ref);
  sessions.record(ref, { type: 'delta', call: 1, text: ' lost' });
  const restarted = openSessions(root, 'e_2');
  await restarted.open(ref.sessionId);
  expect(restarted.replay(ref.sessionId, 1)).toMatchObject([
    { type: 'delta', text: 'Once upon a time' },
  ]);
});

it('copies whole turns only when a session is forked', async () => {
  const root = await tempFolder();
  const { sessions, ref } = await streaming(root);
  sessions.record(ref, {
    type: 'done',
    stopReason: 'end',
    iterations: 1,
    usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
  });
  const next = { ...ref, turnId: 't_2' };
  sessions.note(next, { type: 'turn', turnId: 't_2', text: 'and now?', ...request });
  sessions.record(next, { type: 'started', text: 'and now?' });
  // A question that is open would be asked, and could be answered, in both.
  expect(await sessions.fork(ref.sessionId, 't_2')).toEqual({ ok: false, error: 'busy' });
  expect(sessions.list()).toHaveLength(1);
  const forked = await sessions.fork(ref.sessionId, undefined);
  if (!forked.ok) throw new Error(forked.error);
  expect([...forked.value.turns.keys()]).toEqual(['t_1']);
  expect(forked.value.meta.forkOf).toEqual({ sessionId: ref.sessionId, title: 'Test' });
  expect(sessions.list()).toHaveLength(2);
  // A copy of something old is what its owner did last: it stands above what it was copied from.
  const lateClock = { now: () => new Date(Date.now() + 60_000) };
  const later = openSessions(root, 'e_2', undefined, lateClock);
  await later.open(ref.sessionId);
  const copy = await later.fork(ref.sessionId, undefined);
  expect(copy.ok && later.list()[0]?.sessionId === copy.value.meta.sessionId).toBe(true);
});
