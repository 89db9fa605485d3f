/** How well a chunk answers a question, by the terms that it holds. Pure. */
import { countOf, hashTerm, isInHeading, lookUp } from './keys.ts';
import type { Concept } from './query.ts';
import type { Scorable } from './reader.ts';
import type { Counts } from './store.ts';

/** The usual constants of BM25. */
const K1 = 1.2;
const B = 0.6;
/** A word in a heading counts as so many in the text. */
const HEADING = 2;

/** One concept, ready to be looked up. */
export interface Probe {
  readonly form: string;
  readonly terms: readonly {
    readonly term: string;
    readonly hash: number;
    readonly value: number;
  }[];
}

export function probesOf(
  concepts: readonly Concept[],
  { chunks }: Counts,
  part = 1,
): readonly Probe[] {
  return concepts.map(({ form, weight: worth, terms }) => {
    const own = Math.max(
      0,
      ...terms.filter(({ weight }) => weight === 1).map(({ count }) => count),
    );
    return {
      form,
      terms: terms
        .filter(({ count }) => count > 0)
        .map(({ term, weight, count }) => ({
          term,
          hash: hashTerm(term),
          // A rare relative is no better a match than the word itself would be.
          value: part * worth * weight * rarity(Math.max(count, own), chunks),
        })),
    };
  });
}

/** What it is worth to hold a term. */
export function valuesOf(probes: readonly Probe[]): Map<string, number> {
  const values = new Map<string, number>();
  for (const { term, value } of probes.flatMap(({ terms }) => terms)) {
    values.set(term, Math.max(value, values.get(term) ?? 0));
  }
  return values;
}

export function rarity(count: number, chunks: number): number {
  return Math.log(1 + (chunks - count + 0.5) / (count + 0.5));
}

/** What each probe finds in a chunk. */
export function partsOf(
  chunk: Scorable,
  probes: readonly Probe[],
  averageWords: number,
): readonly number[] {
  const norm = normOf(chunk, averageWords);
  return probes.map((probe) => partOf(chunk, probe, norm));
}

export function scoreOf(chunk: Scorable, probes: readonly Probe[], averageWords: number): number {
  const norm = normOf(chunk, averageWords);
  let total = 0;
  for (const probe of probes) total += partOf(chunk, probe, norm);
  return total;
}

const normOf = (chunk: Scorable, averageWords: number): number =>
  K1 * (1 - B + (B * chunk.words) / averageWords);

function partOf(chunk: Scorable, { terms }: Probe, norm: number): number {
  let best = 0;
  for (const { hash, value } of terms) {
    const found = lookUp(chunk.keys, hash);
    if (found === 0) continue;
    const count = countOf(found) + (isInHeading(found) ? HEADING : 0);
    best = Math.max(best, (value * count * (K1 + 1)) / (count + norm));
  }
  return best;
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, one) => total + one, 0);

export interface Scored {
  readonly chunk: Scorable;
  score: number;
}

/** Equal scores in the order of the index, so that the same question gives the same list. */
export function best(scored: Iterable<Scored>): Scored[] {
  return [...scored].sort((a, b) => b.score - a.score || a.chunk.id - b.chunk.id);
}
