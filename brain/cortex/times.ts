/**
 * Times in words: "last Tuesday", "in March", "14.3.2026", "vor zwei Wochen". The same reading for
 * questions (relative to when they are asked) and for what was said (relative to when it was said).
 * Pure. English and German; days are local days.
 */
import { fold } from './terms.ts';

/** Days since 1970, both included. */
export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;

/** The local day of a moment as a number that can be counted with. */
export function dayOf(date: Date): number {
  return dayNumber(date.getFullYear(), date.getMonth(), date.getDate());
}

function dayNumber(year: number, month: number, day: number): number {
  return Math.floor(Date.UTC(year, month, day) / DAY_MS);
}

interface Calendar {
  readonly year: number;
  /** 0 to 11. */
  readonly month: number;
  readonly day: number;
}

function calendarOf(day: number): Calendar {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
}

/** 0 is Sunday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

const one = (day: number): DaySpan => ({ from: day, to: day });
const months = (year: number, month: number, count: number): DaySpan => ({
  from: dayNumber(year, month, 1),
  to: dayNumber(year, month + count, 1) - 1,
});

const monthNames: Readonly<Record<string, number>> = Object.fromEntries(
  `january januar jan|february februar feb|march marz maerz mar|april apr|may mai|june juni jun|july
  juli jul|august aug|september sept sep|october oktober oct okt|november nov|december dezember dec
  dez`
    .split('|')
    .flatMap((names, month) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, month]),
    ),
);
const weekdayNames: Readonly<Record<string, number>> = Object.fromEntries(
  `sunday sonntag|monday montag|tuesday dienstag|wednesday mittwoch|thursday donnerstag|friday
  freitag|saturday samstag sonnabend`
    .split('|')
    .flatMap((names, weekday) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, weekday]),
    ),
);
const numbers: Readonly<Record<string, number>> = Object.fromEntries(
  `a an one ein eine einem einer|two zwei couple|three drei few|four vier|five funf|six sechs|seven
  sieben|eight acht|nine neun|ten zehn|eleven elf|twelve zwolf`
    .split('|')
    .flatMap((names, index) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, index + 1]),
    ),
);
const seasons: Readonly<Record<string, number>> = {
  spring: 2,
  fruhling: 2,
  fruhjahr: 2,
  summer: 5,
  sommer: 5,
  autumn: 8,
  fall: 8,
  herbst: 8,
  winter: 11,
};

const alternatives = (names: Readonly<Record<string, number>>): string =>
  Object.keys(names)
    .toSorted((a, b) => b.length - a.length)
    .join('|');
const month = alternatives(monthNames);
const weekday = alternatives(weekdayNames);
const number = `\\d{1,3}|${alternatives(numbers)}`;
const last = 'last|past|previous|letzte[nmrs]?|vorige[nmrs]?|vergangene[nmrs]?';
const next = 'next|coming|nachste[nmrs]?|kommende[nmrs]?';
const current = 'this|diese[nmrs]?';
const units = 'day|tag|week|woche|weekend|wochenende|month|monat|year|jahr';

interface Rule {
  readonly pattern: RegExp;
  /** Undefined where it turns out to be no date ("31.2."). */
  read(match: readonly (string | undefined)[], today: number): DaySpan | undefined;
}

const rules: readonly Rule[] = [
  {
    pattern: /\b(\d{4})-(\d{1,2})(?:-(\d{1,2}))?\b/g,
    read: ([, y, m, d]) =>
      d === undefined ? monthSpan(Number(y), Number(m) - 1) : dateSpan(y, Number(m) - 1, d),
  },
  {
    pattern: /\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2}\b)?/g,
    read: ([, d, m, y], today) => dateSpan(yearOf(y), Number(m) - 1, d, today),
  },
  {
    pattern: /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g,
    read: ([, a, b, y]) => dateSpan(y, Number(a) - 1, b) ?? dateSpan(y, Number(b) - 1, a),
  },
  {
    pattern: new RegExp(
      `\\b(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s(?:of\\s)?(${month})\\b\\.?(?:,?\\s(\\d{4}))?`,
      'g',
    ),
    read: ([, d, m = '', y], today) => dateSpan(y, monthNames[m], d, today),
  },
  {
    pattern: new RegExp(
      `\\b(${month})\\b\\.?\\s(\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)(?:,?\\s(\\d{4}))?`,
      'g',
    ),
    read: ([, m = '', d, y], today) => dateSpan(y, monthNames[m], d, today),
  },
  {
    pattern: new RegExp(
      `\\b(?:(${last})\\s|(${next})\\s)?(${month})\\b(?:\\s(?:of\\s)?(\\d{4}))?`,
      'g',
    ),
    read: ([, , ahead, m = '', y], today) =>
      y === undefined
        ? nearestMonth(monthNames[m] ?? 0, today, ahead !== undefined)
        : monthSpan(Number(y), monthNames[m]),
  },
  {
    pattern: new RegExp(
      `\\b(?:(${last})\\s|(${next})\\s)?(${weekday})(?:s|abend|morgen|nachmittag)?\\b`,
      'g',
    ),
    read: ([, back, ahead, name = ''], today) => {
      const wanted = weekdayNames[name] ?? 0;
      const ago = (weekdayOf(today) - wanted + 7) % 7;
      if (ahead !== undefined) return one(today + 7 - ago);
      return one(today - (ago === 0 && back !== undefined ? 7 : ago));
    },
  },
  {
    pattern: new RegExp(
      `\\b(?:(${last})|(${next})|(${current}))\\s(?:(${number})\\s)?(${units})(?:s|n|e|en)?\\b`,
      'g',
    ),
    read: ([, back, ahead, , count, unit = ''], today) =>
      unitSpan(unit, back !== undefined ? -1 : ahead !== undefined ? 1 : 0, count, today),
  },
  {
    pattern: new RegExp(
      `\\b(${number})\\s(?:of\\s)?(day|week|month|year)s?\\s(?:ago|earlier|back)\\b|\\bvor\\s(${number})\\s(tag|woche|monat|jahr)(?:en|n|e)?\\b`,
      'g',
    ),
    read: ([, n, unit, m, einheit], today) => ago(n ?? m ?? '', unit ?? einheit ?? '', today),
  },
  {
    pattern:
      /\b(day before yesterday|vorgestern|yesterday|gestern|last night|today|tonight|this morning|heute|tomorrow|ubermorgen)\b/g,
    read: ([, word = ''], today) => one(today + (plainDays[word] ?? 0)),
  },
  {
    pattern: new RegExp(
      `\\b(?:(${last})|in|im|this|diesen)\\s(?:the\\s)?(${alternatives(seasons)})(?:\\s(?:of\\s)?(\\d{4}))?\\b`,
      'g',
    ),
    read: ([, , name = '', y], today) => seasonSpan(seasons[name] ?? 0, y, today),
  },
  {
    pattern: /(?<![\d.,/:-])\b(?:19|20)\d\d\b(?![\d./:-])/g,
    read: ([y]) => months(Number(y), 0, 12),
  },
];

const plainDays: Readonly<Record<string, number>> = {
  'day before yesterday': -2,
  vorgestern: -2,
  yesterday: -1,
  gestern: -1,
  'last night': -1,
  tomorrow: 1,
  ubermorgen: 2,
};

/** Most texts hold none of these, and then nothing more has to be looked for. */
const worthALook = new RegExp(
  `\\d{4}|\\d\\.|\\b(?:${month}|${weekday}|ago|earlier|${last}|${next}|${current}|vor|yesterday|vorgestern|gestern|today|tonight|heute|tomorrow|ubermorgen|in|im)\\b`,
);

/** At most this many; a table of dates is about no particular one. */
const MAX_SPANS = 12;

/** The times that a text names, for somebody to whom it is `today`. */
export function timesIn(text: string, today: number): readonly DaySpan[] {
  const folded = withoutModalMay(text);
  if (!worthALook.test(folded)) return [];
  const spans: DaySpan[] = [];
  let rest = folded;
  for (const { pattern, read } of rules) {
    rest = rest.replace(pattern, (...match: (string | undefined)[]) => {
      const span = spans.length < MAX_SPANS ? read(match, today) : undefined;
      if (span === undefined) return match[0] ?? '';
      spans.push(span);
      // What was read once is not read again by a later rule.
      return ' ; ';
    });
  }
  return spans;
}

/** "may" and "march" in small letters are verbs; so is "mar" in no language a month alone. */
function withoutModalMay(text: string): string {
  return fold(text.replace(/\b(?:may|march|mar|sept?|dec|fall)\b/g, '_').replace(/\s+/g, ' '));
}

function yearOf(text: string | undefined): string | undefined {
  return text?.length === 2 ? `20${text}` : text;
}

function monthSpan(year: number, of: number | undefined): DaySpan | undefined {
  return of === undefined || of < 0 || of > 11 ? undefined : months(year, of, 1);
}

function dateSpan(
  year: string | undefined,
  of: number | undefined,
  day: string | undefined,
  today?: number,
): DaySpan | undefined {
  const d = Number(day);
  if (of === undefined || !(of >= 0 && of <= 11) || !(d >= 1 && d <= 31)) return undefined;
  if (year !== undefined) return one(dayNumber(Number(year), of, d));
  if (today === undefined) return undefined;
  const now = calendarOf(today).year;
  // Without a year the last one is meant, unless the next one is near.
  const days = [now + 1, now, now - 1].map((y) => dayNumber(y, of, d));
  return one(days.find((candidate) => candidate <= today + SOON_DAYS) ?? today);
}

const SOON_DAYS = 31;

/** "In March" is the last one, or this one; "next March" the coming one. */
function nearestMonth(of: number, today: number, ahead: boolean): DaySpan {
  const now = calendarOf(today);
  const year = of <= now.month ? now.year : now.year - 1;
  return months(ahead ? year + 1 : year, of, 1);
}

function unitSpan(
  unit: string,
  direction: number,
  count: string | undefined,
  today: number,
): DaySpan | undefined {
  const now = calendarOf(today);
  if (count !== undefined && direction < 0) {
    const length = countOf(count) * unitDays(unit);
    return { from: today - length, to: today };
  }
  switch (unit) {
    case 'day':
    case 'tag':
      return one(today + direction);
    case 'week':
    case 'woche': {
      const monday = today - ((weekdayOf(today) + 6) % 7) + 7 * direction;
      return { from: monday, to: monday + 6 };
    }
    case 'weekend':
    case 'wochenende': {
      const monday = today - ((weekdayOf(today) + 6) % 7) + 7 * direction;
      return { from: monday + 5, to: monday + 6 };
    }
    case 'month':
    case 'monat':
      return months(now.year, now.month + direction, 1);
    default:
      return months(now.year + direction, 0, 12);
  }
}

const countOf = (text: string): number => numbers[text] ?? Number(text);
const unitDays = (unit: string): number =>
  /^(?:week|woche)/.test(unit) ? 7 : /^mon/.test(unit) ? 30 : /^(?:year|jahr)/.test(unit) ? 365 : 1;

/** The longer ago, the less exactly it is meant. */
function ago(count: string, unit: string, today: number): DaySpan {
  const days = countOf(count) * unitDays(unit);
  const blur = /^(?:day|tag)/.test(unit) ? 0 : Math.round(unitDays(unit) / 2);
  return { from: today - days - blur, to: today - days + blur };
}

function seasonSpan(first: number, year: string | undefined, today: number): DaySpan {
  if (year !== undefined) return months(Number(year), first, 3);
  const now = calendarOf(today);
  return months(first <= now.month ? now.year : now.year - 1, first, 3);
}

/** Spans that are longer are not looked up day by day. */
const MAX_DAYS = 16;

/** Terms that the index holds for the times of a chunk. */
export function termsOfDay(day: number): readonly string[] {
  const { year, month: of } = calendarOf(day);
  return [`§${day}`, `§${year}m${of + 1}`, `§${year}y`];
}

/** What a mentioned time is indexed by: as exact as it was said. */
export function termsOfMention(span: DaySpan): readonly string[] {
  if (span.to - span.from <= MAX_DAYS) {
    const days = Array.from({ length: span.to - span.from + 1 }, (_, i) => `§${span.from + i}`);
    return [...days, ...termsOfDay(span.from).slice(1)];
  }
  return termsOfSpan(span);
}

/** Terms by which a question finds what was in a span: days, months or years, by its length. */
export function termsOfSpan({ from, to }: DaySpan): readonly string[] {
  if (to - from <= MAX_DAYS) return Array.from({ length: to - from + 1 }, (_, i) => `§${from + i}`);
  const first = calendarOf(from);
  const final = calendarOf(to);
  const count = (final.year - first.year) * 12 + final.month - first.month + 1;
  if (count >= 12) {
    return Array.from({ length: final.year - first.year + 1 }, (_, i) => `§${first.year + i}y`);
  }
  return Array.from({ length: count }, (_, i) => {
    const { year, month: of } = calendarOf(dayNumber(first.year, first.month + i, 1));
    return `§${year}m${of + 1}`;
  });
}
