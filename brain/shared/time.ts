/** The one source of "now", so that tests can set it. */
export interface Clock {
  now(): Date;
}
export const systemClock: Clock = { now: () => new Date() };

const two = (n: number): string => String(n).padStart(2, '0');

/** Local time as ISO 8601 with offset and milliseconds: `2026-11-21T09:05:07.123+01:00`. */
export function isoLocal(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const sign = offset < 0 ? '-' : '+';
  const minutes = Math.abs(offset);
  return (
    `${localDate(date)}T${localTime(date)}:${two(date.getSeconds())}` +
    `.${String(date.getMilliseconds()).padStart(3, '0')}` +
    `${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  );
}

/** Local time for the name of a file: `2026-11-21_09-05-07.123`. */
export function fileStamp(date: Date): string {
  return isoLocal(date).slice(0, 23).replace('T', '_').replaceAll(':', '-');
}

/** `YYYY-MM-DD` in local time: the name of a daily file. */
export function localDate(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** `HH:MM` in local time. */
export function localTime(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}
