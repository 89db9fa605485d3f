/** Numbers, times and durations as people write them. */
export interface Format {
  number(value: number): string;
  /** `812`, `6.2k`, `1.3M`: for places where a rough size is enough. */
  compact(value: number): string;
  /** A duration in milliseconds: `6 ms`, `2.2 s`, `1 min 12 s`. */
  duration(ms: number): string;
  money(usd: number): string;
  percent(ratio: number): string;
  /** `a, b`: words of any language, each kept together. */
  list(words: readonly string[]): string;
  bytes(count: number): string;
  time(iso: string): string;
  dateTime(iso: string): string;
  /** For lists: without the year, and of today the time alone. */
  shortDateTime(iso: string): string;
  /** A day as files have it, `2026-11-21`; other text stays as it is. */
  fileDay(text: string): string;
  day(date: Date): string;
  month(date: Date): string;
}

/** Smaller sums are shown as less than this: what costs something is not nothing. */
const SMALLEST_USD = 0.0001;

interface Units {
  readonly ms: string;
  readonly s: string;
  readonly min: string;
}
const latinUnits: Units = { ms: 'ms', s: 's', min: 'min' };
const arabicUnits: Units = { ms: 'م.ث', s: 'ث', min: 'د' };

/** Keeps a text of any direction together inside one of the other direction. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

export function formatFor(language: string): Format {
  const arabic = language === 'ar';
  // Figures stand beside paths, versions and code, which have these digits in every language.
  const locale = arabic ? 'ar-u-nu-latn' : language;
  const units = arabic ? arabicUnits : latinUnits;
  const whole = arabic ? isolated : (text: string): string => text;
  const number = new Intl.NumberFormat(locale);
  const one = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const inDollars = { style: 'currency', currency: 'USD', minimumFractionDigits: 2 } as const;
  const dollars = new Intl.NumberFormat(locale, { ...inDollars, maximumFractionDigits: 2 });
  const cents = new Intl.NumberFormat(locale, { ...inDollars, maximumFractionDigits: 4 });
  // 9:05 PM, but 09:05 where a day has 24 hours.
  const twelve = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12;
  const hour = twelve ? 'numeric' : '2-digit';
  const time = new Intl.DateTimeFormat(locale, { hour, minute: '2-digit' });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const short = new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour,
    minute: '2-digit',
  });
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  const medium = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
  return {
    number: (value) => number.format(value),
    compact: (value) => compact.format(value),
    // Beside a Latin name the figure would go to the name, and leave its unit behind.
    duration(ms) {
      if (ms < 1000) return whole(`${number.format(Math.round(ms))} ${units.ms}`);
      if (ms < 60_000) return whole(`${one.format(ms / 1000)} ${units.s}`);
      const seconds = Math.round(ms / 1000);
      return whole(`${Math.floor(seconds / 60)} ${units.min} ${seconds % 60} ${units.s}`);
    },
    money(usd) {
      if (usd > 0 && usd < SMALLEST_USD) return `< ${cents.format(SMALLEST_USD)}`;
      return (usd > 0 && usd < 0.1 ? cents : dollars).format(usd);
    },
    percent: (ratio) => percent.format(ratio),
    list: (words) => words.map(whole).join(arabic ? '، ' : ', '),
    bytes(count) {
      if (count < 1024) return whole(`${number.format(count)} B`);
      if (count < 1024 ** 2) return whole(`${one.format(count / 1024)} kB`);
      if (count < 1024 ** 3) return whole(`${one.format(count / 1024 ** 2)} MB`);
      return whole(`${one.format(count / 1024 ** 3)} GB`);
    },
    time: (iso) => time.format(new Date(iso)),
    dateTime: (iso) => dateTime.format(new Date(iso)),
    shortDateTime(iso) {
      const date = new Date(iso);
      const isToday = date.toDateString() === new Date().toDateString();
      return (isToday ? time : short).format(date);
    },
    fileDay(text) {
      // Noon of that day here: a bare date would be midnight in Greenwich, the day before in New York.
      const date = new Date(`${text}T12:00`);
      return Number.isNaN(date.getTime()) ? text : medium.format(date);
    },
    day: (date) => day.format(date),
    month: (date) => month.format(date),
  };
}
