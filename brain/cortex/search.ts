/**
 * Ranked search. The index gives what holds any of the words; here it is scored by all that is known:
 * words, their relatives, times, what stands beside a hit, and what the best hits have in common.
 */
import type { MemorySource } from '../../protocol/index.ts';
import type { Cortex, CortexHit } from '../regions.ts';
import { isoLocal } from '../shared/time.ts';
import { type Beside, besideWhat, spanBeside } from './beside.ts';
import { type DaySpan, dayOf } from './calendar.ts';
import { follow } from './follow.ts';
import { hashTerm, lookUp } from './keys.ts';
import { transcriptPath } from './places.ts';
import { isEmptyQuery, planQuery } from './query.ts';
import type { Filter, Reader, Scorable } from './reader.ts';
import {
  best,
  type Probe,
  partsOf,
  probesOf,
  rarity,
  type Scored,
  scoreOf,
  sum,
  valuesOf,
} from './score.ts';
import { snippetOf } from './snippet.ts';
import type { Counts } from './store.ts';
import { formsOf } from './terms.ts';
import { termsOfSpan } from './time-terms.ts';
import { timesIn } from './times.ts';

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
/** How many of the texts that speak of an event are asked when it was, and how far from today. */
const MAX_SPEAKING = 8;
const EVENT_DAYS_BACK = 500;
const EVENT_DAYS_AHEAD = 60;
/** Words that only tell the time of what is asked for are not what is asked for. */
const EVENT_PART = 0.6;
/** Longer questions are pages that name many times. */
const MAX_BESIDE_LENGTH = 400;
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
  const values = valuesOf(probes);
  for (const term of plan.times) values.set(term, Math.max(timeValue, values.get(term) ?? 0));
  add(reader.find(values, filter, limit + MORE, worth));
  if (query.near !== undefined) addByMeaning(reader, filter, query.near, add, found);
  shareContext(found.values(), probes, averageWords);
  const beside = besideWhat(query.query.slice(0, MAX_BESIDE_LENGTH));
  // A time that is named need not be found out, unless it is only one end of what is asked for.
  if (beside !== undefined && (plan.spans.length === 0 || beside.side === 'between')) {
    lookBeside({ reader, filter, found, beside, probes, counts, averageWords, now, add });
  }
  follow({ reader, filter, plan, counts, averageWords, found, add });
  spreadToNeighbours(reader, filter, found, worth);
  return oncePerTurn(best(found.values()))
    .slice(0, limit)
    .map(({ chunk, score }) => hitOf(reader, chunk, score / (score + HALF), plan.marks))
    .filter((hit) => hit !== undefined);
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

interface BesideInput {
  readonly reader: Reader;
  readonly filter: Filter;
  readonly found: ReadonlyMap<number, Scored>;
  readonly beside: Beside;
  readonly probes: readonly Probe[];
  readonly counts: Counts;
  readonly averageWords: number;
  readonly now: Date;
  add(chunks: readonly Scorable[]): void;
}

/**
 * The day that is most spoken of where an event is: by when that was said, and by the dates in it
 * ("the fair is on 13 June").
 */
function dayOfEvent(
  said: readonly Scored[],
  event: readonly Probe[],
  averageWords: number,
  today: number,
): DaySpan | undefined {
  const speaking = best(
    said.map(({ chunk }) => ({ chunk, score: scoreOf(chunk, event, averageWords) })),
  ).slice(0, MAX_SPEAKING);
  const top = speaking[0]?.score ?? 0;
  if (top === 0) return undefined;
  const days = Array.from({ length: EVENT_DAYS_BACK + EVENT_DAYS_AHEAD }, (_, i) => {
    const day = today - EVENT_DAYS_BACK + i;
    return { day, hash: hashTerm(`§${day}`), votes: 0 };
  });
  for (const { chunk, score } of speaking) {
    const vote = (score / top) ** 2;
    for (const one of days) if (lookUp(chunk.keys, one.hash) !== 0) one.votes += vote;
  }
  const most = days.reduce((best, one) => (one.votes >= best.votes ? one : best));
  return most.votes === 0 ? undefined : { from: most.day, to: most.day };
}

/** "After the concert": what speaks of it most tells when it was, and those days tell the rest. */
function lookBeside(input: BesideInput): void {
  const { reader, filter, found, beside, probes, counts, averageWords, now, add } = input;
  const said = [...found.values()].filter(({ chunk }) => happened.has(chunk.source));
  const eventProbes = beside.events.map((event) => {
    const forms = new Set(formsOf(event));
    return probes.filter(({ form }) => forms.has(form));
  });
  const at = beside.events.map((event, place): DaySpan | undefined => {
    const [named] = timesIn(event, dayOf(now));
    if (named !== undefined) return named;
    const own = eventProbes[place] ?? [];
    return dayOfEvent(said, own, averageWords, dayOf(now));
  });
  const known = at.filter((one) => one !== undefined);
  if (known.length < beside.events.length) return;
  const span = spanBeside(beside, known);
  if (span === undefined) return;
  const terms = termsOfSpan(span).filter((term) => reader.count(term) > 0);
  const hashes = terms.map(hashTerm);
  const timesOf = ({ keys }: Scorable): number =>
    hashes.filter((hash) => lookUp(keys, hash) !== 0).length;
  add(reader.find(new Map(terms.map((term) => [term, 1])), filter, MORE, timesOf));
  const exact = beside.days !== undefined || beside.side === 'between';
  const timed = terms.reduce((total, term) => total + reader.count(term), 0);
  const value = exact ? TIME_VALUE * rarity(timed, counts.chunks) : BESIDE_VALUE;
  const all = eventProbes.flat();
  for (const one of found.values()) {
    if (exact) one.score -= EVENT_PART * scoreOf(one.chunk, all, averageWords);
    if (timesOf(one.chunk) === 0) continue;
    const day = dayOf(new Date(one.chunk.at));
    const then = happened.has(one.chunk.source) && span.from <= day && day <= span.to;
    one.score += then ? value : MENTIONED_PART * value;
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
  const shown = reader.show(chunk);
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
    get at() {
      return isoLocal(modified);
    },
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
