/** Money in the window: never a zero for what costs something, nor for what nobody knows. */
import { expect, it } from 'vitest';
import type { EventOf } from '../../protocol/index.ts';
import { storyOf, totalsOf } from '../../src-renderer/brain/story.ts';
import { activityOf, segmentsOf } from '../../src-renderer/conversation/segments.ts';
import { formatFor } from '../../src-renderer/i18n/format.ts';
import { applyToTurn, emptyTurn } from '../../src-renderer/store/fold-turn.ts';
import { openAsks } from '../../src-renderer/store/turns.ts';
import { byDay } from '../../src-renderer/usage/by-day.ts';
import { event, turnId } from './events.ts';

it.each([
  [0, '$0.00', '0,00 $'],
  [0.000001, '< $0.0001', '< 0,0001 $'],
  [0.0004, '$0.0004', '0,0004 $'],
  [0.05, '$0.05', '0,05 $'],
  [0.0512, '$0.0512', '0,0512 $'],
  [0.126, '$0.13', '0,13 $'],
  [12, '$12.00', '12,00 $'],
  [1234.5, '$1,234.50', '1.234,50 $'],
])('%d dollars are written as people write them', (usd, english, german) => {
  expect(formatFor('en').money(usd)).toBe(english);
  expect(formatFor('de').money(usd).replaceAll(/\s/g, ' ')).toBe(german);
});

const report = (more: Partial<EventOf<'usage'>>): EventOf<'usage'> => ({
  type: 'usage',
  call: 1,
  ms: 1,
  provider: 'first',
  model: 'm',
  inputTokens: 100,
  outputTokens: 10,
  cacheReadTokens: 300,
  cacheWriteTokens: 100,
  ...more,
});
const play = (...bodies: Parameters<typeof event>[1][]) =>
  bodies.map((body, index) => event(index + 1, body)).reduce(applyToTurn, emptyTurn(turnId, ''));

it('a call that was paid twice counts twice, and its unknown half is not a zero', () => {
  const turn = play(report({ costUsd: 0.5 }), report({}), report({ call: 2, costUsd: 0.25 }));
  expect(totalsOf(turn)).toMatchObject({
    inputTokens: 300,
    costUsd: 0.75,
    unknownCosts: 1,
    // Of everything that was read, not of what was read beside the cache.
    cacheShare: 0.6,
  });
});

it('a free model has no unknown cost, nor has a turn of an older brain that named nobody', () => {
  const { provider: _who, ...old } = report({});
  expect(totalsOf(play(report({ costUsd: 0 }))).unknownCosts).toBe(0);
  expect(totalsOf(play(old)).unknownCosts).toBe(0);
});

const ask: EventOf<'yield'> = {
  type: 'yield',
  toolCallId: 'a_1',
  reason: 'approval',
  title: 'Go past the limit?',
  detail: '',
  risk: '',
  cwd: '/',
  spend: { spentUsd: 1, limitUsd: 1 },
};
const started = { type: 'started', text: 'Hi' } as const;
const end = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

it('a question about money is no tool: answered, it neither runs nor fails', () => {
  const asking = play(started, ask);
  expect(openAsks(asking)).toHaveLength(1);
  expect(segmentsOf(asking).map(({ kind }) => kind)).toEqual([]);
  const allowed = applyToTurn(
    asking,
    event(3, { type: 'resumed', toolCallId: 'a_1', decision: 'allow_once' }),
  );
  expect(activityOf(allowed)?.kind).toBe('context');
  expect(totalsOf(allowed).tools).toBe(0);
  const done = { type: 'done', stopReason: 'end', iterations: 1, usage: end } as const;
  const ended = applyToTurn(allowed, event(4, done));
  expect(Object.values(ended.tools).map(({ status }) => status)).toEqual(['ok']);
  expect(storyOf(ended, 0).bar).toEqual([]);
});

it('days are newest first, and lines of a model that cost nothing known stay apart', () => {
  const line = { ...end, provider: 'p', model: 'm', calls: 1, unknownCalls: 1, costUsd: 0 };
  const days = byDay([
    { ...line, day: '2026-11-20' },
    { ...line, day: '2026-11-21', costUsd: 0.1, unknownCalls: 0 },
    { ...line, day: '2026-11-21', model: 'other' },
  ]);
  expect(days.map(({ day, sums }) => [day, sums.calls, sums.unknownCalls, sums.costUsd])).toEqual([
    ['2026-11-21', 2, 1, 0.1],
    ['2026-11-20', 1, 1, 0],
  ]);
});
