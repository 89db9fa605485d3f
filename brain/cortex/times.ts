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

const ordinals: Readonly<Record<string, number>> = {
  first: 0,
  '1st': 0,
  erste: 0,
  second: 1,
  '2nd': 1,
  zweite: 1,
  third: 2,
  '3rd': 2,
  dritte: 2,
  fourth: 3,
  '4th': 3,
  vierte: 3,
  last: -1,
  final: -1,
  letzte: -1,
};
const ordinal = Object.keys(ordinals).join('|');

/** Days from Easter Sunday, or the day of the month. */
const feasts: Readonly<Record<string, (year: number) => DaySpan>> = {
  'good friday': (year) => one(easter(year) - 2),
  karfreitag: (year) => one(easter(year) - 2),
  easter: (year) => ({ from: easter(year) - 2, to: easter(year) + 1 }),
  ostern: (year) => ({ from: easter(year) - 2, to: easter(year) + 1 }),
  whitsun: (year) => ({ from: easter(year) + 48, to: easter(year) + 50 }),
  'whit monday': (year) => one(easter(year) + 50),
  pentecost: (year) => ({ from: easter(year) + 48, to: easter(year) + 50 }),
  pfingsten: (year) => ({ from: easter(year) + 48, to: easter(year) + 50 }),
  'christmas eve': (year) => one(dayNumber(year, 11, 24)),
  heiligabend: (year) => one(dayNumber(year, 11, 24)),
  christmas: (year) => ({ from: dayNumber(year, 11, 24), to: dayNumber(year, 11, 26) }),
  weihnachten: (year) => ({ from: dayNumber(year, 11, 24), to: dayNumber(year, 11, 26) }),
  'boxing day': (year) => one(dayNumber(year, 11, 26)),
  "new year's eve": (year) => one(dayNumber(year, 11, 31)),
  silvester: (year) => one(dayNumber(year, 11, 31)),
  'new year': (year) => ({ from: dayNumber(year, 11, 31), to: dayNumber(year + 1, 0, 1) }),
  neujahr: (year) => one(dayNumber(year, 0, 1)),
  "valentine's": (year) => one(dayNumber(year, 1, 14)),
  valentinstag: (year) => one(dayNumber(year, 1, 14)),
  halloween: (year) => one(dayNumber(year, 9, 31)),
};

/** Easter Sunday of the Gregorian calendar (the anonymous algorithm of 1876). */
function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d =
    (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return dayNumber(year, Math.floor(f / 31) - 1, (f % 31) + 1);
}

const rules: readonly Rule[] = [
  {
    pattern: new RegExp(
      `\\b(${ordinal})[nmrs]?\\s(?:(week|weekend|woche|wochenende|${weekday})\\s(?:of|in|im)?\\s?(?:the\\s)?(${month})|(${month})(woche|wochenende))\\b(?:\\s(\\d{4}))?`,
      'g',
    ),
    read: ([, nth = '', unit, m, n, einheit, y], today) =>
      partOfMonth(
        ordinals[nth] ?? 0,
        unit ?? einheit ?? '',
        monthNames[m ?? n ?? ''] ?? 0,
        y,
        today,
      ),
  },
  {
    pattern: new RegExp(
      `\\b(early|beginning of|start of|anfang|mid|middle of|mitte|late|end of|ende)[\\s-](${month})\\b(?:\\s(\\d{4}))?`,
      'g',
    ),
    read: ([, part = '', m = '', y], today) => thirdOfMonth(part, monthNames[m] ?? 0, y, today),
  },
  {
    pattern: new RegExp(`\\b(${Object.keys(feasts).join('|')})\\b(?:\\s(\\d{4}))?`, 'g'),
    read: ([, name = '', y], today) => {
      const feast = feasts[name];
      if (feast === undefined) return undefined;
      if (y !== undefined) return feast(Number(y));
      const { year } = calendarOf(today);
      return feast(year).from <= today + SOON_DAYS ? feast(year) : feast(year - 1);
    },
  },
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
  `\\d{4}|\\d\\.|\\b(?:${month}|${weekday}|ago|earlier|${last}|${next}|${current}|vor|yesterday|vorgestern|gestern|today|tonight|heute|tomorrow|ubermorgen|in|im|${Object.keys(feasts).join('|')})\\b|(?:${month})woche`,
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

/** What a question asks for: "between X and Y" is one time, "the week after X" is not X. */
export function timesAsked(text: string, today: number): readonly DaySpan[] {
  const spans = timesIn(text, today);
  const [first, second] = spans.toSorted((a, b) => a.from - b.from);
  if (first === undefined) return [];
  const folded = fold(text);
  if (
    second !== undefined &&
    spans.length === 2 &&
    /\b(?:between|from|zwischen|vom)\b/.test(folded)
  ) {
    return [{ from: first.from, to: second.to }];
  }
  if (spans.length === 1 && /\b(?:since|seit)\b/.test(folded)) {
    return [{ from: first.from, to: Math.max(first.to, today) }];
  }
  const beside =
    /\b(day|tag|week|woche|weekend|wochenende|month|monat)s?(?:\s\w+)?\s(after|before|nach|vor)\b/.exec(
      folded,
    );
  if (beside === null || spans.length > 1) return spans;
  const length = Math.max(1, unitDays(beside[1] ?? ''));
  const later = beside[2] === 'after' || beside[2] === 'nach';
  return later
    ? [{ from: first.to + 1, to: first.to + length }]
    : [{ from: first.from - length, to: first.from - 1 }];
}

/** Does a question ask for what came before or after something that it names by other words? */
export function besideWhat(text: string): 'before' | 'after' | undefined {
  const found = /\b(after|since|following|nach|seit)\b|\b(before|until|vor|bevor|bis)\b/.exec(
    fold(text),
  );
  return found === null ? undefined : found[1] === undefined ? 'before' : 'after';
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
  // 29 February is a day of some years only; a leap year tells whether it is a day at all.
  if (calendarOf(dayNumber(2024, of, d)).month !== of) return undefined;
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
  /^(?:week|woche)/.test(unit)
    ? /end/.test(unit)
      ? 3
      : 7
    : /^mon/.test(unit)
      ? 30
      : /^(?:year|jahr)/.test(unit)
        ? 365
        : 1;

/** The longer ago, the less exactly it is meant. */
function ago(count: string, unit: string, today: number): DaySpan {
  const days = countOf(count) * unitDays(unit);
  const blur = /^(?:day|tag)/.test(unit) ? 0 : Math.round(unitDays(unit) / 2);
  return { from: today - days - blur, to: today - days + blur };
}

function yearOfMonth(of: number, year: string | undefined, today: number): number {
  if (year !== undefined) return Number(year);
  const now = calendarOf(today);
  return of <= now.month ? now.year : now.year - 1;
}

/** "The first week of July", "the last Saturday in May". */
function partOfMonth(
  nth: number,
  unit: string,
  of: number,
  year: string | undefined,
  today: number,
): DaySpan {
  const { from, to } = months(yearOfMonth(of, year, today), of, 1);
  const wanted = weekdayNames[unit];
  if (wanted !== undefined) {
    const first = from + ((wanted - weekdayOf(from) + 7) % 7);
    return one(nth >= 0 ? first + 7 * nth : to - ((weekdayOf(to) - wanted + 7) % 7));
  }
  if (/^weekend|^wochenende/.test(unit)) {
    const saturday = from + ((6 - weekdayOf(from) + 7) % 7);
    const last = to - ((weekdayOf(to) - 6 + 7) % 7);
    const day = nth >= 0 ? saturday + 7 * nth : last;
    return { from: day, to: day + 1 };
  }
  return nth >= 0 ? { from: from + 7 * nth, to: from + 7 * nth + 6 } : { from: to - 6, to };
}

function thirdOfMonth(part: string, of: number, year: string | undefined, today: number): DaySpan {
  const { from, to } = months(yearOfMonth(of, year, today), of, 1);
  if (/^(?:early|beginning|start|anfang)/.test(part)) return { from, to: from + 9 };
  if (/^mi/.test(part)) return { from: from + 10, to: from + 19 };
  return { from: from + 20, to };
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
