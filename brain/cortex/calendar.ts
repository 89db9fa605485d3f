/** Days as numbers that can be counted with. Pure. */

/** Days since 1970, both included. */
export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;

/** The local day of a moment. */
export function dayOf(date: Date): number {
  return dayNumber(date.getFullYear(), date.getMonth(), date.getDate());
}

export function dayNumber(year: number, month: number, day: number): number {
  return Math.floor(Date.UTC(year, month, day) / DAY_MS);
}

export interface Calendar {
  readonly year: number;
  /** 0 to 11. */
  readonly month: number;
  readonly day: number;
}

export function calendarOf(day: number): Calendar {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
}

/** 0 is Sunday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

export const one = (day: number): DaySpan => ({ from: day, to: day });
export const months = (year: number, month: number, count: number): DaySpan => ({
  from: dayNumber(year, month, 1),
  to: dayNumber(year, month + count, 1) - 1,
});
