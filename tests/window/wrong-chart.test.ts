import { describe, expect, it } from 'vitest';
import type { SpendingTotals } from '../../protocol/index.ts';
import { chartOf, daysBetween, mostModels, otherModels } from '../../src-renderer/usage/chart.ts';

const line = (day: string, model: string, more: Partial<SpendingTotals> = {}): SpendingTotals => ({
  day,
  provider: 'p',
  model,
  calls: 1,
  unknownCalls: 0,
  inputTokens: 100,
  outputTokens: 10,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 1,
  ...more,
});
const range = { from: '2026-11-19', to: '2026-11-21' };

describe('the chart of what was used', () => {
  it('has a column for each day, also for those of nothing', () => {
    const { columns } = chartOf([line('2026-11-20', 'a')], range, 'cost');
    expect(columns.map(({ day, total }) => [day, total])).toEqual([
      ['2026-11-19', 0],
      ['2026-11-20', 1],
      ['2026-11-21', 0],
    ]);
  });

  it('knows the days around a change of the clocks', () => {
    expect(daysBetween('2026-10-24', '2026-10-26')).toHaveLength(3);
    expect(daysBetween('2026-03-28', '2026-03-30')).toHaveLength(3);
    expect(daysBetween('2026-02-27', '2026-03-01')).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
  });

  it('loses no model beyond the colours that can be told apart', () => {
    const many = Array.from({ length: mostModels + 3 }, (_, n) =>
      line('2026-11-20', `m${n}`, { costUsd: n + 1 }),
    );
    const { models, columns, top } = chartOf(many, range, 'cost');
    const whole = many.reduce((sum, { costUsd }) => sum + costUsd, 0);
    expect(models).toHaveLength(mostModels);
    expect(models.at(-1)?.key).toBe(otherModels);
    expect(models.reduce((sum, { total }) => sum + total, 0)).toBe(whole);
    expect(columns[1]?.parts.reduce((sum, { value }) => sum + value, 0)).toBe(whole);
    expect(top).toBeGreaterThanOrEqual(whole);
  });

  it('weighs the cache share of a day by what was read, not by its lines', () => {
    const lines = [
      line('2026-11-20', 'a', { inputTokens: 0, cacheReadTokens: 900 }),
      line('2026-11-20', 'b', { inputTokens: 100 }),
    ];
    const { columns, models, top } = chartOf(lines, range, 'cache');
    expect(columns[1]?.total).toBeCloseTo(0.9);
    expect(models.map(({ model, total }) => [model, total])).toEqual([
      ['a', 1],
      ['b', 0],
    ]);
    expect(top).toBe(1);
  });

  it('has a scale that holds the highest day, and one where there is nothing', () => {
    for (const costUsd of [0.0003, 0.19, 0.2, 0.21, 1, 7, 99, 12345]) {
      const { top } = chartOf([line('2026-11-20', 'a', { costUsd })], range, 'cost');
      expect(top).toBeGreaterThanOrEqual(costUsd * (1 - 1e-9));
      expect(top).toBeLessThanOrEqual(costUsd * 2);
    }
    expect(chartOf([], range, 'tokens').top).toBeGreaterThan(0);
  });
});
