/**
 * Ranked search. The index gives what holds any of the words; here it is scored by all that is known:
 * words, their relatives, times, what stands beside a hit, and what the best hits have in common.
 */
import type { MemorySource } from '../../protocol/index.ts';
import type { Cortex, CortexHit } from '../regions.ts';
import { withAliases } from './aliases.ts';
import { besideWhat } from './beside.ts';
import { dayOf } from './calendar.ts';
import { follow } from './follow.ts';
import { followDates } from './follow-dates.ts';
import { Hit } from './hit.ts';
import { hashTerm, lookUp } from './keys.ts';
import { lookBeside } from './look-beside.ts';
import { transcriptPath } from './places.ts';
import { isEmptyQuery, planQuery } from './query.ts';
import type { Filter, Reader, Scorable } from './reader.ts';
import { best, probesOf, rarity, type Scored, scoreOf, valuesOf } from './score.ts';
import { shareContext, spreadToNeighbours } from './surroundings.ts';
import { TIME_VALUE, timelyPart } from './time-worth.ts';

export type SearchQuery = Parameters<Cortex['search']>[0];

/** How much a match is worth by where it is. */
const sourceWeights: Readonly<Record<MemorySource, number>> = {
  knowledge: 1,
  other: 0.95,
  sessions: 0.9,
  episodes: 0.6,
  // They have their own places in every request.
  identity: 0.35,
  prefrontal: 0.35,
  skills: 0.35,
  outcomes: 0.5,
};
const RECENCY_HALF_LIFE_DAYS = 60;
/** How much a match loses at most by being old. */
const RECENCY_PART = 0.08;
/** What it is worth to be the nearest in meaning: a little more than a rare word. */
const MEANING_VALUE = 5;
/** Longer questions are pages that name many times. */
const MAX_BESIDE_LENGTH = 400;
/** Scores of this much are half of what can be had. */
const HALF = 6;
const SMALLEST = 0.05;
const DAY = 86_400_000;
/** More are found than asked for: the final order is not the index's. */
const MORE = 60;

export function searchIndex(reader: Reader, query: SearchQuery, now: Date): readonly CortexHit[] {
  const limit = Math.max(0, Math.floor(query.limit));
  if (limit === 0 || isEmptyQuery(query.query)) return [];
  return reader.atOnce(() => ranked(reader, query, limit, now));
}

function ranked(
  reader: Reader,
  query: SearchQuery,
  limit: number,
  now: Date,
): readonly CortexHit[] {
  const plan = planQuery(query.query, reader, dayOf(now));
  const filter = {
    sources: query.sources,
    after: timeOf(query.after, Number.NEGATIVE_INFINITY),
    before: timeOf(query.before, Number.POSITIVE_INFINITY),
    withoutTranscript:
      query.withoutSession === undefined ? '' : transcriptPath(query.withoutSession),
  };
  const counts = reader.counts();
  const averageWords = Math.max(1, counts.words / Math.max(1, counts.chunks));
  let probes = probesOf(plan.concepts, counts);
  const times = plan.times.map(hashTerm);
  const timed = plan.times.reduce((total, term) => total + reader.count(term), 0);
  const timeValue = TIME_VALUE * rarity(timed, counts.chunks);
  const shade = (chunk: Scorable): number => sourceWeights[chunk.source] * recency(chunk.at, now);
  const timeliness = (chunk: Scorable): number => {
    const isTimed = times.some((hash) => lookUp(chunk.keys, hash) !== 0);
    return isTimed ? timelyPart(chunk, plan.spans) : 0;
  };
  const worth = (chunk: Scorable): number => {
    const words = scoreOf(chunk, probes, averageWords);
    const timely = timeliness(chunk) * timeValue;
    return (Math.max(words, SMALLEST) + timely) * shade(chunk);
  };
  const found = new Map<number, Scored>();
  const add = (chunks: readonly Scorable[]): void => {
    for (const chunk of chunks) {
      if (!found.has(chunk.id)) found.set(chunk.id, { chunk, score: worth(chunk) });
    }
  };
  const search = (terms: ReadonlyMap<string, number>, most: number): void => {
    for (const { chunk, score } of reader.find(terms, filter, most, worth)) {
      if (!found.has(chunk.id)) found.set(chunk.id, { chunk, score });
    }
  };
  const values = valuesOf(probes);
  for (const term of plan.times) values.set(term, Math.max(timeValue, values.get(term) ?? 0));
  search(values, limit + MORE);
  const aliased = withAliases({
    concepts: plan.concepts,
    found: found.values(),
    reader,
    chunks: counts.chunks,
  });
  if (aliased.some((concept, at) => concept !== plan.concepts[at])) {
    probes = probesOf(aliased, counts);
    const names = valuesOf(probes);
    for (const term of values.keys()) names.delete(term);
    const hashes = [...names.keys()].map(hashTerm);
    for (const one of found.values()) {
      const isNamed = hashes.some((hash) => lookUp(one.chunk.keys, hash) !== 0);
      if (isNamed) one.score = worth(one.chunk);
    }
    search(names, MORE);
  }
  if (query.near !== undefined) addByMeaning(reader, filter, query.near, add, found);
  shareContext(found.values(), probes, averageWords);
  const beside = besideWhat(query.query.slice(0, MAX_BESIDE_LENGTH));
  // A time that is named need not be found out, unless it is only one end of what is asked for.
  if (beside !== undefined && (plan.spans.length === 0 || beside.side === 'between')) {
    lookBeside({ reader, filter, found, beside, probes, counts, averageWords, now, add });
  }
  followDates(found, reader);
  follow({ reader, filter, plan, counts, averageWords, found, add });
  spreadToNeighbours(reader, filter, found, worth);
  const hits = oncePerTurn(best(found.values())).slice(0, limit);
  const shown = reader.showAll(hits.map(({ chunk }) => chunk));
  return hits.flatMap(({ chunk, score }, place) => {
    const text = shown[place];
    return text === undefined ? [] : [new Hit(text, chunk, score / (score + HALF), plan.marks)];
  });
}

/** What lies near in meaning is found also without a common word, and what is found by both is better. */
function addByMeaning(
  reader: Reader,
  filter: Filter,
  near: ReadonlyMap<string, number>,
  add: (chunks: readonly Scorable[]) => void,
  found: ReadonlyMap<number, Scored>,
): void {
  const hashes = [...near].flatMap(([hash, part]) => (part > 0 ? [hash] : []));
  if (hashes.length === 0) return;
  const chunks = reader.byHash(hashes, filter);
  add(chunks);
  for (const { id, hash } of chunks) {
    const scored = found.get(id);
    if (scored !== undefined) scored.score += MEANING_VALUE * (near.get(hash) ?? 0);
  }
}

/** A turn is in its session and in the diary; the conversation itself is what is wanted. */
function oncePerTurn(scored: readonly Scored[]): readonly Scored[] {
  const told = new Map<string, number>();
  for (const { chunk, score } of scored) {
    if (chunk.turn === '' || chunk.source !== 'episodes') continue;
    told.set(chunk.turn, Math.max(score, told.get(chunk.turn) ?? 0));
  }
  const inSession = new Set(
    scored.filter(({ chunk }) => chunk.source === 'sessions').map(({ chunk }) => chunk.turn),
  );
  const kept = scored.filter(
    ({ chunk }) => chunk.source !== 'episodes' || !inSession.has(chunk.turn),
  );
  const raised = new Set<string>();
  for (const one of kept) {
    const { turn, source } = one.chunk;
    if (source !== 'sessions' || raised.has(turn)) continue;
    raised.add(turn);
    one.score = Math.max(one.score, told.get(turn) ?? 0);
  }
  return best(kept);
}

function recency(at: number, now: Date): number {
  const days = Math.max(0, now.getTime() - at) / DAY;
  return 1 - RECENCY_PART * (1 - 0.5 ** (days / RECENCY_HALF_LIFE_DAYS));
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
