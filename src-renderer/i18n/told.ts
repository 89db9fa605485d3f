/** What the brain said, in the window's language; as the brain worded it where a code is not known. */
import type { Said, SaidFields, SaidPart, SaidValue } from '../../protocol/index.ts';
import { fill } from './fill.ts';

/** The brain's sentences in one language, by code. */
export type SentenceTable = Readonly<Record<string, string>>;

/** Something with texts for the owner, and beside them what they are made of. */
export type Telling<Field extends string> = Readonly<Partial<Record<Field, string>>> & {
  readonly said?: SaidFields | undefined;
};

export interface Teller {
  told<Field extends string>(of: Telling<Field>, field: Field): string;
}

export function createTeller(
  table: SentenceTable | undefined,
  words: {
    readonly plural: Intl.PluralRules;
    readonly number: (value: number) => string;
    readonly put: (value: string) => string;
  },
): Teller {
  const { plural, number, put } = words;

  /** Undefined: something in it has no words in this language. */
  function whole(said: Said): string | undefined {
    const parts = said.map(part);
    return parts.every((one) => one !== undefined) ? parts.join('') : undefined;
  }

  function part(one: SaidPart): string | undefined {
    if ('text' in one) return one.text;
    const { code, params = {} } = one;
    const template = table?.[formOf(code, params.count)];
    if (template === undefined) return undefined;
    const values: Record<string, string> = {};
    for (const [name, value] of Object.entries(params)) {
      const text = filling(name, value);
      if (text === undefined) return undefined;
      values[name] = text;
    }
    return fill(template, values);
  }

  function filling(name: string, value: SaidValue): string | undefined {
    if (typeof value === 'string') return put(value);
    if (typeof value === 'number') return put(name === 'count' ? number(value) : String(value));
    return whole(value);
  }

  function formOf(code: string, count: SaidValue | undefined): string {
    if (typeof count !== 'number') return code;
    const form = `${code}.${plural.select(count)}`;
    return table !== undefined && Object.hasOwn(table, form) ? form : `${code}.other`;
  }

  return {
    told(of, field) {
      const text: string = of[field] ?? '';
      const said = of.said?.[field];
      return (table === undefined || said === undefined ? undefined : whole(said)) ?? text;
    },
  };
}
