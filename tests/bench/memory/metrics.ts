/** The arithmetic of the memory bench. */
import type { Kind, Split } from './corpus.ts';

export const depths = [1, 5, 10, 20] as const;
/** How many units are asked for: the deepest recall. */
export const DEPTH = 20;
const MISS_DEPTH = 10;

/** What one retriever made of one question. */
export interface Outcome {
  readonly kind: Kind;
  readonly split: Split;
  readonly evidence: readonly string[];
  /** Best first. */
  readonly found: readonly string[];
  /** What is in the prompt. */
  readonly kept: readonly string[];
  readonly ms: number;
}

export interface Figures {
  readonly questions: number;
  /** Mean over the questions of the share of their evidence, for each of `depths`. */
  readonly recall: readonly number[];
  /** Mean of 1 / rank of the first piece of evidence, 0 when none is found. */
  readonly mrr: number;
  /** Pieces of evidence that are not among the first ten, of all questions together. */
  readonly misses: number;
  readonly evidence: number;
  /** Mean over the questions of the share of their evidence that is in the prompt. */
  readonly survives: number;
}

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  return {
    questions: outcomes.length,
    recall: depths.map((k) => mean(outcomes.map((outcome) => recallAt(outcome, k)))),
    mrr: mean(outcomes.map(reciprocalRank)),
    misses: sum(outcomes.map(missesOf)),
    evidence: sum(outcomes.map(({ evidence }) => evidence.length)),
    survives: mean(outcomes.map(({ evidence, kept }) => shareOf(evidence, kept))),
  };
}

/** By how many percent `ours` has fewer misses; negative when it has more, undefined without any. */
export function fewerMisses(baseline: Figures, ours: Figures): number | undefined {
  if (baseline.misses === 0) return undefined;
  return ((baseline.misses - ours.misses) / baseline.misses) * 100;
}

export function recallAt({ evidence, found }: Outcome, k: number): number {
  return shareOf(evidence, distinct(found).slice(0, k));
}

function missesOf(outcome: Outcome): number {
  const first = new Set(distinct(outcome.found).slice(0, MISS_DEPTH));
  return outcome.evidence.filter((id) => !first.has(id)).length;
}

function reciprocalRank({ evidence, found }: Outcome): number {
  const place = distinct(found).findIndex((id) => evidence.includes(id));
  return place === -1 ? 0 : 1 / (place + 1);
}

function shareOf(evidence: readonly string[], ids: readonly string[]): number {
  const there = new Set(ids);
  return evidence.filter((id) => there.has(id)).length / evidence.length;
}

const distinct = (ids: readonly string[]): readonly string[] => [...new Set(ids)];
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? Number.NaN : sum(numbers) / numbers.length;
