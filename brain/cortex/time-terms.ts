/** Times as the index holds them: days, months and years as terms. Pure. */
import { calendarOf, type DaySpan, dayNumber } from './calendar.ts';

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
