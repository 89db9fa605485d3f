/** Ranked search over the store: words first, parts of words where that is not enough. */
import type { MemorySource } from '../../protocol/index.ts';
import type { Cortex, CortexHit } from '../regions.ts';
import { isoLocal } from '../shared/time.ts';
import { transcriptPath } from './places.ts';
import { isEmptyQuery, planQuery } from './query.ts';
import type { Found, Reader } from './reader.ts';
import { snippetOf } from './snippet.ts';

export type SearchQuery = Parameters<Cortex['search']>[0];

/** How much a match is worth by where it is. */
const sourceWeights: Readonly<Record<MemorySource, number>> = {
  knowledge: 1,
  identity: 0.95,
  prefrontal: 0.9,
  other: 0.9,
  skills: 0.85,
  sessions: 0.85,
  episodes: 0.8,
  outcomes: 0.5,
};
const RECENCY_HALF_LIFE_DAYS = 60;
/** How much a match loses at most by being old. */
const RECENCY_PART = 0.15;
/** A word found inside another word says less than the word itself. */
const GRAM_PART = 0.6;
const SMALLEST_RANK = 0.1;
const DAY = 86_400_000;

export function searchIndex(reader: Reader, query: SearchQuery, now: Date): readonly CortexHit[] {
  const limit = Math.max(0, Math.floor(query.limit));
  if (limit === 0 || isEmptyQuery(query.query)) return [];
  const plan = planQuery(query.query, reader.chunks(), reader.frequencies);
  const filter = {
    sources: query.sources,
    after: timeOf(query.after, Number.NEGATIVE_INFINITY),
    before: timeOf(query.before, Number.POSITIVE_INFINITY),
    withoutTranscript:
      query.withoutSession === undefined ? '' : transcriptPath(query.withoutSession),
    // Sources and age reorder the best ones a little; a few more than asked for are enough.
    limit: limit + 40,
  };
  const found = new Map<number, { readonly row: Found; readonly score: number }>();
  const add = (row: Found, part: number): void => {
    const score = squash(row.rank) * part * sourceWeights[row.source] * recency(row.at, now);
    const known = found.get(row.id);
    if (known === undefined || known.score < score) found.set(row.id, { row, score });
  };
  if (plan.words !== undefined) {
    for (const row of reader.find('words', plan.words, filter)) add(row, 1);
  }
  if (plan.grams !== undefined && (plan.unknown || found.size < limit)) {
    for (const row of reader.find('grams', plan.grams, filter)) add(row, GRAM_PART);
  }
  return [...found.values()]
    .toSorted((a, b) => b.score - a.score || a.row.id - b.row.id)
    .slice(0, limit)
    .map(({ row, score }) => hitOf(row, score, plan.terms));
}

/**
 * Makes 0..1 of a rank. A word that is in most chunks ranks almost nothing, but in an index of a few
 * notes it is still a match.
 */
function squash(rank: number): number {
  const positive = Math.max(SMALLEST_RANK, rank);
  return positive / (1 + positive);
}

function recency(at: number, now: Date): number {
  const days = Math.max(0, now.getTime() - at) / DAY;
  return 1 - RECENCY_PART * (1 - 0.5 ** (days / RECENCY_HALF_LIFE_DAYS));
}

function hitOf(row: Found, score: number, terms: readonly string[]): CortexHit {
  let snippet: string | undefined;
  const modified = new Date(row.at);
  return {
    path: row.path,
    heading: row.heading,
    source: row.source,
    score: Math.round(score * 10_000) / 10_000,
    // Made when asked for: the context builder takes 200 hits and shows none of their snippets.
    get snippet() {
      snippet ??= snippetOf(row.text, terms);
      return snippet;
    },
    at: isoLocal(modified),
    text: row.text,
    hash: row.hash,
    tokens: row.tokens,
    modified,
    ...(row.turn === '' ? {} : { turnId: row.turn }),
  };
}

/** A date without a time means the beginning of that day in local time. */
function timeOf(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  const time =
    day === null
      ? Date.parse(text)
      : new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3])).getTime();
  return Number.isNaN(time) ? otherwise : time;
}
