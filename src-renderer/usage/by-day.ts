/** The lines of `usage.get` as the room shows them: newest day first, with its sum. */
import type { ResultOf, SpendingTotals } from '../../protocol/index.ts';

export type Sums = ResultOf<'usage.get'>['total'];

export interface DayUsage {
  readonly day: string;
  readonly sums: Sums;
  readonly lines: readonly SpendingTotals[];
}

export function byDay(lines: readonly SpendingTotals[]): readonly DayUsage[] {
  const days = Map.groupBy(lines, ({ day }) => day);
  return [...days]
    .map(([day, its]) => ({ day, lines: its, sums: sumOf(its) }))
    .sort((a, b) => b.day.localeCompare(a.day));
}

function sumOf(lines: readonly SpendingTotals[]): Sums {
  const sum = (pick: (line: SpendingTotals) => number): number =>
    lines.reduce((total, line) => total + pick(line), 0);
  return {
    calls: sum((line) => line.calls),
    unknownCalls: sum((line) => line.unknownCalls),
    inputTokens: sum((line) => line.inputTokens),
    outputTokens: sum((line) => line.outputTokens),
    cacheReadTokens: sum((line) => line.cacheReadTokens),
    cacheWriteTokens: sum((line) => line.cacheWriteTokens),
    costUsd: sum((line) => line.costUsd),
  };
}

interface Tokens {
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

/** Everything that was read, whether or not it came from the cache. */
export function allInput({ inputTokens, cacheReadTokens, cacheWriteTokens }: Tokens): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens;
}

/** 0..1; undefined where nothing came from a cache, which is not worth a word. */
export function cacheShare(tokens: Tokens): number | undefined {
  return tokens.cacheReadTokens > 0 ? tokens.cacheReadTokens / allInput(tokens) : undefined;
}

/** `YYYY-MM-DD` as that day's midnight here. */
export function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}
