/** What the right time is worth to a hit. Pure. */
import type { MemorySource } from '../../protocol/index.ts';
import { type DaySpan, dayOf } from './calendar.ts';
import type { Scorable } from './reader.ts';

/** Beside a word that is as rare as the time. */
export const TIME_VALUE = 2.5;
/** A time that is only spoken of counts less than the time at which something was said. */
const MENTIONED_PART = 0.6;

/** What has a time of its own. */
export const happened: ReadonlySet<MemorySource> = new Set(['sessions', 'episodes']);

/** The part that counts for a chunk which holds one of the times. */
export function timelyPart({ source, at }: Scorable, spans: readonly DaySpan[]): number {
  if (!happened.has(source)) return MENTIONED_PART;
  const day = dayOf(new Date(at));
  return spans.some(({ from, to }) => from <= day && day <= to) ? 1 : MENTIONED_PART;
}
