import { expect, it } from 'vitest';
import { connect, endOf, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

const talk = 'so that there is something to fold '.repeat(30);

it('an edited message takes the place of the old one and of all after it, for models, windows and after a restart', async () => {
  const { home, model } = await modelHome((_request, number) => ({ text: `Answer ${number}.` }));
  const brain = await startBrainIn(home);
  const client = connect(brain);
  const { sessionId } = await say(client, { text: 'First' });
  const old = await say(client, { sessionId, text: 'The apple question' });
  await say(client, { sessionId, text: 'About that apple' });
  const edited = await say(client, { sessionId, text: 'The pear question', replaces: old.turnId });

  const sent = JSON.stringify(model.chats.at(-1)?.body);
  expect(sent).toContain('Answer 1.');
  expect(sent).not.toContain('apple');
  expect(sent).not.toContain('Answer 2.');
  const started = await client.event('started', ({ turnId }) => turnId === edited.turnId);
  expect(started.replaces).toBe(old.turnId);

  const texts = async (of: typeof client) =>
    (await of.call('session.get', { sessionId })).messages.map(({ text }) => text);
  const now = ['First', 'Answer 1.', 'The pear question', 'Answer 4.'];
  expect(await texts(client)).toEqual(now);
  expect(await client.call('session.find', { sessionId, text: 'PEAR' })).toEqual({
    turns: [{ turnId: edited.turnId, count: 1 }],
  });
  expect((await client.call('session.find', { sessionId, text: 'apple' })).turns).toEqual([]);
  // Whoever was away meanwhile gets every event, without a gap.
  const { epoch } = await client.call('session.get', { sessionId });
  const late = connect(brain);
  await late.call('events.subscribe', { sessionId, epoch, afterSeq: 0 });
  const numbers = late.events.filter((event) => event.sessionId === sessionId);
  expect(numbers.at(-1)?.type).toBe('done');
  expect(numbers.some((event) => event.turnId === old.turnId)).toBe(true);

  await brain.stop();
  const again = connect(await startBrainIn(home));
  expect(await texts(again)).toEqual(now);
  await say(again, { sessionId, text: 'And now?' });
  expect(JSON.stringify(model.chats.at(-1)?.body)).not.toContain('apple');

  // What was set aside is not gone: it can be read on in a conversation of its own.
  const copy = await again.call('session.fork', { sessionId, turnId: old.turnId });
  const { messages } = await again.call('session.get', { sessionId: copy.session.sessionId });
  expect(messages.map(({ text }) => text)).toEqual([
    'First',
    'Answer 1.',
    'The apple question',
    'Answer 2.',
  ]);
  // An old version of a message cannot be replaced once more: there is nothing in its place.
  await expect(
    again.call('chat.send', { sessionId, text: 'x', replaces: old.turnId }),
  ).rejects.toMatchObject({ data: { code: 'not_found' } });
});

it('what was folded into a summary comes back when the turn that it was folded in is set aside', async () => {
  const { home, model } = await modelHome((_request, number) => ({
    text: `Answer ${number}. ${talk}`,
  }));
  const client = connect(await startBrainIn(home));
  const { sessionId } = await say(client, { text: `Question 1. ${talk}` });
  for (let n = 2; n <= 7; n += 1) await say(client, { sessionId, text: `Question ${n}. ${talk}` });
  const last = await say(client, { sessionId, text: `The apple question. ${talk}` });
  expect((await client.call('session.compact', { sessionId })).compacted).toBe(true);
  await say(client, { sessionId, text: 'The pear question', replaces: last.turnId });
  const sent = JSON.stringify(model.chats.at(-1)?.body);
  expect(sent).not.toContain('apple');
  expect(sent).toContain(`Answer 2. ${talk.trim()}`);
});

it('two windows that change the same message at once: one of them does, the other is told', async () => {
  const { home, model } = await modelHome((_request, number) => ({ text: `Answer ${number}.` }));
  const brain = await startBrainIn(home);
  const [one, other] = [connect(brain), connect(brain)];
  const { sessionId, turnId: replaces } = await say(one, { text: 'First' });
  const sent = await Promise.allSettled([
    one.call('chat.send', { sessionId, text: 'Pear', replaces }),
    other.call('chat.send', { sessionId, text: 'Plum', replaces }),
  ]);
  // Bug: the later one waited in the queue, and was then asked behind the earlier one.
  expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [taken] = sent.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(taken?.queued).toBe(false);
  await endOf(one, taken?.turnId ?? '');
  expect(model.chats).toHaveLength(2);
});

it('no message is replaced under a running turn', async () => {
  const gate = Promise.withResolvers<void>();
  const { home } = await modelHome((_request, number) => ({
    text: `Answer ${number}.`,
    ...(number === 2 ? { waitFor: gate.promise } : {}),
  }));
  const client = connect(await startBrainIn(home));
  const first = await say(client, { text: 'First' });
  const { sessionId } = first;
  const second = await client.call('chat.send', { sessionId, text: 'Second' });
  await client.event('delta', (event) => event.turnId === second.turnId);
  await expect(
    client.call('chat.send', { sessionId, text: 'x', replaces: first.turnId }),
  ).rejects.toMatchObject({ data: { code: 'busy' } });
  gate.resolve();
});
