/** Words for people, in their language. Keys are checked by the compiler, tables by a test. */
import { ar } from './ar/index.ts';
import { de } from './de/index.ts';
import { en, type MessageKey } from './en/index.ts';
import { type Format, formatFor, isolated } from './format.ts';
import type { BaseOf } from './words.ts';

export const tables = { en, de, ar } as const;
export type Language = keyof typeof tables;
export type Direction = 'ltr' | 'rtl';

export type Params = Readonly<Record<string, string | number>>;
/** Keys that come as `<base>.one` and `<base>.other`. */
export type PluralKey = BaseOf<MessageKey>;

export interface I18n extends Format {
  readonly language: Language;
  readonly direction: Direction;
  t(key: MessageKey, params?: Params): string;
  /** Counts: `{count}` is filled in, formatted. */
  tn(key: PluralKey, count: number, params?: Params): string;
}

export function resolveLanguage(setting: string, preferred: readonly string[]): Language {
  const wanted = setting === 'system' ? preferred : [setting];
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0];
    if (language !== undefined && isLanguage(language)) return language;
  }
  return 'en';
}

const isLanguage = (name: string): name is Language => Object.hasOwn(tables, name);

const directions: Readonly<Record<Language, Direction>> = { en: 'ltr', de: 'ltr', ar: 'rtl' };

export function createI18n(language: Language): I18n {
  const table: Readonly<Record<MessageKey, string>> = tables[language];
  const direction = directions[language];
  // A path or a name in Latin letters would tear a sentence from right to left apart.
  const put = direction === 'rtl' ? (value: string) => isolated(value) : (value: string) => value;
  const plural = new Intl.PluralRules(language);
  const format = formatFor(language);
  return {
    ...format,
    language,
    direction,
    t: (key, params) => fill(table[key], params, put),
    tn(key, count, params) {
      // Languages count in up to six forms; a table has those that its language tells apart.
      const form = `${key}.${plural.select(count)}`;
      const message = Object.hasOwn(table, form) ? form : `${key}.other`;
      const filled = { ...params, count: format.number(count) };
      return fill(table[message as MessageKey], filled, put);
    },
  };
}

function fill(message: string, params: Params | undefined, put: (value: string) => string): string {
  if (params === undefined) return message;
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : put(String(value));
  });
}
