/** ISO weeks in local time: Monday to Sunday; week 1 is the one with the first Thursday of a year. */
import { localDate } from './time.ts';

export interface Week {
  /** `2026-W47` */
  readonly name: string;
  /** Its days from Monday on, `YYYY-MM-DD`. */
  readonly days: readonly string[];
}

export function weekOf(date: Date): Week {
  const monday = new Date(date.getFullYear(), date.getMonth(), date.getDate());
  monday.setDate(monday.getDate() - ((monday.getDay() + 6) % 7));
  const days = [0, 1, 2, 3, 4, 5, 6].map((n) => {
    return new Date(monday.getFullYear(), monday.getMonth(), monday.getDate() + n);
  });
  // A week belongs to the year of its Thursday.
  const year = (days[3] ?? monday).getFullYear();
  const fourth = new Date(year, 0, 4);
  fourth.setDate(fourth.getDate() - ((fourth.getDay() + 6) % 7));
  // Rounded: a day on which the clocks change is not 24 hours long.
  const number = Math.round((monday.getTime() - fourth.getTime()) / (7 * 86_400_000)) + 1;
  return { name: `${year}-W${String(number).padStart(2, '0')}`, days: days.map(localDate) };
}

/** The week that lies `weeks` before the one of `date`. */
export function weekBefore(date: Date, weeks: number): Week {
  return weekOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() - 7 * weeks));
}
