/** Times that are told by what happened: when that was, and what else was then. */
import { type Beside, spanBeside } from './beside.ts';
import { type DaySpan, dayOf } from './calendar.ts';
import { hashTerm, lookUp } from './keys.ts';
import type { Filter, Reader, Scorable } from './reader.ts';
import { bestFew, type Probes, probesFor, rarity, type Scored, scoreOf } from './score.ts';
import type { Counts } from './store.ts';
import { formsOf } from './terms.ts';
import { termsOfSpan } from './time-terms.ts';
import { weekday } from './time-words.ts';
import { happened, TIME_VALUE, timelyPart } from './time-worth.ts';
import { timesIn } from './times.ts';

/** What a time is worth that follows from what was found, and was not named. */
const BESIDE_VALUE = 3;
/** How many of the texts that speak of an event are asked when it was, and how far from today. */
const MAX_SPEAKING = 8;
const EVENT_DAYS_BACK = 500;
const EVENT_DAYS_AHEAD = 60;
/** How many more texts of that time are looked at. */
const MAX_TIMED = 60;
/** Words that only tell the time of what is asked for are not what is asked for. */
const EVENT_PART = 0.9;

interface BesideInput {
  readonly reader: Reader;
  readonly filter: Filter;
  readonly found: ReadonlyMap<number, Scored>;
  readonly beside: Beside;
  readonly probes: Probes;
  readonly counts: Counts;
  readonly averageWords: number;
  readonly now: Date;
  add(chunks: readonly Scorable[]): void;
}

/**
 * The day on which an event was, by what speaks of it: by the dates that are told ("the fair is on 13
 * June"), else by when it was said. What is still to come when it is spoken of was not on that day.
 */
function dayOfEvent(
  said: readonly Scored[],
  event: Probes,
  { averageWords, now }: BesideInput,
): DaySpan | undefined {
  const speaking = bestFew(
    said.map(({ chunk }) => ({ chunk, score: scoreOf(chunk, event, averageWords) })),
    MAX_SPEAKING,
  );
  const top = speaking[0]?.score ?? 0;
  if (top === 0) return undefined;
  const today = dayOf(now);
  const first = today - EVENT_DAYS_BACK;
  const hashes = Array.from({ length: EVENT_DAYS_BACK + EVENT_DAYS_AHEAD }, (_, i) =>
    hashTerm(`§${first + i}`),
  );
  const votes = hashes.map(() => 0);
  for (const { chunk, score } of speaking) {
    const vote = (score / top) ** 2;
    const own = dayOf(new Date(chunk.at)) - first;
    const told = hashes.flatMap((hash, at) =>
      at !== own && lookUp(chunk.keys, hash) !== 0 ? [at] : [],
    );
    for (const at of told) votes[at] = (votes[at] ?? 0) + vote;
    const part = told.some((at) => at > own) ? AHEAD_PART : told.length > 0 ? TOLD_PART : 1;
    votes[own] = (votes[own] ?? 0) + part * vote;
  }
  // Of an event people speak on the days around it, too.
  const around = votes.map(
    (vote, at) => vote + NEXT_DAY_PART * ((votes[at - 1] ?? 0) + (votes[at + 1] ?? 0)),
  );
  const most = Math.max(...around);
  const day = first + around.lastIndexOf(most);
  return most === 0 ? undefined : { from: day, to: day };
}

const onlyWeekday = new RegExp(`^(?:${weekday})$`);
const isWeekday = (event: string): boolean => onlyWeekday.test(event.trim());
const WEEK = 7;

/** What a day counts on which an event was only announced, or told of with its date. */
const AHEAD_PART = 0.2;
const TOLD_PART = 0.5;
const NEXT_DAY_PART = 0.5;

/** "After the concert": what speaks of it most tells when it was, and those days tell the rest. */
export function lookBeside(input: BesideInput): void {
  const { reader, filter, found, beside, probes, counts, averageWords, now, add } = input;
  const said = [...found.values()].filter(({ chunk }) => happened.has(chunk.source));
  const eventProbes = beside.events.map((event) => {
    const forms = new Set(formsOf(event));
    return probes.list.filter(({ form }) => forms.has(form));
  });
  const whens = beside.events.map((event, place): DaySpan | undefined => {
    const [named] = timesIn(event, dayOf(now));
    if (named !== undefined) return named;
    const own = eventProbes[place] ?? [];
    return dayOfEvent(said, probesFor(own), input);
  });
  // "Between Monday and the race" is the Monday before the race, not the last one.
  const at = whens.map((when, place) => {
    const other = whens[1 - place];
    return other === undefined || !isWeekday(beside.events[place] ?? '')
      ? when
      : timesIn(beside.events[place] ?? '', place === 0 ? other.from : other.from + WEEK)[0];
  });
  const known = at.filter((one) => one !== undefined);
  if (known.length < beside.events.length) return;
  const span = spanBeside(beside, known);
  if (span === undefined) return;
  const terms = termsOfSpan(span).filter((term) => reader.count(term) > 0);
  const hashes = terms.map(hashTerm);
  const timesOf = ({ keys }: Scorable): number =>
    hashes.filter((hash) => lookUp(keys, hash) !== 0).length;
  const timely = reader.find(new Map(terms.map((term) => [term, 1])), filter, MAX_TIMED, timesOf);
  add(timely.map(({ chunk }) => chunk));
  const exact = beside.days !== undefined || beside.side === 'between';
  const timed = terms.reduce((total, term) => total + reader.count(term), 0);
  const value = exact ? TIME_VALUE * rarity(timed, counts.chunks) : BESIDE_VALUE;
  const all = probesFor(eventProbes.flat());
  for (const one of found.values()) {
    if (exact) one.score -= EVENT_PART * scoreOf(one.chunk, all, averageWords);
    if (timesOf(one.chunk) === 0) continue;
    one.score += value * timelyPart(one.chunk, [span]);
  }
}
