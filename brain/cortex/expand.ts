/** What else a word of a question may stand for: other forms, parts, misspellings, related words. */
import { typosBetween } from './distance.ts';
import { isDictionaryWord, nearTo } from './nearness.ts';
import type { Form, Reader } from './reader.ts';
import { termOf } from './terms.ts';
import { relatedTerms } from './thesaurus.ts';
import { isTimeName } from './time-words.ts';

export interface Weighted {
  readonly term: string;
  /** 1 for the word itself. */
  readonly weight: number;
}

type Words = Pick<Reader, 'count' | 'countEach' | 'formsFrom' | 'formsTo' | 'termsFrom'>;

const PART_WEIGHT = 0.5;
const TYPO_WEIGHT = 0.7;
const SPELLING_WEIGHT = 0.9;
/** Parts and misspellings of shorter words are mere chance. */
const SHORTEST_PART = 5;
const SHORTEST_GUESS = 4;
/** Keys, hashes and data are longer than any word that is made of others. */
const LONGEST_GUESS = 80;
const MAX_PARTS = 6;
/** A word of the dictionary counts by how near it is; from this on it is near enough. */
const NEAR_ENOUGH = 0.4;
const SMALLEST_NEARNESS = 0.2;
/** It is needed more where the word itself is nowhere. */
const NEAR_KNOWN_PART = 0.3;
const NEAR_UNKNOWN_PART = 0.7;
const MAX_NEAR = 6;
/** How many words with the same beginning or end are compared with a misspelled one. */
const MAX_COMPARED = 600;

/** The terms that a word is searched by: its own first. */
export function termsOfForm(form: string): readonly Weighted[] {
  const english = termOf(form, 'english');
  const german = termOf(form, 'german');
  const own = [{ term: english, weight: 1 }];
  // Whoever asks in two words gives no hint at the language.
  return german === english ? own : [...own, { term: german, weight: 1 }];
}

/** Other terms for a word whose own ones are in the index. */
export function relativesOf(form: string, own: readonly Weighted[], words: Words): Weighted[] {
  if (form.length > LONGEST_GUESS) return [];
  const related = relatedTo(form, own, words);
  if (form.length < SHORTEST_PART) return [...related];
  return [...related, ...compoundsWith(form, words)];
}

/** Guesses for a word that is not in the index: the likeliest kind that leads anywhere. */
export function guessesFor(form: string, own: readonly Weighted[], words: Words): Weighted[] {
  if (form.length > LONGEST_GUESS) return [];
  const related = relatedTo(form, own, words);
  const respelled = form.replace(/ae/g, 'a').replace(/oe/g, 'o').replace(/ue/g, 'u');
  const spelling = respelled === form ? [] : weigh(termsOfForm(respelled), SPELLING_WEIGHT);
  const found = known(spelling, words);
  if (found.length > 0) return [...related, ...found];
  if (form.length < SHORTEST_GUESS) return [...related, ...beginningWith(form, words)];
  const compounds = compoundsWith(form, words);
  if (compounds.length > 0) return [...related, ...compounds];
  const parts = partsOf(form, words);
  if (parts.length > 0) return [...related, ...parts];
  return [...related, ...misspelled(form, words)];
}

/** By the lists that were written down, and by what is near in the dictionary. */
function relatedTo(form: string, own: readonly Weighted[], words: Words): Weighted[] {
  const listed = own.flatMap(({ term }) => relatedTerms(term));
  const [english] = own;
  if (english === undefined || isTimeName(form)) return listed;
  const known = own.some(({ term }) => words.count(term) > 0);
  const part = known ? NEAR_KNOWN_PART : NEAR_UNKNOWN_PART;
  const close = nearTo(english.term).filter(({ nearness }) => nearness >= SMALLEST_NEARNESS);
  const counts = words.countEach(close.map(({ term }) => term));
  const near = close
    .filter((_, place) => counts[place] !== 0)
    .slice(0, MAX_NEAR)
    .map(({ term, nearness }) => ({ term, weight: part * Math.min(1, nearness / NEAR_ENOUGH) }));
  return [...listed, ...near];
}

/** Two letters as a beginning: only terms, and only few of them. */
function beginningWith(form: string, words: Words): Weighted[] {
  if (form.length < 2) return [];
  return weigh(
    words.termsFrom(form, MAX_PARTS).map((term) => ({ term, weight: 1 })),
    PART_WEIGHT,
  );
}

/** Longer words that begin or end with it: "Versicherung" in "Haftpflichtversicherung". */
function compoundsWith(form: string, words: Words): Weighted[] {
  const found = [...words.formsTo(form, 2 * MAX_PARTS), ...words.formsFrom(form, 2 * MAX_PARTS)];
  return closest(
    found.filter((other) => other.form !== form),
    form,
    words,
  ).slice(0, MAX_PARTS);
}

function closest(forms: readonly Form[], form: string, words: Words): Weighted[] {
  const terms = forms
    .toSorted(
      (a, b) => Math.abs(a.form.length - form.length) - Math.abs(b.form.length - form.length),
    )
    .map(({ term }) => ({ term, weight: PART_WEIGHT }));
  return known(terms, words);
}

/** A compound by its parts: "Zahnarzttermin" by "Zahnarzt" and "Termin". */
function partsOf(form: string, words: Words): Weighted[] {
  const isWord = (part: string): boolean =>
    known(termsOfForm(part), words).length > 0 ||
    known(termsOfForm(part.replace(/s$/, '')), words).length > 0;
  // One part may be nowhere, as long as it is a word: "wristwatch" by "watch".
  const couldBe = (part: string): boolean =>
    part.length >= SHORTEST_GUESS && isDictionaryWord(termOf(part, 'english'));
  for (let cut = form.length - 3; cut >= 4; cut--) {
    const [head, tail] = [form.slice(0, cut), form.slice(cut)];
    const [hasHead, hasTail] = [isWord(head), isWord(tail)];
    if (!(hasHead && (hasTail || couldBe(tail))) && !(hasTail && couldBe(head))) continue;
    const parts = [head, head.replace(/s$/, ''), tail].flatMap((part) => termsOfForm(part));
    return weigh(known(parts, words), PART_WEIGHT);
  }
  return [];
}

/** Known words that differ in a letter or two, the nearest ones. */
function misspelled(form: string, words: Words): Weighted[] {
  const limit = form.length >= 8 ? 2 : 1;
  const heard = asHeard(form);
  const near = new Map<string, { readonly term: string; readonly typos: number }>();
  const candidates = [
    ...words.formsFrom(form.slice(0, 2), MAX_COMPARED),
    ...(heard.startsWith(form.slice(0, 2)) ? [] : words.formsFrom(heard.slice(0, 2), MAX_COMPARED)),
    ...words.formsTo(form.slice(-3), MAX_COMPARED),
  ];
  for (const candidate of candidates) {
    if (near.has(candidate.form)) continue;
    const typos = Math.min(
      typosBetween(form, candidate.form, limit),
      heard.length < SHORTEST_PART
        ? limit + 1
        : typosBetween(heard, asHeard(candidate.form), 1) + 1,
    );
    if (typos <= limit) near.set(candidate.form, { term: candidate.term, typos });
  }
  const fewest = Math.min(...[...near.values()].map(({ typos }) => typos));
  return known(
    [...near.values()]
      .filter(({ typos }) => typos === fewest)
      .map(({ term }) => ({ term, weight: TYPO_WEIGHT })),
    words,
  ).slice(0, MAX_PARTS);
}

/** Names are written as they are heard: Iwanowa and Ivanova, Brioni and Bryony. */
function asHeard(form: string): string {
  return form
    .replace(/ph/g, 'f')
    .replace(/ck|c(?![eih])/g, 'k')
    .replace(/w/g, 'v')
    .replace(/[yj]/g, 'i')
    .replace(/(?<=[^aeiou])h/g, '')
    .replace(/(.)\1/g, '$1');
}

/** Those that are in the index, each once. */
function known(terms: readonly Weighted[], words: Words): Weighted[] {
  const first = new Map<string, Weighted>();
  for (const one of terms) if (!first.has(one.term)) first.set(one.term, one);
  const counts = words.countEach([...first.keys()]);
  return [...first.values()].filter((_, place) => counts[place] !== 0);
}

const weigh = (terms: readonly Weighted[], weight: number): Weighted[] =>
  terms.map((one) => ({ term: one.term, weight: one.weight * weight }));
