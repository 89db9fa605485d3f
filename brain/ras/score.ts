/** Relevance of candidates for a message: what they say, how old they are, where they come from. */
import type { MemorySource } from '../../protocol/index.ts';
import type { Candidate, ScoredCandidate } from '../regions.ts';
import { createKept } from '../shared/kept.ts';
import { keyNumbers } from './key-numbers.ts';

/** Memory below this is not worth its tokens. */
export const RELEVANCE_FLOOR = 0.15;

const sourceWeights: Readonly<Record<MemorySource, number>> = {
  knowledge: 1,
  identity: 1,
  prefrontal: 1,
  skills: 0.9,
  other: 0.8,
  episodes: 0.6,
  sessions: 0.6,
  outcomes: 0.3,
};
const RECENCY_HALF_LIFE_DAYS = 30;
const DAY = 86_400_000;

/** The index knows rarity over everything; our own match knows how much of the message is covered. */
const INDEX_PART = 0.7;
const MATCH_PART = 1 - INDEX_PART;
/** Age and origin only shade a match; they never make one. */
const RECENCY_PART = 0.15;
const SOURCE_PART = 0.15;
/** A long message need not be covered whole: this many rare words are a full match. */
const ENOUGH_WORDS = 4;

export function scoreCandidates(
  candidates: readonly Candidate[],
  query: string,
  now: Date,
): readonly ScoredCandidate[] {
  const wanted = keyNumbers(query);
  const found = candidates.map((candidate) => foundIn(candidate, wanted));
  const weights = weigh(wanted.length, found);
  const full = fullMatch(weights);
  return candidates.map((candidate, index) => {
    const match = sumOf(weights, found[index] ?? []) / full;
    const lexical = INDEX_PART * clamp(candidate.lexical) + MATCH_PART * Math.min(1, match);
    const shade =
      1 -
      RECENCY_PART * (1 - recency(candidate.modified, now)) -
      SOURCE_PART * (1 - sourceWeights[candidate.source]);
    return { ...candidate, score: round(clamp(lexical * shade)) };
  });
}

/** The same notes come again from message to message: by the hash of their texts. */
const numbersOfNotes = createKept<string, { heading: string; numbers: Uint32Array }>(16_000);

function numbersOf({ heading, text, hash }: Candidate): Uint32Array {
  const known = numbersOfNotes.get(hash);
  if (known?.heading === heading) return known.numbers;
  // The arrow between headings would cost the whole text its short cut for ASCII.
  const numbers = keyNumbers(`${heading.replaceAll('›', ' ')}\n${text}`);
  numbersOfNotes.put(hash, { heading, numbers });
  return numbers;
}

/** The places of those of the wanted numbers that a candidate has. */
function foundIn(candidate: Candidate, wanted: Uint32Array): readonly number[] {
  const own = numbersOf(candidate);
  const places: number[] = [];
  // Both are sorted: they are walked through side by side.
  let at = 0;
  for (let place = 0; place < wanted.length; place++) {
    const number = wanted[place] ?? 0;
    while (at < own.length && (own[at] ?? 0) < number) at++;
    if (own[at] === number) places.push(place);
  }
  return places;
}

/**
 * Weight of each word of the message: rare among the candidates is worth more. One that none of them
 * has counts half: it may be what is asked for, or just a turn of speech.
 */
function weigh(words: number, found: readonly (readonly number[])[]): readonly number[] {
  const counts = new Array<number>(words).fill(0);
  for (const place of found.flat()) counts[place] = (counts[place] ?? 0) + 1;
  return counts.map((count) => {
    const weight = Math.log(1 + (found.length + 1) / (Math.max(1, count) + 0.5));
    return count === 0 ? weight / 2 : weight;
  });
}

function fullMatch(weights: readonly number[]): number {
  const largest = weights.toSorted((a, b) => b - a).slice(0, ENOUGH_WORDS);
  const sum = largest.reduce((total, weight) => total + weight, 0);
  return sum === 0 ? 1 : sum;
}

function sumOf(weights: readonly number[], places: readonly number[]): number {
  return places.reduce((sum, place) => sum + (weights[place] ?? 0), 0);
}

function recency(modified: Date | undefined, now: Date): number {
  if (modified === undefined) return 0.5;
  const days = Math.max(0, now.getTime() - modified.getTime()) / DAY;
  return 0.5 ** (days / RECENCY_HALF_LIFE_DAYS);
}

function clamp(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}

/** Four digits are enough for people, and keep records short. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
