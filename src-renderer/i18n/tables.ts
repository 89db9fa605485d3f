/** Words for people, in their language. Keys are checked by the compiler, tables by a test. */
import { de } from './de/index.ts';
import { en, type MessageKey } from './en/index.ts';
import { type Format, formatFor } from './format.ts';

export const tables = { en, de } as const;
export type Language = keyof typeof tables;

export type Params = Readonly<Record<string, string | number>>;
/** Keys that come as `<base>.one` and `<base>.other`. */
export type PluralKey = BaseOf<MessageKey>;
type BaseOf<K> = K extends `${infer Base}.one` ? Base : never;

export interface I18n extends Format {
  readonly language: Language;
  t(key: MessageKey, params?: Params): string;
  /** Counts: `{count}` is filled in, formatted. */
  tn(key: PluralKey, count: number, params?: Params): string;
}

export function resolveLanguage(setting: string, preferred: readonly string[]): Language {
  const wanted = setting === 'system' ? preferred : [setting];
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0];
    if (language === 'en' || language === 'de') return language;
  }
  return 'en';
}

export function createI18n(language: Language): I18n {
  const table: Readonly<Record<MessageKey, string>> = tables[language];
  const plural = new Intl.PluralRules(language);
  const format = formatFor(language);
  return {
    ...format,
    language,
    t: (key, params) => fill(table[key], params),
    tn(key, count, params) {
      const form = plural.select(count) === 'one' ? 'one' : 'other';
      return fill(table[`${key}.${form}` as MessageKey], {
        ...params,
        count: format.number(count),
      });
    },
  };
}

function fill(message: string, params: Params | undefined): string {
  if (params === undefined) return message;
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
