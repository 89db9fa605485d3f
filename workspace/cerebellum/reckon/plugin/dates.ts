/** Days as UTC midnights, so that no change of clocks makes one longer. */

const DAY_MS = 86_400_000;
const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export function parseDay(text: string): Date {
  const date = new Date(`${text}T00:00:00Z`);
  const isReal = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime());
  // 31 February would silently become a day in March.
  if (!isReal || date.toISOString().slice(0, 10) !== text) {
    throw new Error(`"${text}" is no day; write YYYY-MM-DD.`);
  }
  return date;
}

export function daysBetween(from: Date, to: Date): number {
  return Math.round((to.getTime() - from.getTime()) / DAY_MS);
}

export function addDays(date: Date, days: number): Date {
  const found = new Date(date.getTime() + days * DAY_MS);
  if (Number.isNaN(found.getTime())) throw new Error('That is further away than dates reach.');
  return found;
}

export function weekdayOf(date: Date): string {
  return names[date.getUTCDay()] ?? '';
}

/** Monday to Friday, the first day counted and the last one not. */
export function workingDays(from: Date, to: Date): number {
  const count = daysBetween(from, to);
  const step = Math.sign(count);
  const whole = Math.trunc(Math.abs(count) / 7);
  let found = whole * 5;
  for (let rest = whole * 7; rest < Math.abs(count); rest += 1) {
    const weekday = addDays(from, rest * step).getUTCDay();
    if (weekday !== 0 && weekday !== 6) found += 1;
  }
  return found * (step || 1);
}
