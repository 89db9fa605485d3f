/**
 * How far our estimate is from what a model really counts, learned from the usage it reports.
 *
 * It corrects what depends on the true size (is the history full, does the turn still fit), never
 * the caps of the prompt's stable parts: those must not move from one answer to the next.
 */
import type { ModelTarget } from '../shared/model.ts';

export interface TokenScale {
  /** True tokens per estimated token; 1 where nothing was learned yet. */
  of(target: Pick<ModelTarget, 'provider' | 'model'>): number;
  learn(target: Pick<ModelTarget, 'provider' | 'model'>, estimated: number, reported: number): void;
}

/** Below this, what a provider adds around every request would pass for an error of the estimate. */
const SMALLEST_REQUEST = 500;
/** Beyond these no tokenizer is believed to lie. */
const LOWEST = 0.6;
const HIGHEST = 3;
/** The median of so many reports: an odd one (a cache that counts twice) changes nothing, first or last. */
const REPORTS = 5;

export function createTokenScale(): TokenScale {
  const reports = new Map<string, readonly number[]>();
  const keyOf = ({ provider, model }: Pick<ModelTarget, 'provider' | 'model'>): string =>
    `${model}@${provider}`;
  return {
    of: (target) => median(reports.get(keyOf(target)) ?? []),
    learn(target, estimated, reported) {
      if (estimated < SMALLEST_REQUEST || reported <= 0) return;
      const seen = Math.min(HIGHEST, Math.max(LOWEST, reported / estimated));
      const key = keyOf(target);
      reports.set(key, [...(reports.get(key) ?? []), seen].slice(-REPORTS));
    },
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 1;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 1;
  return (lower + upper) / 2;
}
