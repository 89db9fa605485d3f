/** Sentences for the owner: the English text, and beside it what windows need to say it in their language. */
import type { Said, SaidValue } from '../../protocol/index.ts';
import {
  type CountedCode,
  type FilledBy,
  type SentenceCode,
  sentences,
} from '../../protocol/sentences/index.ts';

export interface Sentence {
  readonly text: string;
  readonly said: Said;
}

type Value = string | number | Sentence;
type Params<Names extends string> = [Names] extends [never]
  ? []
  : [params: Readonly<Record<Names, Value>>];

/** A sentence of the catalogue. */
export function say<Code extends SentenceCode>(
  code: Code,
  ...[params]: Params<FilledBy<Code>>
): Sentence {
  return filled(sentences[code], code, params);
}

/** One that has a singular and a plural; `{count}` is filled in. */
export function sayCount<Code extends CountedCode>(
  code: Code,
  count: number,
  ...[params]: Params<Exclude<FilledBy<`${Code}.other`>, 'count'>>
): Sentence {
  const template = sentences[`${code}.${count === 1 ? 'one' : 'other'}`];
  return filled(template, code, { ...params, count });
}

/** The words of others, names, figures: the same in every language. */
export const verbatim = (text: string): Sentence => ({ text, said: text === '' ? [] : [{ text }] });

export function joined(parts: readonly Sentence[], separator = ' '): Sentence {
  const told = parts.filter(({ text }) => text !== '');
  return {
    text: told.map(({ text }) => text).join(separator),
    said: told.flatMap(({ said }, index) =>
      index === 0 || separator === '' ? said : [{ text: separator }, ...said],
    ),
  };
}

/** The same with a change to every text in it that is not of the catalogue. */
export function withEach({ text, said }: Sentence, change: (text: string) => string): Sentence {
  return { text: change(text), said: changed(said, change) };
}

function changed(said: Said, change: (text: string) => string): Said {
  return said.map((part) => {
    if ('text' in part) return { text: change(part.text) };
    const params: Record<string, SaidValue> = {};
    for (const [name, value] of Object.entries(part.params ?? {})) {
      if (typeof value === 'string') params[name] = change(value);
      else params[name] = typeof value === 'number' ? value : changed(value, change);
    }
    return part.params === undefined ? part : { ...part, params };
  });
}

/** Fields that hold texts for the owner, as the protocol has them. */
export type Spoken<Names extends string> = Readonly<Record<Names, string>> & {
  readonly said: Readonly<Record<Names, Said>>;
};

/** The same from where not everything has a code. */
export type Told<Names extends string> = Readonly<Record<Names, string>> & {
  readonly said?: Readonly<Partial<Record<Names, Said>>>;
};

export function sentenceOf<Name extends string>(told: Told<Name>, name: Name): Sentence {
  const text: string = told[name];
  const said: Said | undefined = told.said?.[name];
  return said === undefined ? verbatim(text) : { text, said };
}

export function spoken<Names extends string>(
  fields: Readonly<Record<Names, Sentence>>,
): Spoken<Names> {
  const entries = Object.entries<Sentence>(fields);
  const texts = Object.fromEntries(entries.map(([name, { text }]) => [name, text]));
  const said = Object.fromEntries(entries.map(([name, one]) => [name, one.said]));
  return { ...texts, said } as Spoken<Names>;
}

function filled(
  template: string,
  code: string,
  params: Readonly<Record<string, Value>> | undefined,
): Sentence {
  if (params === undefined) return { text: template, said: [{ code }] };
  const values: Record<string, SaidValue> = {};
  for (const [name, value] of Object.entries(params)) {
    values[name] = typeof value === 'object' ? value.said : value;
  }
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    return typeof value === 'object' ? value.text : String(value);
  });
  return { text, said: [{ code, params: values }] };
}
