/** Turns what a person typed into FTS5 queries. Pure: the index's counts are passed in. */
import { characterPairs, contentWords, isSpaceless, plainWords } from '../shared/words.ts';

/** At most this many words of a long query are searched for: the rarest ones. */
export const MAX_WORDS = 8;
export const MAX_PAIRS = 12;
/** This many are searched for even if they are common. */
const ALWAYS_WORDS = 3;
/** A search costs what it reads: all together the words may stand in this part of all chunks. */
const POSTINGS_PART = 0.1;
const MIN_POSTINGS = 3_000;
/** Of a pasted page at most this many distinct words are even counted. */
const MAX_COUNTED = 96;
/** Words at each end of it that always are. */
const EDGE = 24;
/** No need to read more than this of a message to know what it is about. */
const MAX_QUERY_LENGTH = 20_000;
/** A word in more than this part of all chunks tells nothing, once there are enough chunks. */
const COMMON = 0.25;
const COMMON_FROM_CHUNKS = 200;

export interface Plan {
  /** For the table of stemmed words; undefined when nothing in the query can match there. */
  readonly words: string | undefined;
  /** For the trigram table: the same words as parts of longer ones. */
  readonly grams: string | undefined;
  /** Some word of the query is not in the index as a word. */
  readonly unknown: boolean;
  /** What is marked in snippets. */
  readonly terms: readonly string[];
}

/** An FTS5 string: quotes doubled, NUL out. Whatever is in it, it is never syntax. */
export function quote(term: string): string {
  return `"${term.replaceAll('\0', '').replaceAll('"', '""')}"`;
}

export function planQuery(
  text: string,
  chunks: number,
  frequencies: (words: readonly string[]) => ReadonlyMap<string, number>,
): Plan {
  const query = text.slice(0, MAX_QUERY_LENGTH);
  const words = pickWords(contentWords(query), chunks, frequencies);
  const pairs = pickPairs(query, frequencies);
  const unknown = words.unknown || pairs.unknown;
  const clauses = [...words.terms.map(quote), ...pairs.terms.map(pairClause)];
  // Three letters are inside of almost anything.
  const parts = words.terms.filter((word) => word.length >= 4);
  return {
    words: clauses.length === 0 ? undefined : clauses.join(' OR '),
    grams: parts.length === 0 ? undefined : parts.map(quote).join(' OR '),
    unknown,
    terms: [...words.terms, ...pairs.terms],
  };
}

/** A single character of a script without spaces is looked for at the beginning of its pairs. */
function pairClause(pair: string): string {
  return [...pair].length === 1 ? `${quote(pair)} *` : quote(pair);
}

interface Picked {
  readonly terms: readonly string[];
  readonly unknown: boolean;
}

function pickWords(
  words: readonly string[],
  chunks: number,
  frequencies: (words: readonly string[]) => ReadonlyMap<string, number>,
): Picked {
  const counted = worthCounting(words);
  const counts = frequencies(counted);
  const countOf = (word: string): number => counts.get(word) ?? 0;
  const unknown = counted.some((word) => countOf(word) === 0);
  let kept = counted;
  if (chunks >= COMMON_FROM_CHUNKS) {
    const rare = kept.filter((word) => countOf(word) <= chunks * COMMON);
    if (rare.some((word) => countOf(word) > 0)) kept = rare;
  }
  if (kept.length > ALWAYS_WORDS) {
    const known = kept.filter((word) => countOf(word) > 0);
    const rarest = (known.length > 0 ? known : kept)
      .toSorted((a, b) => countOf(a) - countOf(b))
      .slice(0, MAX_WORDS);
    let postings = 0;
    const room = Math.max(MIN_POSTINGS, chunks * POSTINGS_PART);
    kept = rarest.filter((word, index) => {
      postings += countOf(word);
      return index < ALWAYS_WORDS || postings <= room;
    });
  }
  // In the order of the message, so that equal queries are equal strings.
  const chosen = new Set(kept);
  return { terms: words.filter((word) => chosen.has(word)), unknown };
}

/**
 * Of a pasted page the words that are worth counting: its beginning and its end, where the question
 * stands, and between them long words and numbers, which are rarer than short ones.
 */
function worthCounting(words: readonly string[]): readonly string[] {
  if (words.length <= MAX_COUNTED) return words;
  const weight = (word: string): number => word.length + (/\d/.test(word) ? 4 : 0);
  const between = words
    .slice(EDGE, -EDGE)
    .filter((word) => word.length <= 40)
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, MAX_COUNTED - 2 * EDGE);
  return [...words.slice(0, EDGE), ...between, ...words.slice(-EDGE)];
}

function pickPairs(
  query: string,
  frequencies: (words: readonly string[]) => ReadonlyMap<string, number>,
): Picked {
  if (!isSpaceless(query)) return { terms: [], unknown: false };
  const pairs = [...new Set(characterPairs(query))].slice(0, MAX_COUNTED);
  if (pairs.length <= MAX_PAIRS) return { terms: pairs, unknown: false };
  const counts = frequencies(pairs);
  const known = pairs.filter((pair) => (counts.get(pair) ?? 0) > 0);
  const kept = new Set(
    known.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)).slice(0, MAX_PAIRS),
  );
  return { terms: pairs.filter((pair) => kept.has(pair)), unknown: known.length === 0 };
}

/** Did the query hold anything that could be searched for at all? */
export function isEmptyQuery(text: string): boolean {
  return plainWords(text).length === 0 && !isSpaceless(text);
}
