/**
 * Times in words: "last Tuesday", "in March", "14.3.2026", "vor zwei Wochen". The same reading for
 * questions (relative to when they are asked) and for what was said (relative to when it was said).
 * Pure. English and German; days are local days.
 */
import { calendarOf, type DaySpan, dayNumber, months, one, weekdayOf } from './calendar.ts';
import { feasts } from './feasts.ts';
import { fold } from './terms.ts';

/** Names that mean the same stand together, groups apart by `|`; each gets the place of its group. */
function placesIn(groups: string, first = 0): Readonly<Record<string, number>> {
  return Object.fromEntries(
    groups.split('|').flatMap((names, place) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, place + first]),
    ),
  );
}

const monthNames: Readonly<Record<string, number>> = placesIn(
  `january januar jan|february februar feb|march marz maerz mar|april apr|may mai|june juni jun|july
  juli jul|august aug|september sept sep|october oktober oct okt|november nov|december dezember dec
  dez`,
);
const weekdayNames: Readonly<Record<string, number>> = placesIn(
  `sunday sonntag|monday montag|tuesday dienstag|wednesday mittwoch|thursday donnerstag|friday
  freitag|saturday samstag sonnabend`,
);
const numbers: Readonly<Record<string, number>> = placesIn(
  `a an one ein eine einem einer|two zwei couple|three drei few|four vier|five funf|six sechs|seven
  sieben|eight acht|nine neun|ten zehn|eleven elf|twelve zwolf`,
  1,
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
/** "The third of March", "am dritten März". */
const dayWords: Readonly<Record<string, number>> = placesIn(
  `first ersten erster|second zweiten zweiter|third dritten dritter|fourth vierten vierter|fifth
  funften funfter|sixth sechsten sechster|seventh siebten siebter|eighth achten achter|ninth neunten
  neunter|tenth zehnten zehnter|eleventh elften|twelfth zwolften|thirteenth dreizehnten|fourteenth
  vierzehnten|fifteenth funfzehnten|sixteenth sechzehnten|seventeenth siebzehnten|eighteenth
  achtzehnten|nineteenth neunzehnten|twentieth zwanzigsten`,
  1,
);

const month = alternatives(monthNames);
const weekday = alternatives(weekdayNames);
export const number = `\\d{1,3}|${alternatives(numbers)}`;
const last = 'last|past|previous|letzte[nmrs]?|vorige[nmrs]?|vergangene[nmrs]?';
const next = 'next|coming|nachste[nmrs]?|kommende[nmrs]?';
const current = 'this|diese[nmrs]?';
const units = 'day|tag|week|woche|weekend|wochenende|month|monat|year|jahr';

/** A month, a weekday or a season: each is near to the others in meaning, and none stands for another. */
export function isTimeName(form: string): boolean {
  return form in monthNames || form in weekdayNames || form in seasons;
}

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

/** Parts of a month or a year. */
const partRules: readonly Rule[] = [
  {
    pattern: new RegExp(
      `\\b(${ordinal})[nmrs]?\\s(half|halfte|quarter|quartal|third|drittel)\\s(?:of\\s|in\\s|im\\s|des\\s|von\\s)?(?:the\\s)?(?:(?:${last})\\s)?(?:(${month})|(?:year|jahre?s?))?\\b\\s?(\\d{4})?`,
      'g',
    ),
    read: ([, nth = '', unit = '', m, y], today) => {
      const of = m === undefined ? undefined : monthNames[m];
      const whole =
        of !== undefined
          ? months(yearOfMonth(of, y, today), of, 1)
          : months(y === undefined ? calendarOf(today).year : Number(y), 0, 12);
      const parts = /^h/.test(unit) ? 2 : /^q/.test(unit) ? 4 : 3;
      return partOfSpan(whole, ordinals[nth] ?? 0, parts);
    },
  },
  {
    pattern: /\bq([1-4])\b(?:\s(?:of\s)?(\d{4}))?/g,
    read: ([, q, y], today) => {
      const year = y === undefined ? calendarOf(today).year : Number(y);
      const span = months(year, (Number(q) - 1) * 3, 3);
      return y === undefined && span.from > today ? months(year - 1, (Number(q) - 1) * 3, 3) : span;
    },
  },
  {
    pattern: new RegExp(
      `\\b(first|last|final|ersten|letzten)\\s(${number})\\s(days?|weeks?|tagen?|wochen?)\\s(?:of|in|im)\\s(?:the\\s)?(?:(${month})|year)\\b(?:\\s(\\d{4}))?`,
      'g',
    ),
    read: ([, end = '', count = '', unit = '', m, y], today) => {
      const of = m === undefined ? undefined : monthNames[m];
      const { from, to } =
        of !== undefined
          ? months(yearOfMonth(of, y, today), of, 1)
          : months(y === undefined ? calendarOf(today).year : Number(y), 0, 12);
      const length = countOf(count) * unitDays(unit);
      return /^[fe]/.test(end) && end !== 'final'
        ? { from, to: from + length - 1 }
        : { from: to - length + 1, to };
    },
  },
  {
    pattern: new RegExp(
      `\\b(?:(${units}|${weekday})\\sbefore\\slast|(?:vorletzte[nmrs]?|vorvorige[nmrs]?)\\s(${units}))\\b`,
      'g',
    ),
    read: ([, unit, einheit], today) => {
      const wanted = weekdayNames[unit ?? ''];
      if (wanted === undefined) return unitSpan(unit ?? einheit ?? '', -2, undefined, today);
      return one(today - (((weekdayOf(today) - wanted + 7) % 7) + 7));
    },
  },
  {
    pattern: new RegExp(
      `\\b(early|beginning of|start of|anfang|mid|middle of|mitte|late|end of|ende)[\\s-](?:the\\s|des\\s)?(?:(${last})|(${next})|(?:${current}))?\\s?(?:(month|monats?|year|jahre?s?)\\b|(\\d{4})\\b)`,
      'g',
    ),
    read: ([, part = '', back, ahead, unit, y], today) => {
      if (y !== undefined) return thirdOf(part, months(Number(y), 0, 12));
      const step = back !== undefined ? -1 : ahead !== undefined ? 1 : 0;
      const now = calendarOf(today);
      const whole = /^mon/.test(unit ?? '')
        ? months(now.year, now.month + step, 1)
        : months(now.year + step, 0, 12);
      const span = thirdOf(part, whole);
      // "The end of the year" that has not come is the last one that has, unless it is near.
      return step === 0 && span.from > today + SOON_DAYS
        ? thirdOf(part, months(now.year - 1, 0, 12))
        : span;
    },
  },
  {
    pattern: new RegExp(
      `\\b(${alternatives(dayWords)})\\s(?:of\\s)?(${month})\\b(?:,?\\s(\\d{4}))?|\\b(${month})\\sthe\\s(${alternatives(dayWords)})\\b`,
      'g',
    ),
    read: ([, word, m, y, n, later], today) =>
      dateSpan(y, monthNames[m ?? n ?? ''], String(dayWords[word ?? later ?? ''] ?? 0), today),
  },
];

const rules: readonly Rule[] = [
  ...partRules,
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
      `\\b(?:(${last})|in|im|this|diesen|over|during|since|seit|uber)\\s(?:the\\s|dem\\s|den\\s)?(${alternatives(seasons)})(?:\\s(?:of\\s)?(\\d{4}))?\\b`,
      'g',
    ),
    read: ([, , name = '', y], today) => seasonSpan(seasons[name] ?? 0, y, today),
  },
  {
    pattern: /\b(?:on|by|until|before|after)\sthe\s(\d{1,2})(?:st|nd|rd|th)\b/g,
    read: ([, d], today) => nearestDay(Number(d), today),
  },
  {
    pattern: /\bhalf\sa\syear\sago\b|\bvor\seinem\shalben\sjahr\b/g,
    read: (_, today) => ({ from: today - 198, to: today - 168 }),
  },
  {
    pattern: /\b(?:a\s)?fortnight\sago\b/g,
    read: (_, today) => ago('two', 'week', today),
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
  `\\d{4}|\\d\\.|\\d(?:st|nd|rd|th)\\b|\\b(?:${month}|half|halfte|quarter|quartal|q[1-4]|early|end of|start of|beginning of|anfang|mitte|ende|since|seit|over|during|uber|before last|vorletzte[nmrs]?|vorvorige[nmrs]?|${weekday}|ago|earlier|${last}|${next}|${current}|vor|yesterday|vorgestern|gestern|today|tonight|heute|tomorrow|ubermorgen|in|im|${Object.keys(feasts).join('|')})\\b|(?:${month})woche`,
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
  if (spans.length === 0) return vagueTimes(text, today);
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
  const beside = new RegExp(
    `\\b(?:(${number})\\s)?(day|tag|week|woche|weekend|wochenende|month|monat)(?:s|n|e|en)?(?:\\s\\w+)?\\s(after|before|nach|vor)\\b(?!\\slast)`,
  ).exec(folded);
  if (beside === null || spans.length > 1) return spans;
  const length = Math.max(1, countOf(beside[1] ?? 'one') * unitDays(beside[2] ?? ''));
  const later = beside[3] === 'after' || beside[3] === 'nach';
  return later
    ? [{ from: first.to + 1, to: first.to + length }]
    : [{ from: first.from - length, to: first.from - 1 }];
}

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

export const countOf = (text: string): number => numbers[text] ?? Number(text);
export const unitDays = (unit: string): number =>
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
  return thirdOf(part, months(yearOfMonth(of, year, today), of, 1));
}

function thirdOf(part: string, whole: DaySpan): DaySpan {
  if (/^(?:early|beginning|start|anfang)/.test(part)) return partOfSpan(whole, 0, 3);
  return partOfSpan(whole, /^mi/.test(part) ? 1 : 2, 3);
}

/** One of `parts` of a span, the last one when negative; a rest of days belongs to the last one. */
function partOfSpan({ from, to }: DaySpan, nth: number, parts: number): DaySpan {
  const place = nth < 0 ? parts - 1 : Math.min(nth, parts - 1);
  const length = Math.floor((to - from + 1) / parts);
  return {
    from: from + place * length,
    to: place === parts - 1 ? to : from + (place + 1) * length - 1,
  };
}

/** "On the 24th": the one that is nearest, whichever month. */
function nearestDay(day: number, today: number): DaySpan | undefined {
  if (!(day >= 1 && day <= 31)) return undefined;
  const { year, month: of } = calendarOf(today);
  const days = [-1, 0, 1]
    .map((step) => dayNumber(year, of + step, day))
    .filter((candidate) => calendarOf(candidate).day === day);
  const [nearest] = days.toSorted((a, b) => Math.abs(a - today) - Math.abs(b - today));
  return nearest === undefined ? undefined : one(nearest);
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
