/**
 * Follows the best hits further: the rare words and names that they share with the question's answer
 * lead to notes which the question's own words do not reach ("my sister's dentist": the sister's name
 * is in one note, her dentist in another).
 */

import { stopWords } from '../shared/words.ts';
import { namesIn, type Plan } from './query.ts';
import type { Filter, Reader, Scorable } from './reader.ts';
import { best, probesOf, rarity, type Scored, scoreOf } from './score.ts';
import type { Counts } from './store.ts';
import { formsOf, languageOf, termOf } from './terms.ts';

/** Hits whose words are taken up. */
const MAX_LEADS = 6;
const MAX_TERMS = 16;
/** What a followed word is worth beside one of the question. */
const FOLLOWED_PART = 0.2;
/** Names, and what a note is about, lead further than other words. */
const NAMED = 3;
/** A search costs what it reads. */
const MAX_POSTINGS = 800;
const MAX_FOUND = 60;
/** A word in more chunks than this links nothing in particular. */
const MAX_PART = 0.02;
const MIN_CHUNKS = 12;
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
  const leads = best(found.values()).slice(0, MAX_LEADS);
  const top = leads[0]?.score ?? 0;
  if (top <= 0) return;
  const asked = new Set(plan.match);
  const values = new Map<string, number>();
  for (const { chunk, score } of leads) {
    const shown = reader.show(chunk.id);
    // The heading of a note names what it is about; that of an exchange is its beginning.
    const title = chunk.source === 'sessions' ? '' : (shown?.heading ?? '').replaceAll('›', ' ');
    const text = `${title}\n${shown?.text ?? ''}`;
    const titled = new Set(formsOf(title));
    const forms = formsOf(text);
    const language = languageOf(forms);
    const names = namesIn(text);
    const seen = new Set<string>();
    for (const form of forms) {
      if (form.length < 3 || stopWords.has(form)) continue;
      const term = termOf(form, language);
      if (asked.has(term) || seen.has(term)) continue;
      seen.add(term);
      const name = titled.has(form) || names.has(form) ? NAMED : 1;
      values.set(term, (values.get(term) ?? 0) + (name * score) / top);
    }
  }
  const most = Math.min(MAX_CHUNKS, Math.max(MIN_CHUNKS, counts.chunks * MAX_PART));
  let postings = 0;
  const concepts = [...values]
    .map(([term, value]) => ({ term, value, count: reader.count(term) }))
    .filter(({ count }) => count >= 2 && count <= most)
    .map((one) => ({ ...one, value: one.value * rarity(one.count, counts.chunks) }))
    .sort((a, b) => b.value - a.value)
    .slice(0, MAX_TERMS)
    .filter(({ count }) => {
      postings += count;
      return postings <= MAX_POSTINGS;
    })
    .map(({ term, count }) => ({ form: term, weight: 1, terms: [{ term, weight: 1, count }] }));
  if (concepts.length === 0) return;
  const terms = concepts.map(({ form }) => form);
  add(reader.find(terms, filter, MAX_FOUND));
  const probes = probesOf(concepts, counts, FOLLOWED_PART);
  for (const scored of found.values()) scored.score += scoreOf(scored.chunk, probes, averageWords);
}
