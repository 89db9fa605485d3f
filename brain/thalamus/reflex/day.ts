/** The day that a sentence speaks of. */
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'januar', 'jan', 'jänner'],
  ['february', 'februar', 'feb'],
  ['march', 'märz', 'mar', 'maerz'],
  ['april', 'apr'],
  ['may', 'mai'],
  ['june', 'juni', 'jun'],
  ['july', 'juli', 'jul'],
  ['august', 'aug'],
  ['september', 'sep', 'sept'],
  ['october', 'oktober', 'oct', 'okt'],
  ['november', 'nov'],
  ['december', 'dezember', 'dec', 'dez'],
];
const WEEKDAYS: readonly (readonly string[])[] = [
  ['sunday', 'sonntag'],
  ['monday', 'montag'],
  ['tuesday', 'dienstag'],
  ['wednesday', 'mittwoch'],
  ['thursday', 'donnerstag'],
  ['friday', 'freitag'],
  ['saturday', 'samstag', 'sonnabend'],
];

/** Local time, midnight; `undefined` when the text names no day. */
export function saidDay(text: string, now: Date): Date | undefined {
  const lower = text.toLowerCase();
  return (
    relativeDay(lower, now) ?? numericDay(lower, now) ?? namedDay(lower, now) ?? weekday(lower, now)
  );
}

function relativeDay(text: string, now: Date): Date | undefined {
  if (/\b(?:day before yesterday|vorgestern)\b/.test(text)) return daysAgo(now, 2);
  if (/\b(?:yesterday|gestern)\b/.test(text)) return daysAgo(now, 1);
  if (/\b(?:today|heute)\b/.test(text)) return daysAgo(now, 0);
  const ago = /\b(\d{1,4}) days? ago\b|\bvor (\d{1,4}) tag(?:en)?\b/.exec(text);
  return ago === null ? undefined : daysAgo(now, Number(ago[1] ?? ago[2]));
}

function numericDay(text: string, now: Date): Date | undefined {
  const iso = /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/.exec(text);
  if (iso !== null) return valid(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const german = /\b(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}))?/.exec(text);
  if (german === null) return undefined;
  return latest(now, german[3], Number(german[2]), Number(german[1]));
}

function namedDay(text: string, now: Date): Date | undefined {
  const month = MONTHS.findIndex((names) =>
    names.some((name) => new RegExp(`(?<![\\p{L}])${name}(?![\\p{L}])`, 'u').test(text)),
  );
  if (month === -1) return undefined;
  const day = /\b(\d{1,2})(?:st|nd|rd|th|\.)?\b(?!\d)/.exec(text.replace(/\b\d{4}\b/g, ' '))?.[1];
  const year = /\b(\d{4})\b/.exec(text)?.[1];
  return day === undefined ? undefined : latest(now, year, month + 1, Number(day));
}

function weekday(text: string, now: Date): Date | undefined {
  const wanted = WEEKDAYS.findIndex((names) =>
    names.some((name) => new RegExp(`\\b${name}s?\\b`).test(text)),
  );
  if (wanted === -1) return undefined;
  return daysAgo(now, (now.getDay() - wanted + 7) % 7 || 7);
}

/** Without a year: the last time that this day was. */
function latest(now: Date, year: string | undefined, month: number, day: number): Date | undefined {
  if (year !== undefined) return valid(Number(year), month, day);
  const thisYear = valid(now.getFullYear(), month, day);
  if (thisYear === undefined || thisYear <= now) return thisYear;
  return valid(now.getFullYear() - 1, month, day);
}

function valid(year: number, month: number, day: number): Date | undefined {
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day ? date : undefined;
}

function daysAgo(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
}
