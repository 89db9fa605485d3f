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
/** One odd report (a cache that counts twice, a server that counts nothing) must not spoil much. */
const LOWEST = 0.8;
const HIGHEST = 3;
const WEIGHT = 0.3;

export function createTokenScale(): TokenScale {
  const scales = new Map<string, number>();
  const keyOf = ({ provider, model }: Pick<ModelTarget, 'provider' | 'model'>): string =>
    `${model}@${provider}`;
  return {
    of: (target) => scales.get(keyOf(target)) ?? 1,
    learn(target, estimated, reported) {
      if (estimated < SMALLEST_REQUEST || reported <= 0) return;
      const seen = Math.min(HIGHEST, Math.max(LOWEST, reported / estimated));
      const known = scales.get(keyOf(target));
      scales.set(keyOf(target), known === undefined ? seen : known + WEIGHT * (seen - known));
    },
  };
}
