/** Days that are meant by times told in words, for somebody to whom it is `today`. Pure. */
import { calendarOf, type DaySpan, dayNumber, months, one, weekdayOf } from './calendar.ts';
import { countOf, unitDays, weekdayNames } from './time-words.ts';

/** One way of telling a time, and the days that it means. */
export interface Rule {
  readonly pattern: RegExp;
  /** Undefined where it turns out to be no date ("31.2."). */
  read(match: readonly (string | undefined)[], today: number, reach: number): DaySpan | undefined;
}

export function yearOf(text: string | undefined): string | undefined {
  return text?.length === 2 ? `20${text}` : text;
}

export function monthSpan(year: number, of: number | undefined): DaySpan | undefined {
  return of === undefined || of < 0 || of > 11 ? undefined : months(year, of, 1);
}

export function dateSpan(
  year: string | undefined,
  of: number | undefined,
  day: string | undefined,
  today?: number,
  reach = SOON_DAYS,
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
  return one(days.find((candidate) => candidate <= today + reach) ?? today);
}

/** How far ahead a time without a year is looked for: by who asks what was, and by who says what is to come. */
export const SOON_DAYS = 31;
export const SAID_DAYS = 183;

/** "In March" is the last one, or this one; "next March" the coming one. */
export function nearestMonth(of: number, today: number, ahead: boolean, reach?: number): DaySpan {
  const year = yearOfMonth(of, undefined, today, reach);
  const hasBegun = dayNumber(year, of, 1) <= today;
  return months(ahead && hasBegun ? year + 1 : year, of, 1);
}

export function unitSpan(
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

/** The longer ago, the less exactly it is meant; but nobody says "a year ago" half a year later. */
export function ago(count: string, unit: string, today: number): DaySpan {
  const days = countOf(count) * unitDays(unit);
  const blur = /^(?:day|tag)/.test(unit) ? 0 : Math.min(MAX_BLUR, Math.round(unitDays(unit) / 2));
  return { from: today - days - blur, to: today - days + blur };
}

const MAX_BLUR = 45;

/** "A year ago today", "this time last month": the same day of another week, month or year. */
export function sameDay(back: number, unit: string, blur: number, today: number): DaySpan {
  const { year, month: of, day } = calendarOf(today);
  const then = /^(?:week|woche)/.test(unit)
    ? today - 7 * back
    : /^mon/.test(unit)
      ? dayNumber(year, of - back, day)
      : dayNumber(year - back, of, day);
  return { from: then - blur, to: then + blur };
}

/** The last such month that begins in reach. */
export function yearOfMonth(
  of: number,
  year: string | undefined,
  today: number,
  reach = SOON_DAYS,
): number {
  if (year !== undefined) return Number(year);
  const now = calendarOf(today).year;
  const latest = today + Math.max(0, reach - SOON_DAYS);
  return [now + 1, now].find((candidate) => dayNumber(candidate, of, 1) <= latest) ?? now - 1;
}

/** "The first week of July", "the last Saturday in May". */
export function partOfMonth(
  nth: number,
  unit: string,
  of: number,
  year: string | undefined,
  today: number,
  reach?: number,
): DaySpan {
  const { from, to } = months(yearOfMonth(of, year, today, reach), of, 1);
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

export function thirdOfMonth(
  part: string,
  of: number,
  year: string | undefined,
  today: number,
  reach?: number,
): DaySpan {
  return thirdOf(part, months(yearOfMonth(of, year, today, reach), of, 1));
}

export function thirdOf(part: string, whole: DaySpan): DaySpan {
  if (/^(?:early|beginning|start|anfang)/.test(part)) return partOfSpan(whole, 0, 3);
  return partOfSpan(whole, /^mi/.test(part) ? 1 : 2, 3);
}

/** One of `parts` of a span, the last one when negative; a rest of days belongs to the last one. */
export function partOfSpan({ from, to }: DaySpan, nth: number, parts: number): DaySpan {
  const place = nth < 0 ? parts - 1 : Math.min(nth, parts - 1);
  const length = Math.floor((to - from + 1) / parts);
  return {
    from: from + place * length,
    to: place === parts - 1 ? to : from + (place + 1) * length - 1,
  };
}

/** "On the 24th": the one that is nearest, whichever month. */
export function nearestDay(day: number, today: number): DaySpan | undefined {
  if (!(day >= 1 && day <= 31)) return undefined;
  const { year, month: of } = calendarOf(today);
  const days = [-1, 0, 1]
    .map((step) => dayNumber(year, of + step, day))
    .filter((candidate) => calendarOf(candidate).day === day);
  const [nearest] = days.toSorted((a, b) => Math.abs(a - today) - Math.abs(b - today));
  return nearest === undefined ? undefined : one(nearest);
}

export function seasonSpan(
  first: number,
  year: string | undefined,
  today: number,
  back = false,
): DaySpan {
  if (year !== undefined) return months(Number(year), first, 3);
  const now = calendarOf(today);
  const latest = months(first <= now.month ? now.year : now.year - 1, first, 3);
  // In autumn "last autumn" is not this one.
  return back && latest.to >= today ? months(calendarOf(latest.from).year - 1, first, 3) : latest;
}
