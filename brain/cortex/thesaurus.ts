/**
 * Words that stand for each other, so that a question finds a note which says the same thing otherwise:
 * the lists of word-lists/, by their terms.
 */
import { fold, termOf } from './terms.ts';
import { acts } from './word-lists/acts-english.ts';
import { english, kinds } from './word-lists/everyday-english.ts';
import { german } from './word-lists/everyday-german.ts';
import { names, pronouns } from './word-lists/names.ts';
import { clippings, translations } from './word-lists/two-languages.ts';

export interface Relation {
  readonly term: string;
  /** How much a match of it counts beside the word itself. */
  readonly weight: number;
}

const WORD_WEIGHT = 0.5;
const KIND_WEIGHT = 0.5;
const NAME_WEIGHT = 0.8;
const PRONOUN_WEIGHT = 0.9;

const related = new Map<string, Map<string, number>>();

function relate(lines: string, language: 'english' | 'german', weight: number): void {
  for (const line of lines.trim().split('\n')) {
    const terms = [...new Set(line.split(' ').map((word) => termOf(fold(word), language)))];
    relateAll(terms, weight);
  }
}

function relateAll(terms: readonly string[], weight: number): void {
  for (const term of terms) {
    const others = related.get(term) ?? new Map<string, number>();
    related.set(term, others);
    for (const other of terms) {
      if (other !== term) others.set(other, Math.max(weight, others.get(other) ?? 0));
    }
  }
}

function relateKinds(): void {
  for (const line of kinds.trim().split('\n')) {
    const [names = '', members = ''] = line.split(': ');
    for (const name of names.split(' ').map((word) => termOf(fold(word), 'english'))) {
      const others = related.get(name) ?? new Map<string, number>();
      related.set(name, others);
      for (const member of members.split(' ').map((word) => termOf(fold(word), 'english'))) {
        if (member !== name) others.set(member, Math.max(KIND_WEIGHT, others.get(member) ?? 0));
      }
    }
  }
}

/** A word in another language has the stem that a text in that language, or in English, gives it. */
function relateTranslations(): void {
  for (const line of translations.trim().split('\n')) {
    const [german = '', english = '', french = ''] = line.split(' | ');
    const terms = new Set([
      ...german.split(' ').map((word) => termOf(word, 'german')),
      ...english.split(' ').map((word) => termOf(word, 'english')),
      ...french.split(' ').map((word) => termOf(word, 'english')),
    ]);
    relateAll([...terms], WORD_WEIGHT);
  }
}

relateKinds();
relateTranslations();
relate(clippings, 'english', WORD_WEIGHT);
relate(english, 'english', WORD_WEIGHT);
relate(acts, 'english', WORD_WEIGHT);
relate(german, 'german', WORD_WEIGHT);
relate(pronouns, 'english', PRONOUN_WEIGHT);
relate(pronouns, 'german', PRONOUN_WEIGHT);
// Names have the stem of whatever text they stand in.
relate(names, 'english', NAME_WEIGHT);
relate(names, 'german', NAME_WEIGHT);

export function relatedTerms(term: string): readonly Relation[] {
  return [...(related.get(term) ?? [])].map(([other, weight]) => ({ term: other, weight }));
}
