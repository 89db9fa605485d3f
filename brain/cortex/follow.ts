/**
 * Follows the best hits further: the rare words and names that they share with the question's answer
 * lead to notes which the question's own words do not reach ("my sister's dentist": the sister's name
 * is in one note, her dentist in another).
 */
import { stopWords } from '../shared/words.ts';
import { namesIn, type Plan } from './query.ts';
import type { Filter, Reader, Scorable } from './reader.ts';
import { bestFew, probesOf, rarity, type Scored, scoreOf, valuesOf } from './score.ts';
import type { Counts } from './store.ts';
import { formsOf, languageOf, termOf } from './terms.ts';

/** Hits whose words are taken up. */
const MAX_LEADS = 6;
const MAX_TERMS = 16;
/** What a followed word is worth beside one of the question. */
const FOLLOWED_PART = 0.25;
/** Names, and what a note is about, lead further than other words. */
const NAMED = 3;
/** A search costs what it reads. */
const MAX_POSTINGS = 800;
const MAX_FOUND = 60;
/** A word in more chunks than this links nothing in particular. */
const MAX_PART = 0.02;
const MIN_CHUNKS = 12;
/** A word that is nowhere else leads nowhere. */
const MIN_COUNT = 2;
const MAX_CHUNKS = 150;

interface Input {
  readonly reader: Reader;
  readonly filter: Filter;
  readonly plan: Plan;
  readonly counts: Counts;
  readonly averageWords: number;
  readonly found: ReadonlyMap<number, Scored>;
  add(chunks: readonly Scorable[]): void;
}

export function follow({ reader, filter, plan, counts, averageWords, found, add }: Input): void {
  if (plan.vague) return;
  const leads = bestFew(found.values(), MAX_LEADS);
  const top = leads[0]?.score ?? 0;
  if (top <= 0) return;
  const asked = new Set(plan.match);
  const values = new Map<string, number>();
  for (const { chunk, score } of leads) {
    for (const { term, named } of wordsOf(chunk, reader)) {
      if (asked.has(term)) continue;
      values.set(term, (values.get(term) ?? 0) + ((named ? NAMED : 1) * score) / top);
    }
  }
  let postings = 0;
  const concepts = tellingOf(values, reader, counts)
    .filter(({ count }) => {
      postings += count;
      return postings <= MAX_POSTINGS;
    })
    .map(({ term, count }) => ({ form: term, weight: 1, terms: [{ term, weight: 1, count }] }));
  if (concepts.length === 0) return;
  const probes = probesOf(concepts, counts, FOLLOWED_PART);
  const worth = (chunk: Scorable): number => scoreOf(chunk, probes, averageWords);
  add(reader.find(valuesOf(probes), filter, MAX_FOUND, worth).map(({ chunk }) => chunk));
  for (const scored of found.values()) scored.score += worth(scored.chunk);
}

interface LeadWord {
  readonly term: string;
  /** A name, or in the heading. */
  readonly named: boolean;
}

/** The same hits lead again and again; a chunk never changes. */
const wordsOfLead = new WeakMap<Scorable, readonly LeadWord[]>();

function wordsOf(chunk: Scorable, reader: Reader): readonly LeadWord[] {
  const known = wordsOfLead.get(chunk);
  if (known !== undefined) return known;
  const shown = reader.show(chunk);
  // The heading of a note names what it is about; that of an exchange is its beginning.
  const title = chunk.source === 'sessions' ? '' : (shown?.heading ?? '').replaceAll('›', ' ');
  const text = `${title}\n${shown?.text ?? ''}`;
  const titled = new Set(formsOf(title));
  const forms = formsOf(text);
  const language = languageOf(forms);
  const names = namesIn(text, language);
  const words = new Map<string, LeadWord>();
  for (const form of forms) {
    if (form.length < 3 || stopWords.has(form)) continue;
    const term = termOf(form, language);
    if (words.has(term)) continue;
    words.set(term, { term, named: titled.has(form) || names.has(form) });
  }
  const found = [...words.values()];
  wordsOfLead.set(chunk, found);
  return found;
}

interface Telling {
  readonly term: string;
  readonly count: number;
  readonly value: number;
  readonly place: number;
}

/** Words counted in one go: of those at hand mostly a few dozen are worth it. */
const COUNTED_AT_ONCE = 32;

/** The words worth most by themselves and by their rarity. Counting them costs more than all else. */
function tellingOf(
  values: ReadonlyMap<string, number>,
  reader: Reader,
  { chunks }: Counts,
): readonly Telling[] {
  const most = Math.min(MAX_CHUNKS, Math.max(MIN_CHUNKS, chunks * MAX_PART));
  const rarest = rarity(MIN_COUNT, chunks);
  const telling: Telling[] = [];
  const inOrder = [...values]
    .map(([term, value], place) => ({ term, value, place }))
    .sort((a, b) => b.value - a.value);
  let counts: readonly number[] = [];
  for (const [at, { term, value, place }] of inOrder.entries()) {
    const last = telling[MAX_TERMS - 1];
    // Not even the rarest word of so little value would get in.
    if (last !== undefined && value * rarest < last.value) break;
    const of = at % COUNTED_AT_ONCE;
    if (of === 0) {
      counts = reader.countEach(inOrder.slice(at, at + COUNTED_AT_ONCE).map((one) => one.term));
    }
    const count = counts[of] ?? 0;
    if (count < MIN_COUNT || count > most) continue;
    telling.push({ term, count, place, value: value * rarity(count, chunks) });
    telling.sort((a, b) => b.value - a.value || a.place - b.place);
    telling.splice(MAX_TERMS);
  }
  return telling;
}
