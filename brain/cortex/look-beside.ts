/** Times that are told by what happened: when that was, and what else was then. */
import { type Beside, spanBeside } from './beside.ts';
import { type DaySpan, dayOf } from './calendar.ts';
import { hashTerm, lookUp } from './keys.ts';
import type { Filter, Reader, Scorable } from './reader.ts';
import { best, type Probe, rarity, type Scored, scoreOf } from './score.ts';
import type { Counts } from './store.ts';
import { formsOf } from './terms.ts';
import { termsOfSpan } from './time-terms.ts';
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
const EVENT_PART = 0.6;

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
export function lookBeside(input: BesideInput): void {
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
  const timely = reader.find(new Map(terms.map((term) => [term, 1])), filter, MAX_TIMED, timesOf);
  add(timely.map(({ chunk }) => chunk));
  const exact = beside.days !== undefined || beside.side === 'between';
  const timed = terms.reduce((total, term) => total + reader.count(term), 0);
  const value = exact ? TIME_VALUE * rarity(timed, counts.chunks) : BESIDE_VALUE;
  const all = eventProbes.flat();
  for (const one of found.values()) {
    if (exact) one.score -= EVENT_PART * scoreOf(one.chunk, all, averageWords);
    if (timesOf(one.chunk) === 0) continue;
    one.score += value * timelyPart(one.chunk, [span]);
  }
}
