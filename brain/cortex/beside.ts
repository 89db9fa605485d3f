/**
 * "The week after the concert", "between the fair and my birthday": times that are told by what
 * happened. Here it is read which words tell the time; the search finds out when that was. Pure.
 */
import type { DaySpan } from './calendar.ts';
import { fold } from './terms.ts';
import { countOf, number, unitDays } from './time-words.ts';

export interface Beside {
  /** What happened, in the words of the question; two for "between". */
  readonly events: readonly string[];
  readonly side: 'before' | 'after' | 'during' | 'between';
  /** Days before or after it that are meant; undefined when the question does not say. */
  readonly days: number | undefined;
}

const end = '(?=[?!.,;:]|$)';
const between = new RegExp(`\\b(?:between|zwischen)\\s(.+?)\\s(?:and|und)\\s(.+?)${end}`);
const measured = new RegExp(
  `\\b(?:(${number})\\s)?(day|tag|week|woche|weekend|wochenende|month|monat)(?:s|n|e|en)?\\s(?:right\\s|just\\s|directly\\s)?(before|after|following|vor|nach)\\s(.+?)${end}`,
);
const open = new RegExp(
  `\\b(?:(after|since|following|nach|nachdem|seit)|(before|until|vor|bevor|bis)|(during|wahrend))\\s(.+?)${end}`,
);

const howLong =
  /\b(?:how (?:many \w+|long|soon|much later)|wie (?:viele \w+|lange|bald|viel spater))\s(?:after|before|nach|vor)\b/;

/** "How many weeks after the birth" asks for the time, it does not tell it. */
export const asksHowLong = (folded: string): boolean => howLong.test(folded);

export function besideWhat(text: string): Beside | undefined {
  const folded = fold(text).replace(/\s+/g, ' ');
  if (asksHowLong(folded)) return undefined;
  const both = between.exec(folded);
  if (both !== null) {
    return { events: [both[1] ?? '', both[2] ?? ''], side: 'between', days: undefined };
  }
  const exact = measured.exec(folded);
  if (exact !== null) {
    const [, count = 'one', unit = '', side = '', event = ''] = exact;
    const days = Math.max(1, countOf(count) * unitDays(unit));
    // A weekend is beside what happened, not at it: up to six days lie between them.
    const reach = /end/.test(unit) ? days + 6 : days;
    return { events: [event], side: /^(?:be|vor)/.test(side) ? 'before' : 'after', days: reach };
  }
  const found = open.exec(folded);
  if (found === null) return undefined;
  const [, after, before, , event = ''] = found;
  const side = after !== undefined ? 'after' : before !== undefined ? 'before' : 'during';
  return { events: [event], side, days: undefined };
}

/** Days around something that the question does not measure. */
const NEAR_DAYS = 8;
/** What lies further apart is no time to look at, but a wrong guess at when it was. */
const MAX_APART = 62;

/** The days that are meant, when it is known on which days the events were. */
export function spanBeside(
  { side, days = NEAR_DAYS }: Beside,
  at: readonly DaySpan[],
): DaySpan | undefined {
  const [first, second] = at.toSorted((a, b) => a.from - b.from);
  if (first === undefined) return undefined;
  switch (side) {
    case 'after':
      return { from: first.from, to: first.to + days };
    case 'before':
      return { from: first.from - days, to: first.to };
    case 'during':
      return { from: first.from - 1, to: first.to + 1 };
    case 'between':
      if (second === undefined || second.to - first.from > MAX_APART) return undefined;
      return { from: first.from, to: second.to };
  }
}
