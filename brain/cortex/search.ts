/**
 * Ranked search. The index gives what holds any of the words; here it is scored by all that is known:
 * words, their relatives, times, what stands beside a hit, and what the best hits have in common.
 */
import type { MemorySource } from '../../protocol/index.ts';
import type { Cortex, CortexHit } from '../regions.ts';
import { isoLocal } from '../shared/time.ts';
import { follow } from './follow.ts';
import { hashTerm, lookUp } from './keys.ts';
import { transcriptPath } from './places.ts';
import { isEmptyQuery, planQuery } from './query.ts';
import type { Filter, Reader, Scorable } from './reader.ts';
import { best, type Probe, partsOf, probesOf, rarity, type Scored, scoreOf, sum } from './score.ts';
import { snippetOf } from './snippet.ts';
import { besideWhat, dayOf, termsOfSpan } from './times.ts';

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
/** What has a time of its own. */
const happened: ReadonlySet<MemorySource> = new Set(['sessions', 'episodes']);
/** Where what stands beside a chunk goes on with it. */
const continued: ReadonlySet<MemorySource> = new Set(['knowledge', 'other', 'sessions']);
const RECENCY_HALF_LIFE_DAYS = 60;
/** How much a match loses at most by being old. */
const RECENCY_PART = 0.08;
/** What it is worth to be the nearest in meaning: a little more than a rare word. */
const MEANING_VALUE = 5;
/** What the right time is worth, beside a word that is as rare as it. */
const TIME_VALUE = 2;
/** A time that is only spoken of counts less than the time at which something was said. */
const MENTIONED_PART = 0.7;
/** What a time is worth that follows from what was found, and was not named. */
const BESIDE_VALUE = 3;
const BESIDE_DAYS = 8;
/** Part of what the same conversation said just before or after that counts for an exchange too. */
const CONTEXT_PART = 0.4;
/** Longer pauses end a conversation. */
const SAME_CONVERSATION_MS = 30 * 60_000;
/** Part of a hit's score that its neighbours get. */
const NEIGHBOUR_PART = 0.2;
/** How many of the best hits have their neighbours looked at. */
const MAX_WITH_NEIGHBOURS = 8;
/** Scores of this much are half of what can be had. */
const HALF = 6;
const SMALLEST = 0.05;
const DAY = 86_400_000;
/** More are found than asked for: the final order is not the index's. */
const MORE = 60;

export function searchIndex(reader: Reader, query: SearchQuery, now: Date): readonly CortexHit[] {
  const limit = Math.max(0, Math.floor(query.limit));
  if (limit === 0 || isEmptyQuery(query.query)) return [];
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
  const probes = probesOf(plan.concepts, counts);
  const times = plan.times.map(hashTerm);
  const timed = plan.times.reduce((total, term) => total + reader.count(term), 0);
  const timeValue = TIME_VALUE * rarity(timed, counts.chunks);
  const shade = (chunk: Scorable): number => sourceWeights[chunk.source] * recency(chunk.at, now);
  const timeliness = (chunk: Scorable): number => {
    if (!times.some((hash) => lookUp(chunk.keys, hash) !== 0)) return 0;
    const day = dayOf(new Date(chunk.at));
    const then = plan.spans.some(({ from, to }) => from <= day && day <= to);
    return then && happened.has(chunk.source) ? 1 : MENTIONED_PART;
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
  add(reader.find(plan.match, filter, limit + MORE));
  if (query.near !== undefined) addByMeaning(reader, filter, query.near, add, found);
  shareContext(found.values(), probes, averageWords);
  const beside = plan.spans.length > 0 ? undefined : besideWhat(query.query.slice(0, 400));
  if (beside !== undefined) lookBeside(reader, filter, found, beside, add);
  follow({ reader, filter, plan, counts, averageWords, found, add });
  spreadToNeighbours(reader, filter, found, worth);
  return oncePerTurn(best(found.values()))
    .slice(0, limit)
    .map(({ chunk, score }) => hitOf(reader, chunk, score / (score + HALF), plan.marks))
    .filter((hit) => hit !== undefined);
}

/**
 * What lies near in meaning is found also without a common word, and what is found by both is better.
 * Cosines of one model say little by themselves: what counts is how far a text stands out.
 */
function addByMeaning(
  reader: Reader,
  filter: Filter,
  near: ReadonlyMap<string, number>,
  add: (chunks: readonly Scorable[]) => void,
  found: ReadonlyMap<number, Scored>,
): void {
  const cosines = [...near.values()];
  const top = Math.max(...cosines);
  const floor = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
  if (!(top > floor)) return;
  const chunks = reader.byHash([...near.keys()], filter);
  add(chunks);
  for (const { id, hash } of chunks) {
    const scored = found.get(id);
    const part = ((near.get(hash) ?? floor) - floor) / (top - floor);
    if (scored !== undefined && part > 0) scored.score += MEANING_VALUE * part;
  }
}

/**
 * An exchange is understood with what was said around it: what it lacks of the question, and the one
 * before or after it has, counts in part.
 */
function shareContext(
  found: Iterable<Scored>,
  probes: readonly Probe[],
  averageWords: number,
): void {
  const said = [...found].filter(({ chunk }) => chunk.source === 'sessions');
  for (const session of Map.groupBy(said, ({ chunk }) => chunk.file).values()) {
    if (session.length < 2) continue;
    const parts = session.map(({ chunk }) => partsOf(chunk, probes, averageWords));
    for (const [index, one] of session.entries()) {
      const own = parts[index] ?? [];
      const around = session.flatMap(({ chunk }, other) =>
        other !== index && Math.abs(chunk.at - one.chunk.at) <= SAME_CONVERSATION_MS
          ? [parts[other] ?? []]
          : [],
      );
      const lacking = own.map((part, probe) =>
        Math.max(0, ...around.map((theirs) => (theirs[probe] ?? 0) - part)),
      );
      one.score += CONTEXT_PART * sum(lacking);
    }
  }
}

/** "After the concert": the best hit tells when that was, and its days tell the rest. */
function lookBeside(
  reader: Reader,
  filter: Filter,
  found: ReadonlyMap<number, Scored>,
  side: 'before' | 'after',
  add: (chunks: readonly Scorable[]) => void,
): void {
  const [anchor] = best(found.values()).filter(({ chunk }) => happened.has(chunk.source));
  if (anchor === undefined) return;
  const day = dayOf(new Date(anchor.chunk.at));
  const span =
    side === 'after' ? { from: day, to: day + BESIDE_DAYS } : { from: day - BESIDE_DAYS, to: day };
  const terms = termsOfSpan(span);
  add(reader.find(terms, filter, MORE));
  const hashes = terms.map(hashTerm);
  for (const one of found.values()) {
    if (hashes.some((hash) => lookUp(one.chunk.keys, hash) !== 0)) one.score += BESIDE_VALUE;
  }
}

/** What stands beside a good hit often completes it: the answer after the question, the next point. */
function spreadToNeighbours(
  reader: Reader,
  filter: Filter,
  found: Map<number, Scored>,
  worth: (chunk: Scorable) => number,
): void {
  const gains = new Map<number, { readonly chunk: Scorable; gain: number }>();
  for (const { chunk, score } of best(found.values()).slice(0, MAX_WITH_NEIGHBOURS)) {
    if (!continued.has(chunk.source)) continue;
    for (const neighbour of reader.neighbours(chunk)) {
      if (neighbour.at < filter.after || neighbour.at >= filter.before) continue;
      const gain = score * NEIGHBOUR_PART;
      const known = gains.get(neighbour.id);
      if (known === undefined) gains.set(neighbour.id, { chunk: neighbour, gain });
      else known.gain = Math.max(known.gain, gain);
    }
  }
  for (const { chunk, gain } of gains.values()) {
    const known = found.get(chunk.id);
    if (known === undefined) found.set(chunk.id, { chunk, score: worth(chunk) + gain });
    else known.score += gain;
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

function hitOf(
  reader: Reader,
  chunk: Scorable,
  score: number,
  marks: readonly string[],
): CortexHit | undefined {
  const shown = reader.show(chunk.id);
  if (shown === undefined) return undefined;
  let snippet: string | undefined;
  const modified = new Date(chunk.at);
  return {
    path: shown.path,
    heading: shown.heading,
    source: chunk.source,
    score: Math.round(score * 10_000) / 10_000,
    // Made when asked for: the context builder takes 200 hits and shows none of their snippets.
    get snippet() {
      snippet ??= snippetOf(shown.text, marks);
      return snippet;
    },
    at: isoLocal(modified),
    text: shown.text,
    hash: shown.hash,
    tokens: shown.tokens,
    modified,
    ...(chunk.turn === '' ? {} : { turnId: chunk.turn }),
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
