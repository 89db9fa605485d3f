/**
 * "My apprentice", "the vet": whom the owner means is in his own notes. A word of a question stands, in
 * part, also for the names that are told together with it: on the same line of a note, or side by side
 * in a conversation ("my apprentice Samir").
 */
import { stopWords } from '../shared/words.ts';
import { hashTerm, lookUp } from './keys.ts';
import { isDictionaryWord } from './nearness.ts';
import type { Concept } from './query.ts';
import type { Reader, Scorable } from './reader.ts';
import { best, type Scored } from './score.ts';
import { formsOf, languageOf, termOf } from './terms.ts';

/** What a name is worth beside the word that it stands for. */
const ALIAS_PART = 0.5;
/** Relatives of a word lead to names too, if they are near enough to it. */
const MIN_WEIGHT = 0.5;
/** How many texts that hold the word are asked for names. */
const MAX_TEXTS = 6;
const MAX_NAMES = 3;
/** A name that is told together with a word this much less often than another is not meant by it. */
const LEAST_PART = 0.6;
/** What is said in passing tells less than what was noted. */
const SAID_PART = 0.5;
/** A name in more of all chunks than this is no one's in particular. */
const COMMON = 0.2;
const MIN_COUNT = 2;

interface Input {
  readonly concepts: readonly Concept[];
  readonly found: Iterable<Scored>;
  readonly reader: Reader;
  readonly chunks: number;
}

/** The same concepts in the same order, those that names stand for with these among their terms. */
export function withAliases({ concepts, found, reader, chunks }: Input): readonly Concept[] {
  const telling = best(found).filter(({ chunk }) => tellsNames.has(chunk.source));
  const asked = new Set(
    concepts.flatMap(({ terms }) => terms.filter(({ weight }) => weight === 1)).map(termIn),
  );
  return concepts.map((concept) => {
    // A name stands for itself, and what questions are made of stands for nobody.
    if (concept.weight !== 1) return concept;
    const names = [...namesFor(concept, telling, reader)].sort((a, b) => b[1] - a[1]);
    const most = names[0]?.[1] ?? 0;
    const own = new Set(concept.terms.map(termIn));
    const more = names
      .filter(([, value]) => value >= LEAST_PART * most)
      .slice(0, MAX_NAMES)
      .map(([term, value]) => {
        return { term, weight: ALIAS_PART * Math.min(1, value), count: reader.count(term) };
      })
      .filter(
        ({ term, count }) =>
          count >= MIN_COUNT && count <= chunks * COMMON && !asked.has(term) && !own.has(term),
      );
    return more.length === 0 ? concept : { ...concept, terms: [...concept.terms, ...more] };
  });
}

const tellsNames: ReadonlySet<Scorable['source']> = new Set(['knowledge', 'other', 'sessions']);
const termIn = ({ term }: { readonly term: string }): string => term;

/** Terms of names with how surely they are told together with a concept. */
function namesFor(
  { terms }: Concept,
  telling: readonly Scored[],
  reader: Reader,
): ReadonlyMap<string, number> {
  const weights = new Map(
    terms.flatMap(({ term, weight, count }) =>
      weight >= MIN_WEIGHT && count > 0 ? [[term, weight] as const] : [],
    ),
  );
  const hashes = [...weights.keys()].map(hashTerm);
  const tally = new Map<string, number>();
  const add = (names: readonly string[], value: number): void => {
    for (const name of names) tally.set(name, (tally.get(name) ?? 0) + value);
  };
  let texts = 0;
  for (const { chunk } of telling) {
    if (texts >= MAX_TEXTS) break;
    if (!hashes.some((hash) => lookUp(chunk.keys, hash) !== 0)) continue;
    texts += 1;
    for (const { terms: told, names, beside } of linesOf(chunk, reader)) {
      const weight = Math.max(0, ...told.map((term) => weights.get(term) ?? 0));
      if (weight > 0) add(names, weight / Math.sqrt(names.length));
      for (const [term, name] of beside) add([name], SAID_PART * (weights.get(term) ?? 0));
    }
  }
  return tally;
}

interface ToldLine {
  readonly terms: readonly string[];
  readonly names: readonly string[];
  /** Words of a conversation with the names that stand beside them. */
  readonly beside: readonly (readonly [term: string, name: string])[];
}

/** A chunk never changes, and the same ones are asked again and again. */
const linesOfChunk = new WeakMap<Scorable, readonly ToldLine[]>();

function linesOf(chunk: Scorable, reader: Reader): readonly ToldLine[] {
  const known = linesOfChunk.get(chunk);
  if (known !== undefined) return known;
  const shown = reader.show(chunk);
  const text = shown?.text ?? '';
  const language = languageOf(formsOf(text));
  let lines: readonly ToldLine[] = [];
  // In German every noun looks like a name.
  if (language === 'english') {
    lines =
      chunk.source === 'sessions'
        ? [sideBySide(text)]
        : noted(text, (shown?.heading ?? '').split(' › ').at(-1) ?? '');
  }
  linesOfChunk.set(chunk, lines);
  return lines;
}

/** A line of a note is about what its heading names, too. */
function noted(text: string, heading: string): readonly ToldLine[] {
  const titled = termsIn(heading);
  const named = nameTermsIn(heading);
  return text.split('\n').flatMap((line) => {
    const names = [...new Set([...nameTermsIn(line), ...named])];
    return names.length === 0 ? [] : { terms: [...titled, ...termsIn(line)], names, beside: [] };
  });
}

const termsIn = (text: string): readonly string[] =>
  formsOf(text).map((form) => termOf(form, 'english'));

/** "My husband Bastien", "the physio called Kirsty", "our vet, Dr. Moser". */
function sideBySide(text: string): ToldLine {
  const words = text.split(/\s+/);
  const named = words.map(nameTermsIn);
  const beside = words.flatMap((word, at) => {
    const further = linking.test(words[at + 1] ?? '') ? named[at + 2] : undefined;
    const names = [named[at - 1], named[at + 1], further].flatMap((some) => some ?? []);
    const [form] = names.length === 0 ? [] : formsOf(word);
    return form === undefined ? [] : names.map((name) => [termOf(form, 'english'), name] as const);
  });
  return { terms: [], names: [], beside };
}

const linking = /^(?:Herr|Frau|Dr\.|Mr\.?|Mrs\.?|Ms\.?|called|is)$/;

/** Terms of the words that are written like names and are no words of the language. */
function nameTermsIn(text: string): readonly string[] {
  const written = [...text.matchAll(/\p{Lu}[\p{L}\p{N}’'-]+/gu)].flatMap(([word]) => formsOf(word));
  return written
    .filter((form) => form.length > 2 && !stopWords.has(form))
    .map((form) => termOf(form, 'english'))
    .filter((term) => !isDictionaryWord(term));
}
