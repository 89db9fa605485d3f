/**
 * Times in words: "last Tuesday", "in March", "14.3.2026", "vor zwei Wochen". The same reading for
 * questions (relative to when they are asked) and for what was said (relative to when it was said).
 * Pure. English and German; days are local days.
 */
import { asksHowLong } from './beside.ts';
import { calendarOf, type DaySpan, weekdayOf } from './calendar.ts';
import { feasts } from './feasts.ts';
import { fold } from './terms.ts';
import { rules } from './time-rules.ts';
import { SOON_DAYS } from './time-spans.ts';
import {
  alternatives,
  countOf,
  current,
  last,
  month,
  next,
  number,
  seasons,
  unitDays,
  weekday,
} from './time-words.ts';

/** Most texts hold none of these, and then nothing more has to be looked for. */
const worthALook = new RegExp(
  `\\d{4}|\\d\\.|\\d(?:st|nd|rd|th)\\b|\\b(?:${month}|half|halfte|quarter|quartal|q[1-4]|early|end of|start of|beginning of|anfang|mitte|ende|since|seit|over|during|uber|before last|vorletzte[nmrs]?|vorvorige[nmrs]?|${weekday}|ago|earlier|${last}|${next}|${current}|vor|yesterday|vorgestern|gestern|today|tonight|heute|tomorrow|ubermorgen|in|im|${Object.keys(feasts).join('|')})\\b|(?:${month})woche`,
);

/** At most this many; a table of dates is about no particular one. */
const MAX_SPANS = 12;

/**
 * The times that a text names, for somebody to whom it is `today`; one without a year is the last one
 * that lies at most `reach` days ahead.
 */
export function timesIn(text: string, today: number, reach = SOON_DAYS): readonly DaySpan[] {
  const folded = withYears(withoutModalMay(text), today);
  if (!worthALook.test(folded)) return [];
  const spans: DaySpan[] = [];
  let rest = folded;
  for (const { pattern, read } of rules) {
    rest = rest.replace(pattern, (...match: (string | undefined)[]) => {
      const span = spans.length < MAX_SPANS ? read(match, today, reach) : undefined;
      if (span === undefined) return match[0] ?? '';
      spans.push(span);
      // What was read once is not read again by a later rule.
      return ' ; ';
    });
  }
  return spans;
}

/** What a question is about that lies behind who asks, and what may lie ahead. */
const isOver =
  /\b(?:did|was|were|had|happened|went|came|got|war|waren|hat|haben|hatte|hatten|gab|wurde|wurden)\b/;
const isAhead =
  /\b(?:will|going to|next|coming|upcoming|plan|plans|planned|due|still|wird|werden|steht|kommt|geplant)\b/;

/** "October last year", "last year's summer": the year as a number, which every rule can read. */
function withYears(text: string, today: number): string {
  if (!/\b(?:year|jahre?s?)\b/.test(text)) return text;
  const lastYear = calendarOf(today).year - 1;
  return text
    .replace(yearBehind, (_, name: string) => `${name} ${lastYear}`)
    .replace(yearAhead, (_, name: string) => `${name} ${lastYear}`);
}

const named = [month, alternatives(seasons), Object.keys(feasts).join('|')].join('|');
const yearBehind = new RegExp(
  `\\b(${named}),?\\s(?:of\\s|in\\s|im\\s|des\\s)?(?:${last})\\s(?:year|jahre?s?)\\b`,
  'g',
);
const yearAhead = new RegExp(`\\b(?:${last})\\syear(?:'s|’s)\\s(${named})\\b`, 'g');

/** What a question asks for: "between X and Y" is one time, "the week after X" is not X. */
export function timesAsked(text: string, today: number): readonly DaySpan[] {
  const folded = fold(text);
  const spans = timesIn(text, today, isOver.test(folded) && !isAhead.test(folded) ? 0 : SOON_DAYS);
  if (spans.length === 0) return vagueTimes(text, today);
  const [first, second] = spans.toSorted((a, b) => a.from - b.from);
  if (first === undefined) return [];
  if (
    second !== undefined &&
    spans.length === 2 &&
    /\b(?:between|from|zwischen|vom)\b/.test(folded)
  ) {
    return [{ from: first.from, to: second.to }];
  }
  // A weekday at one end of "between" is counted from what is at the other end.
  if (spans.length === 1 && betweenWeekday.test(folded)) return [];
  if (spans.length === 1 && /\b(?:since|seit)\b/.test(folded)) {
    return [{ from: first.from, to: Math.max(first.to, today) }];
  }
  const beside = new RegExp(
    `\\b(?:(${number})\\s)?(day|tag|week|woche|weekend|wochenende|month|monat)(?:s|n|e|en)?(?:\\s\\w+)?\\s(after|before|nach|vor)\\b(?!\\s(?:last|yesterday))`,
  ).exec(folded);
  if (beside === null || spans.length > 1 || asksHowLong(folded)) return spans;
  const length = Math.max(1, countOf(beside[1] ?? 'one') * unitDays(beside[2] ?? ''));
  const later = beside[3] === 'after' || beside[3] === 'nach';
  return later
    ? [{ from: first.to + 1, to: first.to + length }]
    : [{ from: first.from - length, to: first.from - 1 }];
}

const betweenWeekday = new RegExp(
  `\\b(?:between|zwischen)\\s(?:(?:${weekday})\\s(?:and|und)\\s|.+\\s(?:and|und)\\s(?:${weekday})(?=[?!.,;:]|$))`,
);

/** What only somebody who asks means by it: what is over. */
function vagueTimes(text: string, today: number): readonly DaySpan[] {
  const folded = fold(text);
  if (/\b(?:recently|lately|the other day|neulich|kurzlich|in letzter zeit)\b/.test(folded)) {
    return [{ from: today - RECENT_DAYS, to: today }];
  }
  if (/\b(?:(?:on|at|over) the weekend|(?:am|ubers) wochenende)\b/.test(folded)) {
    const saturday = today - ((weekdayOf(today) + 1) % 7);
    return [{ from: saturday, to: saturday + 1 }];
  }
  return [];
}

const RECENT_DAYS = 30;

/** "may" and "march" in small letters are verbs; so is "mar" in no language a month alone. */
function withoutModalMay(text: string): string {
  return fold(text.replace(/\b(?:may|march|mar|sept?|dec|fall)\b/g, '_').replace(/\s+/g, ' '));
}
