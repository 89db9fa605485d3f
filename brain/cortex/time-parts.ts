/** How parts of a month or a year are told, and days counted in words. */
import { calendarOf, months, one, weekdayOf } from './calendar.ts';
import {
  dateSpan,
  partOfSpan,
  type Rule,
  SOON_DAYS,
  thirdOf,
  unitSpan,
  yearOfMonth,
} from './time-spans.ts';
import {
  alternatives,
  countOf,
  current,
  dayWords,
  last,
  month,
  monthNames,
  next,
  number,
  ordinal,
  ordinals,
  unitDays,
  units,
  weekday,
  weekdayNames,
} from './time-words.ts';

/** Parts of a month or a year. */
export const partRules: readonly Rule[] = [
  {
    pattern: new RegExp(
      `\\b(${ordinal})[nmrs]?\\s(half|halfte|quarter|quartal|third|drittel)\\s(?:of\\s|in\\s|im\\s|des\\s|von\\s)?(?:the\\s)?(?:(?:${last})\\s)?(?:(${month})|(?:year|jahre?s?))?\\b\\s?(\\d{4})?`,
      'g',
    ),
    read: ([, nth = '', unit = '', m, y], today, reach) => {
      const of = m === undefined ? undefined : monthNames[m];
      const whole =
        of !== undefined
          ? months(yearOfMonth(of, y, today, reach), of, 1)
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
      `\\b(first|last|final|ersten|letzten)\\s(?:(${number}|few|paar)\\s)?(days?|weeks?|tagen?|wochen?)\\s(?:of|in|im|des)\\s(?:the\\s)?(?:(${month})|year)\\b(?:\\s(\\d{4}))?`,
      'g',
    ),
    read: ([, end = '', count = 'few', unit = '', m, y], today, reach) => {
      const of = m === undefined ? undefined : monthNames[m];
      const { from, to } =
        of !== undefined
          ? months(yearOfMonth(of, y, today, reach), of, 1)
          : months(y === undefined ? calendarOf(today).year : Number(y), 0, 12);
      const single = /^(?:day|week)$/.test(unit);
      const length = (single ? 1 : countOf(count === 'paar' ? 'few' : count)) * unitDays(unit);
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
    read: ([, word, m, y, n, later], today, reach) =>
      dateSpan(
        y,
        monthNames[m ?? n ?? ''],
        String(dayWords[word ?? later ?? ''] ?? 0),
        today,
        reach,
      ),
  },
];
