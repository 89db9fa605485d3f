/**
 * Notes and conversations of one day belong together: what was noted of the day on which something
 * was said, and what was said on the day that a note names.
 */
import { dayOf } from './calendar.ts';
import { hashTerm, lookUp } from './keys.ts';
import type { Reader, Scorable } from './reader.ts';
import { bestFew, type Scored } from './score.ts';
import { termsOfMention } from './time-terms.ts';
import { happened } from './time-worth.ts';
import { timesIn } from './times.ts';

/** Hits whose days are looked at. */
const MAX_LEADS = 8;
/** What shares the day of a hit gets this part of its score. */
const DATED_PART = 0.2;

export function followDates(found: ReadonlyMap<number, Scored>, reader: Reader): void {
  /** Terms of days, with the score of the best hit that leads to each. */
  const said = new Map<string, number>();
  const noted = new Map<string, number>();
  for (const { chunk, score } of bestFew(found.values(), MAX_LEADS)) {
    const days = isNote(chunk) ? noted : said;
    for (const term of daysOf(chunk, reader)) {
      days.set(term, Math.max(score, days.get(term) ?? 0));
    }
  }
  raise(
    [...found.values()].filter(({ chunk }) => isNote(chunk)),
    said,
  );
  raise(
    [...found.values()].filter(({ chunk }) => happened.has(chunk.source)),
    noted,
  );
}

const isNote = ({ source }: Scorable): boolean => source === 'knowledge' || source === 'other';

function raise(scored: readonly Scored[], days: ReadonlyMap<string, number>): void {
  const hashes = [...days].map(([term, score]) => [hashTerm(term), score] as const);
  for (const one of scored) {
    const shared = hashes.filter(([hash]) => lookUp(one.chunk.keys, hash) !== 0);
    one.score += DATED_PART * Math.max(0, ...shared.map(([, score]) => score));
  }
}

/** A chunk never changes. */
const daysOfChunk = new WeakMap<Scorable, readonly string[]>();

/** The day on which it was said, or for a note the single days that it names. */
function daysOf(chunk: Scorable, reader: Reader): readonly string[] {
  const known = daysOfChunk.get(chunk);
  if (known !== undefined) return known;
  const today = dayOf(new Date(chunk.at));
  let days: readonly string[] = [];
  if (happened.has(chunk.source)) days = [`§${today}`];
  else if (isNote(chunk)) {
    days = timesIn(reader.show(chunk)?.text ?? '', today)
      .filter(({ from, to }) => from === to)
      .flatMap((span) => termsOfMention(span).slice(0, 1));
  }
  daysOfChunk.set(chunk, days);
  return days;
}
