/** What the usage chart draws: a column for each day, a part of it for each model. Pure. */
import type { SpendingTotals } from '../../protocol/index.ts';
import { allInput, dateOf } from './by-day.ts';

export const measures = ['cost', 'tokens', 'cache'] as const;
/** `cache`: which share of what was read came from the provider's cache, 0..1. */
export type Measure = (typeof measures)[number];

export interface Model {
  readonly key: string;
  readonly model: string;
  readonly provider: string;
  /** Over all days; a share where shares are measured. */
  readonly total: number;
}

export interface Column {
  readonly day: string;
  readonly total: number;
  /** From the bottom up; those of nothing are left out. */
  readonly parts: readonly { readonly key: string; readonly value: number }[];
}

export interface Chart {
  /** The largest first; those beyond the most that colours tell apart are one, with an empty name. */
  readonly models: readonly Model[];
  readonly columns: readonly Column[];
  /** The top of the scale, and its lines from the bottom up. */
  readonly top: number;
  readonly ticks: readonly number[];
}

export const mostModels = 7;
export const otherModels = 'others';

export function chartOf(
  lines: readonly SpendingTotals[],
  { from, to }: { readonly from: string; readonly to: string },
  measure: Measure,
): Chart {
  const models = modelsOf(lines, measure);
  const named = new Set(models.map(({ key }) => key));
  const days = Map.groupBy(lines, ({ day }) => day);
  const columns = daysBetween(from, to).map((day): Column => {
    const its = days.get(day) ?? [];
    if (measure === 'cache') {
      const share = shareOf(its);
      return { day, total: share, parts: share > 0 ? [{ key: 'cache', value: share }] : [] };
    }
    const byModel = Map.groupBy(its, (line) =>
      named.has(keyOf(line)) ? keyOf(line) : otherModels,
    );
    const parts = models
      .map(({ key }) => ({ key, value: sum(byModel.get(key) ?? [], measure) }))
      .filter(({ value }) => value > 0);
    return { day, total: parts.reduce((total, { value }) => total + value, 0), parts };
  });
  const top = measure === 'cache' ? 1 : niceTop(Math.max(0, ...columns.map(({ total }) => total)));
  return { models, columns, top, ticks: [0, top / 2, top] };
}

function modelsOf(lines: readonly SpendingTotals[], measure: Measure): readonly Model[] {
  const all = [...Map.groupBy(lines, keyOf)]
    .map(([key, its]): Model => {
      const total = measure === 'cache' ? shareOf(its) : sum(its, measure);
      return { key, model: its[0]?.model ?? '', provider: its[0]?.provider ?? '', total };
    })
    .sort((a, b) => b.total - a.total || (a.key < b.key ? -1 : 1));
  if (all.length <= mostModels || measure === 'cache') return all;
  const rest = all.slice(mostModels - 1);
  const total = rest.reduce((whole, one) => whole + one.total, 0);
  return [...all.slice(0, mostModels - 1), { key: otherModels, model: '', provider: '', total }];
}

function keyOf({ model, provider }: SpendingTotals): string {
  return `${model}@${provider}`;
}

function sum(lines: readonly SpendingTotals[], measure: 'cost' | 'tokens'): number {
  return lines.reduce(
    (total, line) =>
      total + (measure === 'cost' ? line.costUsd : allInput(line) + line.outputTokens),
    0,
  );
}

function shareOf(lines: readonly SpendingTotals[]): number {
  const read = lines.reduce((total, line) => total + allInput(line), 0);
  const cached = lines.reduce((total, line) => total + line.cacheReadTokens, 0);
  return read > 0 ? cached / read : 0;
}

/** Both included. */
export function daysBetween(from: string, to: string): readonly string[] {
  const days: string[] = [];
  // By the calendar, not by hours: a day may have 23 or 25 of them.
  for (const date = dateOf(from); dayName(date) <= to; date.setDate(date.getDate() + 1)) {
    days.push(dayName(date));
  }
  return days;
}

/** `YYYY-MM-DD` of a date here. */
export function dayName(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The smallest of 1, 2, 4, 5, 6, 8, 10 times a power of ten that holds it; half of it is as round. */
function niceTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 6, 8, 10].find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return step * power;
}
