/** The account of what calls cost: nothing twice, nothing lost, nothing that a server made up. */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SpentCall } from '../../../brain/regions.ts';
import type { HomePaths } from '../../../brain/shared/home.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { createSpending } from '../../../brain/thalamus/index.ts';
import { failNth } from '../../support/faulty-files.ts';
import { tempHome, testClock, testLog } from '../../support/mind-home.ts';
import { collect, harness } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());

function open(paths: HomePaths, storage = createStorage()) {
  const clock = testClock('2026-11-21T12:00:00');
  const logger = testLog();
  return { spending: createSpending({ paths, storage, clock, logger }), clock, logger };
}

function call(number: number, more: Partial<SpentCall> = {}): SpentCall {
  return {
    at: '2026-11-21T12:00:00.000',
    sessionId: 's_1',
    turnId: 't_1',
    number,
    provider: 'claude',
    model: 'claude-sonnet-4-6',
    inputTokens: 100,
    outputTokens: 20,
    cacheReadTokens: 1_000,
    cacheWriteTokens: 5,
    costUsd: 0.1,
    ...more,
  };
}

const fileOf = (paths: HomePaths, day: string) => join(paths.spending, `${day}.jsonl`);
const all = { from: '0000-01-01', to: '9999-12-31' };

it('a line that an older program wrote cannot be read any more', async () => {
  const paths = await tempHome();
  const { spending } = open(paths);
  await spending.record(call(1));
  const { costUsd: _unknown, ...unpriced } = call(2);
  await spending.record(unpriced);
  await spending.allowToday(5);
  const text = await readFile(fileOf(paths, '2026-11-21'), 'utf8');
  await expect(
    text.replace(/T\d\d:\d\d:\d\d\.\d{3}([+-]\d\d:\d\d)?"/g, 'T12:00:00.000+00:00"'),
  ).toMatchFileSnapshot('../../golden/spending.jsonl');
});

it('a call that is told twice, by the turn and by recovery, counts once, also after a restart', async () => {
  const paths = await tempHome();
  const before = open(paths).spending;
  await before.record(call(1));
  await before.record(call(1));
  const after = open(paths).spending;
  await after.record(call(1));
  await after.record(call(2));
  expect(await after.today()).toMatchObject({ day: '2026-11-21', spentUsd: 0.2 });
  const [line, ...others] = await after.totals(all);
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    calls: 2,
    unknownCalls: 0,
    inputTokens: 200,
    cacheReadTokens: 2_000,
  });
});

it('a torn or damaged line, or one of a newer program, costs only itself', async () => {
  const paths = await tempHome();
  await open(paths).spending.record(call(1));
  const file = fileOf(paths, '2026-11-21');
  await appendFile(file, '{"v":2,"type":"call"}\n[]\n{"v":1,"type":"call","at":"x"}\n{"v":1,"ty');
  const { spending, logger } = open(paths);
  await spending.record(call(2));
  expect((await spending.today()).spentUsd).toBe(0.2);
  expect(logger.lines.join()).toContain('"lines":4');
  expect((await open(paths).spending.today()).spentUsd).toBe(0.2);
});

it('figures that were edited into nonsense count as nothing, not as NaN', async () => {
  const paths = await tempHome();
  const lines = [
    { v: 1, type: 'call', ...call(1), costUsd: -5, inputTokens: '7' },
    { v: 1, type: 'call', ...call(2), costUsd: null },
  ];
  await writeFile(
    fileOf(paths, '2026-11-21'),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  const { spending } = open(paths);
  expect(await spending.today()).toMatchObject({ spentUsd: 0, unknownCalls: 2 });
  expect((await spending.totals(all))[0]).toMatchObject({ inputTokens: 100, costUsd: 0 });
});

it('the day of a call is the one on which it was told, whenever it is counted, and clocks go back', async () => {
  const paths = await tempHome();
  const { spending, clock } = open(paths);
  clock.set('2026-11-22T00:00:05');
  await spending.record(call(1, { at: '2026-11-21T23:59:59.999' }));
  expect(await spending.today()).toMatchObject({ day: '2026-11-22', spentUsd: 0 });
  await spending.record(call(2, { at: '2026-11-22T00:00:05.000', costUsd: 0.5 }));
  clock.set('2026-11-21T23:00:00');
  expect(await spending.today()).toMatchObject({ day: '2026-11-21', spentUsd: 0.1 });
  await spending.record(call(3, { at: '2026-11-21T23:00:00.000' }));
  clock.set('2026-11-22T08:00:00');
  expect((await spending.today()).spentUsd).toBe(0.5);
  expect((await spending.totals(all)).map(({ day, costUsd }) => [day, costUsd])).toEqual([
    ['2026-11-21', 0.2],
    ['2026-11-22', 0.5],
  ]);
});

it('a full disk does not make spent money vanish before the process ends', async () => {
  const { spending, logger } = open(await tempHome(), createStorage(failNth(1)));
  await spending.record(call(1));
  expect((await spending.today()).spentUsd).toBe(0.1);
  expect(logger.lines.join()).toContain('missing in the account');
  expect((await spending.totals(all))[0]?.costUsd).toBe(0.1);
});

it('totals are by day, provider and model, and of one session where it is asked for', async () => {
  const { spending } = open(await tempHome());
  await spending.record(call(1));
  await spending.record(call(2, { provider: 'router', sessionId: 's_2', turnId: 't_2' }));
  await spending.record(call(3, { at: '2026-11-19T10:00:00.000' }));
  const keys = (lines: readonly { day: string; provider: string }[]) =>
    lines.map(({ day, provider }) => `${day} ${provider}`);
  expect(keys(await spending.totals(all))).toEqual([
    '2026-11-19 claude',
    '2026-11-21 claude',
    '2026-11-21 router',
  ]);
  expect(keys(await spending.totals({ ...all, from: '2026-11-20' }))).toHaveLength(2);
  expect(keys(await spending.totals({ ...all, sessionId: 's_2' }))).toEqual(['2026-11-21 router']);
});

describe('the limit', () => {
  const ask = (estimateUsd: number | undefined, allowed = false) => ({
    estimateUsd,
    limitUsd: 1,
    allowed,
  });

  it('sessions that run side by side do not pass it together', async () => {
    const { spending } = open(await tempHome());
    const verdicts = await Promise.all([1, 2, 3].map(() => spending.reserve(ask(0.5))));
    expect(verdicts.map(({ kind }) => kind)).toEqual(['held', 'held', 'ask']);
    expect(verdicts[2]).toMatchObject({ spentUsd: 1 });
    const [first] = verdicts;
    await spending.record(call(1, { costUsd: 0.2 }));
    if (first?.kind === 'held') first.hold.release();
    expect((await spending.reserve(ask(0.3))).kind).toBe('held');
    expect((await spending.reserve(ask(0.01))).kind).toBe('ask');
  });

  it('ten times ten cents are one dollar, not a little more', async () => {
    const { spending } = open(await tempHome());
    for (let n = 1; n <= 9; n += 1) await spending.record(call(n));
    expect((await spending.reserve(ask(0.1))).kind).toBe('held');
  });

  it('what is free never asks, what has no known price always does, until it is allowed', async () => {
    const { spending } = open(await tempHome());
    await spending.record(call(1, { costUsd: 50 }));
    expect((await spending.reserve(ask(0))).kind).toBe('held');
    expect((await spending.reserve(ask(undefined))).kind).toBe('ask');
    expect((await spending.reserve(ask(undefined, true))).kind).toBe('held');
    expect((await spending.reserve({ ...ask(undefined), limitUsd: 0 })).kind).toBe('held');
  });

  it('"the rest of today" outlives a restart, ends at midnight, and covers no other limit', async () => {
    const paths = await tempHome();
    const before = open(paths);
    await before.spending.record(call(1, { costUsd: 2 }));
    await before.spending.allowToday(1);
    const { spending, clock } = open(paths);
    expect((await spending.reserve(ask(1))).kind).toBe('held');
    expect((await spending.reserve({ ...ask(1), limitUsd: 0.5 })).kind).toBe('ask');
    expect((await spending.reserve({ ...ask(1), limitUsd: 1.5 })).kind).toBe('ask');
    clock.set('2026-11-22T00:00:01');
    expect((await spending.reserve(ask(2))).kind).toBe('ask');
  });
});

describe('figures of a hostile or clumsy server', () => {
  const stream = (...usages: object[]) => ({
    body: [
      'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n',
      ...usages.map((usage) => `data: ${JSON.stringify({ choices: [], usage })}\n\n`),
    ].join(''),
  });
  const prices = { '*': { input: 10, output: 10, cacheRead: 1 } };

  it.each([
    ['negative', stream({ prompt_tokens: -1e6, completion_tokens: -3, cost: -4 }), 0, undefined],
    ['not a number', stream({ prompt_tokens: 'NaN', completion_tokens: null }), 0, undefined],
    ['unbelievable', stream({ prompt_tokens: 1e15, completion_tokens: 10 }), 0, 0.0001],
    [
      'an unbelievable cost',
      stream({ prompt_tokens: 10, completion_tokens: 0, cost: 1e9 }),
      10,
      0.0001,
    ],
    [
      'more from the cache than there was',
      stream({
        prompt_tokens: 10,
        completion_tokens: 0,
        prompt_tokens_details: { cached_tokens: 1e6 },
      }),
      0,
      0.00001,
    ],
    [
      'told twice',
      stream(
        { prompt_tokens: 10, completion_tokens: 1 },
        { prompt_tokens: 10, completion_tokens: 2 },
      ),
      10,
      0.00012,
    ],
  ])('%s', async (_what, answer, inputTokens, costUsd) => {
    const server = await pool.start({ kind: 'openai', script: [answer] });
    const { usage } = await harness({ providers: { main: providerAt(server, { prices }) } }).ask(
      {},
    );
    expect(usage.inputTokens).toBe(inputTokens);
    expect(usage.costUsd).toBe(costUsd);
  });

  it('a request that reported figures and broke before its first word is not forgotten', async () => {
    const broken = { text: 'never', usage: { input: 1_000 }, cutAfterBytes: 420 };
    const server = await pool.start({ kind: 'anthropic', script: [broken, { text: 'Hi' }] });
    const { stream: ask } = harness({ providers: { main: providerAt(server, { prices }) } });
    const chunks = await collect(ask({}));
    const lost = chunks.filter(({ type }) => type === 'unanswered');
    expect(lost).toMatchObject([{ provider: 'main', usage: { inputTokens: 1_000 } }]);
    expect(chunks.at(-1)).toMatchObject({ type: 'stop' });
  });
});
