/** A day's limit that is passed unasked, or asked for so badly that a turn is lost. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { connect, endOf, say } from '../support/brain-client.ts';
import { testClock } from '../support/mind-home.ts';
import { pricedHome, scriptedModel, startBrainIn } from '../support/model-home.ts';
import { startRealHost } from '../support/real-host.ts';
import { testKeys } from '../support/write-config.ts';

const usage = { input: 1_000, output: 100 };
/** At 10 dollars a million, in and out. */
const callUsd = 0.011;
/** Below any estimate, so that the first call of a day already asks. */
const nothing = 0.0001;
const read = { toolCalls: [{ name: 'Read', args: { file_path: 'a.txt' } }], usage };

it('asks before the call, in figures and words; no ends the turn in words, and nothing was sent', async () => {
  const model = await scriptedModel([{ text: 'never', usage }]);
  const { home } = await pricedHome(model, nothing);
  const client = connect(await startBrainIn(home));
  const { turnId, sessionId } = await client.call('chat.send', { text: 'hi' });
  const ask = await client.event('yield');
  expect(ask).toMatchObject({ reason: 'approval', spend: { spentUsd: 0, limitUsd: nothing } });
  expect(ask.spend?.estimateUsd).toBeGreaterThan(0.01);
  expect(ask.title).toContain('$0.0001');
  expect(ask.detail).toContain('test-openai@first');
  expect(ask.alwaysRule).toBeUndefined();
  const { asks } = await client.call('turn.pending', { sessionId });
  expect(asks).toMatchObject([{ toolCallId: ask.toolCallId, turnId }]);
  await client.call('turn.resume', { turnId, toolCallId: ask.toolCallId, decision: 'deny' });
  expect(await endOf(client, turnId)).toMatchObject({
    type: 'done',
    stopReason: 'spend_limit',
    iterations: 0,
  });
  expect((await client.event('content')).text).toMatch(/spending limit.*Spent today: \$0\.00/);
  expect(model.chats).toHaveLength(0);
  // The conversation goes on as if nothing had been lost: both messages reach the model.
  const next = await client.call('chat.send', { sessionId, text: 'again' });
  const second = await client.event('yield', (event) => event.turnId === next.turnId);
  await client.call('turn.resume', {
    turnId: next.turnId,
    toolCallId: second.toolCallId,
    decision: 'allow_once',
  });
  expect(await endOf(client, next.turnId)).toMatchObject({ stopReason: 'end' });
  expect(JSON.stringify(model.chats[0]?.body)).toContain('again');
});

it('yes lets this turn go on through all its calls, and the next turn asks again', async () => {
  const model = await scriptedModel([read, { text: 'done', usage }]);
  const { home } = await pricedHome(model, nothing);
  const client = connect(await startBrainIn(home));
  const { turnId, sessionId } = await client.call('chat.send', { text: 'hi' });
  const { toolCallId } = await client.event('yield');
  await client.call('turn.resume', { turnId, toolCallId, decision: 'allow_once' });
  const done = await endOf(client, turnId);
  expect(done).toMatchObject({ stopReason: 'end', usage: { costUsd: 2 * callUsd } });
  const next = await client.call('chat.send', { sessionId, text: 'more' });
  const again = await client.event('yield', (event) => event.turnId === next.turnId);
  expect(again.spend?.spentUsd).toBeCloseTo(2 * callUsd, 9);
  expect(client.events.filter(({ type }) => type === 'yield')).toHaveLength(2);
});

it('"the rest of today" asks no more today, not after a restart either, but for another limit', async () => {
  const model = await scriptedModel([{ text: 'fine', usage }]);
  const { home } = await pricedHome(model, nothing);
  const clock = testClock('2026-11-21T12:00:00');
  const first = await startBrainIn(home, undefined, clock);
  const before = connect(first);
  const { turnId } = await before.call('chat.send', { text: 'hi' });
  const { toolCallId } = await before.event('yield');
  await before.call('turn.resume', { turnId, toolCallId, decision: 'allow_session' });
  await endOf(before, turnId);
  await first.stop();

  const client = connect(await startBrainIn(home, undefined, clock));
  expect((await say(client, { text: 'more' })).end).toMatchObject({ stopReason: 'end' });
  expect((await client.call('usage.get', {})).today).toEqual({
    day: '2026-11-21',
    spentUsd: 2 * callUsd,
    unknownCalls: 0,
    limitUsd: nothing,
    allowed: true,
  });
  await client.call('config.update', { patch: { limits: { spendPerDayUsd: 0.02 } } });
  await client.call('chat.send', { text: 'asks again' });
  expect((await client.event('yield')).spend?.limitUsd).toBe(0.02);
});

it('a question open when the brain is killed waits again, and its yes holds for the whole turn', async () => {
  const model = await scriptedModel([read, { text: 'done', usage }]);
  const { home } = await pricedHome(model, nothing);
  const first = await startRealHost(home, testKeys);
  const before = await first.connect();
  const { turnId } = await before.call('chat.send', { text: 'hi' });
  const asked = await before.event('yield');
  await first.kill();

  const second = await startRealHost(home, testKeys);
  const middle = await second.connect();
  expect((await middle.call('turn.pending', {})).asks).toMatchObject([
    { turnId, toolCallId: asked.toolCallId, spend: asked.spend, title: asked.title },
  ]);
  const ids = { turnId, toolCallId: asked.toolCallId };
  await middle.call('turn.resume', { ...ids, decision: 'allow_once' });
  expect(await middle.event('done')).toMatchObject({
    stopReason: 'end',
    iterations: 2,
    usage: { costUsd: 2 * callUsd },
  });
  expect(middle.events.filter(({ type }) => type === 'yield')).toEqual([]);
  expect(model.chats).toHaveLength(2);
  await second.kill();
});

it('a tighter limit stops a running turn at its next call, where it waits through a restart and ends its task', async () => {
  const gate = Promise.withResolvers<void>();
  const model = await scriptedModel((_request, n) =>
    n === 1 ? { text: 'I look. ', ...read, waitFor: gate.promise } : { text: 'done', usage },
  );
  const { home } = await pricedHome(model, 0);
  const brain = await startBrainIn(home);
  const before = connect(brain);
  const { turnId } = await before.call('chat.send', { text: 'hi' });
  await before.event('delta');
  await before.call('config.update', { patch: { limits: { spendPerDayUsd: 0.012 } } });
  gate.resolve();
  const ask = await before.event('yield');
  expect(ask.spend).toMatchObject({ spentUsd: callUsd, limitUsd: 0.012 });
  await expect
    .poll(async () => (await before.call('task.list', {})).tasks[0]?.status)
    .toBe('WAITING');
  await brain.stop();

  const client = connect(await startBrainIn(home));
  await client.call('turn.resume', { turnId, toolCallId: ask.toolCallId, decision: 'allow_once' });
  expect(await endOf(client, turnId)).toMatchObject({ stopReason: 'end', iterations: 2 });
  expect(model.chats).toHaveLength(2);
  // What was sent before the restart is sent again byte for byte.
  const [sent, again] = model.chats.map(({ body }) => (body as { messages: unknown[] }).messages);
  expect(JSON.stringify(again?.slice(0, sent?.length))).toBe(JSON.stringify(sent));
  expect((await client.call('task.list', {})).tasks[0]?.status).not.toMatch(/WAITING|RUNNING/);
});

it('stop works while it waits, and where nobody can answer the answer is no', async () => {
  const model = await scriptedModel([{ text: 'never', usage }]);
  const { home } = await pricedHome(model, nothing);
  const client = connect(await startBrainIn(home));
  const { turnId } = await client.call('chat.send', { text: 'hi' });
  await client.event('yield');
  await client.call('chat.stop', { turnId });
  expect(await endOf(client, turnId)).toMatchObject({ type: 'done', stopReason: 'stopped' });
  expect((await client.call('turn.pending', {})).asks).toEqual([]);
  const alone = await say(client, { text: 'hi', interactive: false });
  expect(alone.end).toMatchObject({ type: 'done', stopReason: 'spend_limit' });
  expect(alone.text).toContain('Nobody can answer');
  expect(model.chats).toHaveLength(0);
  // Nothing was sent, so nothing may look like money of an unknown amount either.
  expect((await client.call('usage.get', {})).total).toMatchObject({ calls: 0, unknownCalls: 0 });
});

it('two conversations near the limit do not pass it together', async () => {
  const gate = Promise.withResolvers<void>();
  const model = await scriptedModel([{ text: 'fine', usage, waitFor: gate.promise }]);
  const { home } = await pricedHome(model, nothing);
  const client = connect(await startBrainIn(home));
  const probe = await client.call('chat.send', { text: 'how much?', interactive: true });
  const { spend } = await client.event('yield');
  await client.call('chat.stop', { turnId: probe.turnId });
  await endOf(client, probe.turnId);
  // Room for one call as it is estimated, and a half.
  const limit = (spend?.estimateUsd ?? 0) * 1.5;
  await client.call('config.update', { patch: { limits: { spendPerDayUsd: limit } } });
  const one = await client.call('chat.send', { text: 'one' });
  await model.waitForChats(1);
  const two = await client.call('chat.send', { text: 'two' });
  const ask = await client.event('yield', (event) => event.turnId === two.turnId);
  expect(ask.spend?.spentUsd).toBeGreaterThan(callUsd);
  expect(model.chats).toHaveLength(1);
  gate.resolve();
  expect(await endOf(client, one.turnId)).toMatchObject({ stopReason: 'end' });
  await client.call('turn.resume', {
    turnId: two.turnId,
    toolCallId: ask.toolCallId,
    decision: 'deny',
  });
  expect(await endOf(client, two.turnId)).toMatchObject({ stopReason: 'spend_limit' });
  expect((await client.call('usage.get', {})).today.spentUsd).toBe(callUsd);
  // What was set aside is free again, so that the next one fits.
  expect((await say(client, { text: 'three' })).end).toMatchObject({ stopReason: 'end' });
});

it('a model that costs nothing never asks; one without a known price does', async () => {
  const model = await scriptedModel([{ text: 'free', usage }]);
  const { home } = await pricedHome(model, nothing, { input: 0, output: 0 });
  const client = connect(await startBrainIn(home));
  expect((await say(client, { text: 'hi' })).end).toMatchObject({
    stopReason: 'end',
    usage: { costUsd: 0 },
  });
  expect((await say(client, { text: 'help', model: 'reflex' })).end).toMatchObject({
    stopReason: 'end',
  });
  const far = { kind: 'openai', model: 'unheard-of', baseUrl: 'https://models.invalid/v1' };
  const patch = { providers: { far: { ...far, apiKeyEnv: 'TEST_KEY' } } };
  await client.call('config.update', { patch });
  const { turnId } = await client.call('chat.send', { text: 'hi', model: 'unheard-of@far' });
  const ask = await client.event('yield');
  expect(ask.spend?.estimateUsd).toBeUndefined();
  expect(ask.detail).toContain('unheard-of@far costs is not known');
  await client.call('turn.resume', { turnId, toolCallId: ask.toolCallId, decision: 'deny' });
  // A no is a no: the free one of the cascade is not asked instead.
  expect(await endOf(client, turnId)).toMatchObject({ stopReason: 'spend_limit' });
  expect(model.chats).toHaveLength(1);
});

it('the account survives a lost file and a crash in the middle, and what a killed call cost is not 0', async () => {
  const model = await scriptedModel((_request, n) =>
    n === 1 ? read : { text: 'Once upon a time', textPiece: 4, hangAt: 'text' },
  );
  const { home } = await pricedHome(model, 0);
  const first = await startRealHost(home, testKeys);
  const before = await first.connect();
  const { sessionId } = await before.call('chat.send', { text: 'hi' });
  await before.event('delta');
  await first.kill();
  // As if the crash had come between the transcript and the account.
  await rm(homePaths(home).spending, { recursive: true });

  for (let start = 1; start <= 2; start += 1) {
    const again = await startRealHost(home, testKeys);
    const client = await again.connect();
    const { total, lines } = await client.call('usage.get', { sessionId });
    expect(total, `start ${start}`).toMatchObject({ calls: 2, unknownCalls: 1, costUsd: callUsd });
    expect(lines).toMatchObject([{ provider: 'first', model: 'test-openai', calls: 2 }]);
    const { turns } = await client.call('session.get', { sessionId });
    expect(turns[0]?.events.filter(({ type }) => type === 'usage')).toHaveLength(2);
    await again.kill();
  }
});

it('a call before midnight counts to its day, also when the brain comes back after it', async () => {
  const write = { name: 'Write', args: { file_path: 'a.txt', content: 'a' } };
  const model = await scriptedModel([
    { toolCalls: [write], usage },
    { text: 'done', usage },
  ]);
  const { home } = await pricedHome(model, 0);
  const clock = testClock('2026-11-21T23:59:50');
  const brain = await startBrainIn(home, undefined, clock);
  const before = connect(brain);
  const { turnId } = await before.call('chat.send', { text: 'hi' });
  const { toolCallId } = await before.event('yield');
  await brain.stop();
  await rm(homePaths(home).spending, { recursive: true });
  clock.set('2026-11-22T00:00:10');
  const client = connect(await startBrainIn(home, undefined, clock));
  expect((await client.call('usage.get', {})).today).toMatchObject({
    day: '2026-11-22',
    spentUsd: 0,
  });
  await client.call('turn.resume', { turnId, toolCallId, decision: 'allow_once' });
  await endOf(client, turnId);
  const { lines, total } = await client.call('usage.get', { from: '2026-11-21', to: '2026-11-22' });
  expect(lines.map(({ day, costUsd }) => [day, costUsd])).toEqual([
    ['2026-11-21', callUsd],
    ['2026-11-22', callUsd],
  ]);
  expect(total).toMatchObject({ calls: 2, costUsd: 2 * callUsd });
  const file = join(homePaths(home).spending, '2026-11-21.jsonl');
  expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(1);
});

it('other prices count from the next call on; what was spent stays spent', async () => {
  const model = await scriptedModel([{ text: 'fine', usage }]);
  const { home } = await pricedHome(model, 0);
  const client = connect(await startBrainIn(home));
  const { sessionId } = await say(client, { text: 'hi' });
  const prices = { '*': { input: 100, output: 100 } };
  await client.call('config.update', { patch: { providers: { first: { prices } } } });
  await say(client, { sessionId, text: 'more' });
  await say(client, { text: 'elsewhere' });
  expect((await client.call('usage.get', {})).today.spentUsd).toBeCloseTo(21 * callUsd, 9);
  const { total } = await client.call('usage.get', { sessionId });
  expect(total.costUsd).toBeCloseTo(11 * callUsd, 9);
  // A copy of the conversation was not paid for a second time.
  const { session } = await client.call('session.fork', { sessionId });
  const forked = await client.call('usage.get', { sessionId: session.sessionId });
  expect(forked.total).toMatchObject({ calls: 0, costUsd: 0 });
});

it('a stopped answer counts with what the server had reported', async () => {
  const model = await scriptedModel([{ text: 'a long answer', textPiece: 6, hangAt: 'text' }]);
  const { home } = await pricedHome(model, 0);
  const client = connect(await startBrainIn(home));
  const { turnId } = await client.call('chat.send', { text: 'hi' });
  await client.event('delta');
  await client.call('chat.stop', { turnId });
  await endOf(client, turnId);
  // This kind of server reports at the end only: then nobody knows, and that is what is said.
  const { total } = await client.call('usage.get', {});
  expect(total).toMatchObject({ calls: 1, unknownCalls: 1, costUsd: 0 });
});
