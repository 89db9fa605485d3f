/** Two windows on one conversation: what one does must not lose or double what the other was told. */
import { readdir } from 'node:fs/promises';
import { sep } from 'node:path';
import { expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { nodeFileOps } from '../../brain/storage/index.ts';
import { type Client, connect, endOf, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ ok: true as const, value }),
    (thrown: unknown) => ({ ok: false as const, thrown }),
  );

async function two() {
  const { home, model } = await modelHome([{ text: 'fine' }]);
  const brain = await startBrainIn(home);
  return { home, model, brain, a: connect(brain), b: connect(brain) };
}

const terminals = (client: Client, turnId: string) =>
  client.events.filter(
    (event) => event.turnId === turnId && (event.type === 'done' || event.type === 'error'),
  );

it.each(['before', 'after'])(
  'a message into a conversation that is being deleted (%s its folder has moved) is refused, not lost',
  async (when) => {
    const { home, model } = await modelHome([{ text: 'fine' }]);
    const reached = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const brain = await startBrainIn(home, {
      ...nodeFileOps,
      async rename(from, to) {
        const isDeletion = to.includes(`${sep}trash${sep}`);
        if (isDeletion && when === 'after') await nodeFileOps.rename(from, to);
        if (isDeletion) reached.resolve();
        if (isDeletion) await gate.promise;
        if (!isDeletion || when === 'before') await nodeFileOps.rename(from, to);
      },
    });
    const [a, b] = [connect(brain), connect(brain)];
    const { sessionId } = await say(a, { text: 'hello' });
    const deleting = outcome(a.call('session.delete', { sessionId }));
    await reached.promise;
    const sending = outcome(b.call('chat.send', { sessionId, text: 'once more' }));
    const renaming = outcome(b.call('session.update', { sessionId, title: 'New name' }));
    // An answer to this comes after what was asked before it was begun.
    await b.call('health.get', {});
    gate.resolve();
    expect([await deleting, await sending, await renaming].map(({ ok }) => ok)).toEqual([
      true,
      false,
      false,
    ]);
    expect((await a.call('session.list', {})).sessions).toEqual([]);
    expect(model.chats).toHaveLength(1);
    expect(await readdir(homePaths(home).sessions)).toEqual([]);
  },
);

it('a first message into a conversation that is deleted while it gets its title is refused in words', async () => {
  const { home, model } = await modelHome([{ text: 'fine' }]);
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let sessionId = '';
  const brain = await startBrainIn(home, {
    ...nodeFileOps,
    async rename(from, to) {
      if (sessionId !== '' && to.includes(sessionId) && to.endsWith('session.json')) {
        reached.resolve();
        await gate.promise;
      }
      await nodeFileOps.rename(from, to);
    },
  });
  const [a, b] = [connect(brain), connect(brain)];
  sessionId = (await a.call('session.create', {})).session.sessionId;
  const sending = outcome(b.call('chat.send', { sessionId, text: 'hello' }));
  await reached.promise;
  const deleting = outcome(a.call('session.delete', { sessionId }));
  await a.call('health.get', {});
  gate.resolve();
  expect(await deleting).toMatchObject({ ok: true });
  expect(await sending).toMatchObject({
    ok: false,
    thrown: { message: expect.not.stringContaining('inside the program') },
  });
  expect(model.chats).toHaveLength(0);
});

it('a fold and a message at the same moment leave both whole', async () => {
  const { a, b, model } = await two();
  const { sessionId } = await say(a, { text: 'x '.repeat(4000) });
  for (let n = 0; n < 6; n += 1)
    await say(a, { sessionId, text: `turn ${n} ${'y '.repeat(2000)}` });
  const results = await Promise.all([
    outcome(a.call('session.compact', { sessionId })),
    outcome(b.call('chat.send', { sessionId, text: 'meanwhile' })),
    outcome(b.call('session.compact', { sessionId })),
  ]);
  const sent = results[1];
  expect(sent.ok).toBe(true);
  await endOf(b, (sent as { value: { turnId: string } }).value.turnId);
  const folds = a.events.filter((event) => event.type === 'compaction');
  expect(folds.length).toBeLessThanOrEqual(1);
  const got = await a.call('session.get', { sessionId });
  const seqs = got.turns.flatMap(({ events }) => events.map(({ seq }) => seq));
  expect(new Set(seqs).size).toBe(seqs.length);
  expect(JSON.stringify(model.chats.at(-1)?.body)).toContain('meanwhile');
});

it('one waiting message that both edit and remove is sent once or not at all', async () => {
  const gate = Promise.withResolvers<void>();
  const { home, model } = await modelHome((_request, n) =>
    n === 1 ? { text: 'first', waitFor: gate.promise } : { text: 'fine' },
  );
  const brain = await startBrainIn(home);
  const [a, b] = [connect(brain), connect(brain)];
  const { sessionId, turnId } = await a.call('chat.send', { text: 'one' });
  await a.event('delta');
  const two = await a.call('chat.send', { sessionId, text: 'two' });
  const { messages } = await b.call('queue.list', { sessionId });
  const messageId = messages[0]?.messageId ?? '';
  const [edited, removed, gone] = await Promise.all([
    outcome(a.call('queue.update', { sessionId, messageId, text: 'two, edited' })),
    outcome(b.call('queue.remove', { sessionId, messageId })),
    outcome(a.call('queue.remove', { sessionId, messageId })),
  ]);
  gate.resolve();
  await endOf(a, turnId);
  expect(edited.ok).toBe(true);
  expect(
    [removed, gone].filter((one) => one.ok && (one.value as { removed: boolean }).removed),
  ).toHaveLength(1);
  await say(a, { sessionId, text: 'three' });
  expect(model.chats).toHaveLength(2);
  expect(terminals(a, two.turnId)).toHaveLength(0);
});

it('an import at the same moment as a message in the same conversation loses neither', async () => {
  const { home, model } = await modelHome([{ text: 'fine' }]);
  const { exportMind, sendMind } = await import('../support/mind-archive.ts');
  const brain = await startBrainIn(home);
  const [a, b] = [connect(brain), connect(brain)];
  const { sessionId } = await say(a, { text: 'one' });
  const archiveId = await sendMind(a, await exportMind(a));
  const [imported, sent, again] = await Promise.all([
    outcome(a.call('archive.import', { archiveId, replace: true })),
    outcome(b.call('chat.send', { sessionId, text: 'two' })),
    outcome(b.call('archive.import', { archiveId, replace: true })),
  ]);
  expect(imported.ok).toBe(true);
  expect(sent.ok).toBe(true);
  expect(again.ok === false || again.ok === true).toBe(true);
  await endOf(b, (sent as { value: { turnId: string } }).value.turnId);
  const got = await a.call('session.get', { sessionId });
  expect(got.messages.map(({ text }) => text)).toEqual(['one', 'fine', 'two', 'fine']);
  expect(model.chats).toHaveLength(2);
});

it('two capabilities that are switched off at once are both off, and on again', async () => {
  const { a, b } = await two();
  const names = (await a.call('capability.list', {})).capabilities
    .map(({ name }) => name)
    .slice(0, 2);
  expect(names).toHaveLength(2);
  for (const enabled of [false, true]) {
    const windows = [a, b];
    await Promise.all(
      names.map((name, at) => windows[at]?.call('capability.setEnabled', { name, enabled })),
    );
    const { config } = await a.call('config.get', {});
    expect(config.disabledCapabilities.toSorted()).toEqual(enabled ? [] : names.toSorted());
  }
});

it('two skills that are activated at once are both active', async () => {
  const { a, b } = await two();
  const { sessionId } = await say(a, { text: 'hello' });
  const names = ['git', 'shell'];
  await Promise.all(
    names.map((name, at) => [a, b][at]?.call('skill.activate', { sessionId, name })),
  );
  const { session } = await a.call('session.get', { sessionId });
  expect(session.skills?.toSorted()).toEqual(names);
});

it('a list that goes on behind a conversation which is gone does not begin anew', async () => {
  const { home } = await modelHome([{ text: 'hello' }]);
  const client = connect(await startBrainIn(home));
  const { sessionId } = await say(client, { text: 'mine' });
  await client.call('session.delete', { sessionId });
  await expect(client.call('session.list', { before: sessionId })).rejects.toMatchObject({
    data: { code: 'not_found' },
  });
});
