import { expect, it } from 'vitest';
import { connect, endOf, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

const talk = 'so that there is something to fold '.repeat(30);

async function conversation(turns: number) {
  const gate = Promise.withResolvers<void>();
  const { home, model } = await modelHome((_request, number) => ({
    text: `Answer ${number}. ${talk}`,
    ...(number === turns + 1 ? { waitFor: gate.promise } : {}),
  }));
  const brain = await startBrainIn(home);
  const client = connect(brain);
  const { sessionId } = await say(client, { text: `Question 1. ${talk}` });
  const turnIds: string[] = [];
  for (let n = 2; n <= turns; n += 1) {
    turnIds.push((await say(client, { sessionId, text: `Question ${n}. ${talk}` })).turnId);
  }
  return { home, model, brain, client, sessionId, gate, turnIds };
}

it('folds what is sent and leaves the original to be read (a conversation that is lost)', async () => {
  const { home, model, brain, client, sessionId, gate } = await conversation(8);
  gate.resolve();
  const answer = await client.call('session.compact', { sessionId });
  expect(answer).toMatchObject({ compacted: true });
  expect(answer.tokensAfter).toBeLessThanOrEqual((answer.tokensBefore ?? 0) / 2);
  const card = await client.event('compaction');
  expect(card.summary).toContain('Question 2.');
  expect(card.keptFrom).toBeDefined();

  // Again: nothing new to fold, and not an even shorter history.
  expect(await client.call('session.compact', { sessionId })).toEqual({ compacted: false });

  // The original: everything before the first turn that stayed whole, in pages.
  const first = await client.call('session.get', { sessionId, before: card.keptFrom, limit: 2 });
  expect(first.hasMore).toBe(true);
  const rest = await client.call('session.get', {
    sessionId,
    before: first.turns[0]?.turnId,
    limit: 100,
  });
  expect(rest.hasMore).toBe(false);
  expect(rest.messages[0]?.text).toBe(`Question 1. ${talk}`);
  expect(rest.messages[1]?.text).toBe(`Answer 1. ${talk}`);

  await say(client, { sessionId, text: 'And now?' });
  const sent = JSON.stringify(model.chats.at(-1)?.body);
  expect(sent).toContain('<summary ');
  expect(sent).not.toContain(`Answer 2. ${talk.trim()}`);

  // After a restart the same bytes are sent, and the card is where it was.
  const before = model.chats.at(-1)?.body as { messages: unknown[] };
  await brain.stop();
  const again = connect(await startBrainIn(home));
  await say(again, { sessionId, text: 'And after a restart?' });
  const after = model.chats.at(-1)?.body as { messages: unknown[] };
  expect(after.messages.slice(0, before.messages.length)).toEqual(before.messages);
  const { turns } = await again.call('session.get', { sessionId });
  expect(turns.at(-3)?.events.at(-1)).toMatchObject({ type: 'compaction', turnId: card.turnId });
});

it('is refused while a turn runs, and folds nothing where there is nothing', async () => {
  const { client, sessionId, gate } = await conversation(2);
  const { turnId } = await client.call('chat.send', { sessionId, text: 'Wait for me' });
  await client.event('delta', (event) => event.turnId === turnId);
  await expect(client.call('session.compact', { sessionId })).rejects.toMatchObject({
    code: -32000,
    data: { code: 'busy' },
  });
  gate.resolve();
  await endOf(client, turnId);
  const { session } = await client.call('session.create', {});
  const empty = await client.call('session.compact', { sessionId: session.sessionId });
  expect(empty).toEqual({ compacted: false });
});
