/**
 * Days that have a name, in several countries. Pure. Whoever says "at Easter" means the days around
 * it; whoever says "Easter Monday" means that day.
 */
import { type DaySpan, dayNumber, one, weekdayOf } from './calendar.ts';

type Feast = (year: number) => DaySpan;

const fixed =
  (month: number, day: number): Feast =>
  (year) =>
    one(dayNumber(year, month - 1, day));
const fromEaster =
  (first: number, last = first): Feast =>
  (year) => ({ from: easter(year) + first, to: easter(year) + last });
/** The `nth` weekday of a month, counted from its end when negative. */
const nth =
  (count: number, weekday: number, month: number): Feast =>
  (year) => {
    const first = dayNumber(year, month - 1, 1);
    const end = dayNumber(year, month, 1) - 1;
    return one(
      count > 0
        ? first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (count - 1)
        : end - ((weekdayOf(end) - weekday + 7) % 7),
    );
  };
/** Sundays before Christmas, the fourth one last. */
const advent =
  (sunday: number): Feast =>
  (year) => {
    const eve = dayNumber(year, 11, 24);
    return one(eve - weekdayOf(eve) - 7 * (4 - sunday));
  };

const named: readonly (readonly [string, Feast])[] = [
  ['good friday|karfreitag', fromEaster(-2)],
  ['holy week|karwoche', fromEaster(-7, -1)],
  ['easter sunday|ostersonntag', fromEaster(0)],
  ['easter monday|ostermontag', fromEaster(1)],
  ['easter holidays|easter break|osterferien', fromEaster(-7, 8)],
  ['easter|ostern|paques|osterwochenende', fromEaster(-2, 1)],
  ['carnival|karneval|fasching|fasnacht|fasnet|mardi gras', fromEaster(-52, -46)],
  ['rosenmontag|shrove monday', fromEaster(-48)],
  ['shrove tuesday|pancake day|fastnacht', fromEaster(-47)],
  ['ash wednesday|aschermittwoch', fromEaster(-46)],
  ['ascension day|ascension|himmelfahrt|christi himmelfahrt', fromEaster(39)],
  ['whit monday|pfingstmontag', fromEaster(50)],
  ['whitsun|pentecost|pfingsten|pfingstwochenende', fromEaster(48, 50)],
  ['corpus christi|fronleichnam', fromEaster(60)],
  ['epiphany|twelfth night|dreikonig|dreikonigstag', fixed(1, 6)],
  ['burns night', fixed(1, 25)],
  ["valentine's|valentine’s|valentines|valentinstag", fixed(2, 14)],
  ["st patrick's|st patrick’s|st patricks", fixed(3, 17)],
  ['may day|tag der arbeit|maifeiertag', fixed(5, 1)],
  ['golden week', (year) => ({ from: dayNumber(year, 3, 29), to: dayNumber(year, 4, 5) })],
  ["mother's day|mother’s day|muttertag", nth(2, 0, 5)],
  ['memorial day', nth(-1, 1, 5)],
  ["father's day|father’s day", nth(3, 0, 6)],
  [
    'midsummer|mittsommer',
    (year) => ({ from: dayNumber(year, 5, 20), to: dayNumber(year, 5, 26) }),
  ],
  ['independence day', fixed(7, 4)],
  ['bastille day', fixed(7, 14)],
  ['labor day', nth(1, 1, 9)],
  ['tag der deutschen einheit|day of german unity', fixed(10, 3)],
  ['halloween', fixed(10, 31)],
  ["all saints'|all saints|allerheiligen|toussaint", fixed(11, 1)],
  ['bonfire night|guy fawkes', fixed(11, 5)],
  ['martinmas|martinstag|sankt martin', fixed(11, 11)],
  ['thanksgiving', nth(4, 4, 11)],
  ['black friday', (year) => one(nth(4, 4, 11)(year).from + 1)],
  ['first advent|erster advent|ersten advent', advent(1)],
  ['second advent|zweiter advent|zweiten advent', advent(2)],
  ['third advent|dritter advent|dritten advent', advent(3)],
  ['fourth advent|vierter advent|vierten advent', advent(4)],
  ['advent', (year) => ({ from: advent(1)(year).from, to: dayNumber(year, 11, 24) })],
  ["st nicholas'|st nicholas|nikolaus|nikolaustag", fixed(12, 6)],
  ['christmas eve|heiligabend|heiliger abend', fixed(12, 24)],
  [
    'christmas holidays|christmas break|weihnachtsferien',
    (year) => ({ from: dayNumber(year, 11, 22), to: dayNumber(year + 1, 0, 6) }),
  ],
  ['christmas day|erster weihnachtstag', fixed(12, 25)],
  [
    'christmas|xmas|weihnachten',
    (year) => ({ from: dayNumber(year, 11, 24), to: dayNumber(year, 11, 26) }),
  ],
  ['boxing day|zweiter weihnachtstag', fixed(12, 26)],
  [
    'between the years|zwischen den jahren',
    (year) => ({ from: dayNumber(year, 11, 26), to: dayNumber(year, 11, 31) }),
  ],
  ["new year's eve|new year’s eve|hogmanay|silvester", fixed(12, 31)],
  ["new year's day|new year’s day|neujahr", fixed(1, 1)],
  [
    'new year|old year|turn of the year|jahreswechsel',
    (year) => ({ from: dayNumber(year, 11, 31), to: dayNumber(year + 1, 0, 2) }),
  ],
];

/** By name; longer names come first, so that "easter monday" is not read as "easter". */
export const feasts: Readonly<Record<string, Feast>> = Object.fromEntries(
  named
    .flatMap(([names, feast]) => names.split('|').map((name) => [name, feast] as const))
    .toSorted(([a], [b]) => b.length - a.length),
);

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
