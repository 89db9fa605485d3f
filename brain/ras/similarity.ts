/** How much of one text is in another, by runs of three words. */
import type { Candidate } from '../regions.ts';
import { createKept } from '../shared/kept.ts';
import { characterPairs, plainWords } from '../shared/words.ts';
import { hashOfWord } from './key-numbers.ts';

const RUN = 3;
/** From this share of common runs on, two texts say the same. */
const SAME = 0.8;

/** Runs as numbers: two different runs with the same one are too rare to make up a share. */
function shinglesIn(text: string): Uint32Array {
  const hashes = plainWords(text).map(hashOfWord);
  const shingles = new Set<number>(characterPairs(text).map(hashOfWord));
  if (hashes.length < RUN && hashes.length > 0) shingles.add(hashOfRun(hashes));
  for (let i = 0; i + RUN <= hashes.length; i++) {
    shingles.add(hashOfRun(hashes.slice(i, i + RUN)));
  }
  return Uint32Array.from(shingles);
}

/** The same notes come again from message to message. */
const known = createKept<string, Uint32Array>(4_000);

/** Each once. `hash` is that of the text. */
export function shinglesOf({ text, hash }: Pick<Candidate, 'text' | 'hash'>): Uint32Array {
  const before = known.get(hash);
  if (before !== undefined) return before;
  const shingles = shinglesIn(text);
  known.put(hash, shingles);
  return shingles;
}

function hashOfRun(words: readonly number[]): number {
  let hash = 0;
  for (const word of words) hash = Math.imul(hash, 0x9e3779b1) ^ word;
  return hash;
}

export interface SeenTexts {
  /** The first text that holds (almost) everything that is in `shingles`; its path. */
  covering(shingles: Uint32Array): string | undefined;
  add(path: string, shingles: Uint32Array): void;
}

/** Texts by their shingles, so that a new one is compared only with those it shares some with. */
export function createSeenTexts(): SeenTexts {
  const paths: string[] = [];
  const holders = new Map<number, number[]>();
  return {
    covering(shingles) {
      const common = new Map<number, number>();
      for (const shingle of shingles) {
        for (const index of holders.get(shingle) ?? []) {
          common.set(index, (common.get(index) ?? 0) + 1);
        }
      }
      let best: number | undefined;
      for (const [index, count] of common) {
        if (count >= shingles.length * SAME && (best === undefined || index < best)) best = index;
      }
      return best === undefined ? undefined : paths[best];
    },
    add(path, shingles) {
      const index = paths.push(path) - 1;
      for (const shingle of shingles) {
        const list = holders.get(shingle);
        if (list === undefined) holders.set(shingle, [index]);
        else list.push(index);
      }
    },
  };
}
