/** How well a chunk answers a question, by the terms that it holds. Pure. */
import { countOf, hashOfKey, hashTerm, isInHeading } from './keys.ts';
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

/** Several concepts, ready to be looked up at once. */
export interface Probes {
  readonly list: readonly Probe[];
  /** By the last bits of a hash: whether any term may have it. Nearly all terms of a chunk fall through. */
  readonly sieve: Uint8Array;
  readonly targets: ReadonlyMap<number, readonly Target[]>;
  /** What each concept finds in the chunk that is just looked at. */
  readonly parts: Float64Array;
}

/** Which concept a term belongs to, and what it is worth there. */
interface Target {
  readonly place: number;
  readonly value: number;
}

const SIEVE = 4096;

export function probesFor(list: readonly Probe[]): Probes {
  const sieve = new Uint8Array(SIEVE);
  const targets = new Map<number, Target[]>();
  for (const [place, { terms }] of list.entries()) {
    for (const { hash, value } of terms) {
      sieve[hash % SIEVE] = 1;
      const known = targets.get(hash);
      if (known === undefined) targets.set(hash, [{ place, value }]);
      else known.push({ place, value });
    }
  }
  return { list, sieve, targets, parts: new Float64Array(list.length) };
}

export function probesOf(concepts: readonly Concept[], { chunks }: Counts, part = 1): Probes {
  const list = concepts.map(({ form, weight: worth, terms }) => {
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
  return probesFor(list);
}

/** What it is worth to hold a term. */
export function valuesOf({ list }: Probes): Map<string, number> {
  const values = new Map<string, number>();
  for (const { term, value } of list.flatMap(({ terms }) => terms)) {
    values.set(term, Math.max(value, values.get(term) ?? 0));
  }
  return values;
}

export function rarity(count: number, chunks: number): number {
  return Math.log(1 + (chunks - count + 0.5) / (count + 0.5));
}

/** What each probe finds in a chunk. */
export function partsOf(chunk: Scorable, probes: Probes, averageWords: number): readonly number[] {
  return [...lookUpAll(chunk, probes, averageWords)];
}

export function scoreOf(chunk: Scorable, probes: Probes, averageWords: number): number {
  let total = 0;
  for (const part of lookUpAll(chunk, probes, averageWords)) total += part;
  return total;
}

/** In `probes.parts`, until the next chunk is looked at. */
function lookUpAll(
  { keys, words }: Scorable,
  { sieve, targets, parts }: Probes,
  averageWords: number,
): Float64Array {
  const norm = K1 * (1 - B + (B * words) / averageWords);
  parts.fill(0);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    const hash = hashOfKey(key);
    if (sieve[hash % SIEVE] === 0) continue;
    const count = countOf(key) + (isInHeading(key) ? HEADING : 0);
    for (const { place, value } of targets.get(hash) ?? []) {
      parts[place] = Math.max(parts[place] ?? 0, (value * count * (K1 + 1)) / (count + norm));
    }
  }
  return parts;
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, one) => total + one, 0);

export interface Scored {
  readonly chunk: Scorable;
  score: number;
}

/** Equal scores in the order of the index, so that the same question gives the same list. */
export function best(scored: Iterable<Scored>): Scored[] {
  return [...scored].sort(bestFirst);
}

/** The first `most` of `best`, where that are only a few. */
export function bestFew(scored: Iterable<Scored>, most: number): readonly Scored[] {
  const few: Scored[] = [];
  for (const one of scored) {
    const last = few[most - 1];
    if (last !== undefined && bestFirst(last, one) < 0) continue;
    let at = Math.min(few.length, most - 1);
    for (let before = few[at - 1]; before !== undefined && bestFirst(one, before) < 0; ) {
      few[at] = before;
      at -= 1;
      before = few[at - 1];
    }
    few[at] = one;
  }
  return few;
}

const bestFirst = (a: Scored, b: Scored): number => b.score - a.score || a.chunk.id - b.chunk.id;
