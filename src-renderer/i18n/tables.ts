/** Words for people, in their language. Keys are checked by the compiler, tables by a test. */
import { ar } from './ar/index.ts';
import { de } from './de/index.ts';
import { en, type MessageKey } from './en/index.ts';
import { fill } from './fill.ts';
import { type Format, formatFor, isolated } from './format.ts';
import { createTeller, type SentenceTable, type Teller } from './told.ts';
import type { BaseOf } from './words.ts';

export const tables = { en, de, ar } as const;
export type Language = keyof typeof tables;
export type Direction = 'ltr' | 'rtl';

export type Params = Readonly<Record<string, string | number>>;
/** Keys that come as `<base>.one` and `<base>.other`. */
export type PluralKey = BaseOf<MessageKey>;

export interface I18n extends Format, Teller {
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

/** `sentences`: the brain's, in this language; without them they are shown as it wrote them. */
export function createI18n(language: Language, sentences?: SentenceTable): I18n {
  const table: Readonly<Record<MessageKey, string>> = tables[language];
  const direction = directions[language];
  // A path or a name in Latin letters would tear a sentence from right to left apart.
  const put = direction === 'rtl' ? (value: string) => isolated(value) : (value: string) => value;
  const plural = new Intl.PluralRules(language);
  const format = formatFor(language);
  const filled = (message: string, params: Params | undefined): string =>
    params === undefined ? message : fill(message, mapped(params, put));
  return {
    ...format,
    ...createTeller(sentences, { plural, number: format.number, put }),
    language,
    direction,
    t: (key, params) => filled(table[key], params),
    tn(key, count, params) {
      // Languages count in up to six forms; a table has those that its language tells apart.
      const form = `${key}.${plural.select(count)}`;
      const message = Object.hasOwn(table, form) ? form : `${key}.other`;
      return filled(table[message as MessageKey], { ...params, count: format.number(count) });
    },
  };
}

function mapped(params: Params, put: (value: string) => string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, put(String(value))]),
  );
}
