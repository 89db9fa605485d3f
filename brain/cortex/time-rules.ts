/** How times are told: what to look for in a text, and how it is read. In the order of their precedence. */
import { calendarOf, months, one, weekdayOf } from './calendar.ts';
import { feasts } from './feasts.ts';
import { partRules } from './time-parts.ts';
import {
  ago,
  dateSpan,
  monthSpan,
  nearestDay,
  nearestMonth,
  partOfMonth,
  type Rule,
  sameDay,
  seasonSpan,
  thirdOfMonth,
  unitSpan,
  yearOf,
} from './time-spans.ts';
import {
  alternatives,
  countOf,
  current,
  last,
  month,
  monthNames,
  next,
  number,
  ordinal,
  ordinals,
  plainDays,
  seasons,
  units,
  weekday,
  weekdayNames,
} from './time-words.ts';

export const rules: readonly Rule[] = [
  {
    // "a month ago today", "today a year ago", "this time last year", "heute vor einem Jahr"
    pattern: new RegExp(
      `\\b(?:(${number})\\s(week|month|year)s?\\sago\\stoday|(?:exactly|today)\\s(${number})\\s(week|month|year)s?\\sago|(?:heute|genau)\\svor\\s(${number})\\s(woche|monat|jahr)(?:en|n|e)?)\\b`,
      'g',
    ),
    read: ([, a, u, b, v, c, w], today) =>
      sameDay(countOf(a ?? b ?? c ?? ''), u ?? v ?? w ?? '', 1, today),
  },
  {
    pattern: new RegExp(
      `\\b(?:this|around this|about this|um diese)\\s(?:time|zeit)\\s(?:${last}|im letzten|im vorigen)\\s(week|month|year|woche|monat|jahr)\\b`,
      'g',
    ),
    read: ([, unit = ''], today) => sameDay(1, unit, /^(?:week|woche)/.test(unit) ? 1 : 7, today),
  },
  ...partRules,
  {
    // "5 to 12 September", "vom 5. bis 12. September", "6 and 7 June"
    pattern: new RegExp(
      `\\b(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s?(?:to|till|until|and|bis|und|-|–)\\s?(?:the\\s|zum\\s)?(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s(?:of\\s)?(${month})\\b\\.?(?:,?\\s(\\d{4}))?`,
      'g',
    ),
    read: ([, first, final, m = '', y], today, reach) => {
      const to = dateSpan(y, monthNames[m], final, today, reach);
      const days = Number(final) - Number(first);
      return to === undefined || days < 0 ? undefined : { from: to.from - days, to: to.to };
    },
  },
  {
    pattern: new RegExp(
      `\\b(${ordinal})[nmrs]?\\s(?:(week|weekend|woche|wochenende|${weekday})\\s(?:of|in|im)?\\s?(?:the\\s)?(${month})|(${month})(woche|wochenende))\\b(?:\\s(\\d{4}))?`,
      'g',
    ),
    read: ([, nth = '', unit, m, n, einheit, y], today, reach) =>
      partOfMonth(
        ordinals[nth] ?? 0,
        unit ?? einheit ?? '',
        monthNames[m ?? n ?? ''] ?? 0,
        y,
        today,
        reach,
      ),
  },
  {
    pattern: new RegExp(
      `\\b(early|beginning of|start of|anfang|mid|middle of|mitte|late|end of|ende)[\\s-](${month})\\b(?:\\s(\\d{4}))?`,
      'g',
    ),
    read: ([, part = '', m = '', y], today, reach) =>
      thirdOfMonth(part, monthNames[m] ?? 0, y, today, reach),
  },
  {
    pattern: new RegExp(`\\b(${Object.keys(feasts).join('|')})\\b(?:\\s(\\d{4}))?`, 'g'),
    read: ([, name = '', y], today, reach) => {
      const feast = feasts[name];
      if (feast === undefined) return undefined;
      if (y !== undefined) return feast(Number(y));
      const { year } = calendarOf(today);
      return feast(year).from <= today + reach ? feast(year) : feast(year - 1);
    },
  },
  {
    pattern: /\b(\d{4})-(\d{1,2})(?:-(\d{1,2}))?\b/g,
    read: ([, y, m, d]) =>
      d === undefined ? monthSpan(Number(y), Number(m) - 1) : dateSpan(y, Number(m) - 1, d),
  },
  {
    pattern: /\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2}\b)?/g,
    read: ([, d, m, y], today, reach) => dateSpan(yearOf(y), Number(m) - 1, d, today, reach),
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
    read: ([, d, m = '', y], today, reach) => dateSpan(y, monthNames[m], d, today, reach),
  },
  {
    pattern: new RegExp(
      `\\b(${month})\\b\\.?\\s(\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)(?:,?\\s(\\d{4}))?`,
      'g',
    ),
    read: ([, m = '', d, y], today, reach) => dateSpan(y, monthNames[m], d, today, reach),
  },
  {
    pattern: new RegExp(
      `\\b(?:(${last})\\s|(${next})\\s)?(${month})\\b(?:\\s(?:of\\s)?(\\d{4}))?`,
      'g',
    ),
    read: ([, back, ahead, m = '', y], today, reach) => {
      const of = monthNames[m] ?? 0;
      if (y !== undefined) return monthSpan(Number(y), of);
      const now = calendarOf(today);
      // In October "last October" is not this one.
      if (back !== undefined && of === now.month) return monthSpan(now.year - 1, of);
      return nearestMonth(of, today, ahead !== undefined, reach);
    },
  },
  {
    pattern: new RegExp(
      `\\b(?:(${last})\\s|(${next})\\s|(${current})\\s)?(${weekday})(?:s|abend|morgen|nachmittag)?\\b`,
      'g',
    ),
    read: ([, back, ahead, here, name = ''], today) => {
      const wanted = weekdayNames[name] ?? 0;
      if (here !== undefined) return one(today - ((weekdayOf(today) + 6) % 7) + ((wanted + 6) % 7));
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
    read: ([, back, name = '', y], today) =>
      seasonSpan(seasons[name] ?? 0, y, today, back !== undefined),
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
