/**
 * Why a note was, or was not, in the context of a call: what the record of the call says of it, and
 * for what is not in the record the reason why it was not even a candidate.
 */
import type { CandidateSummary, Explanation } from '../../protocol/index.ts';
import type { Cortex, ExplainInput } from '../regions.ts';
import { matchKeys } from '../shared/words.ts';
import { ALREADY_THERE } from './chosen.ts';
import { searchMemoryFor } from './memory.ts';

/** A search may find so many notes; each is explained. */
const MAX_FOUND = 12;
const MAX_WORDS = 8;

interface Place {
  readonly path: string;
  readonly heading?: string;
  /** What is in it now; undefined when there is no such file (any more). */
  readonly text: string | undefined;
}

export function explain(search: Cortex['search'], input: ExplainInput): readonly Explanation[] {
  return placesOf(search, input).flatMap((place) => {
    const told = [
      ...rowsOf(input.included, place).map((row) => inContext(row)),
      ...rowsOf(input.dropped, place).map((row) => leftOut(row)),
    ];
    return told.length > 0 ? told : [neverConsidered(search, input, place)];
  });
}

function placesOf(search: Cortex['search'], input: ExplainInput): readonly Place[] {
  if (input.file !== undefined) return [input.file];
  if (input.query === undefined) return [];
  const seen = new Set<string>();
  const hits = search({ query: input.query, limit: MAX_FOUND * 2 });
  const wanted = matchKeys(input.query);
  // A search also finds relatives and neighbours; here the notes with the word itself are meant.
  const literal = hits.filter(({ heading, text }) =>
    [...matchKeys(`${heading}\n${text}`)].some((key) => wanted.has(key)),
  );
  return (literal.length > 0 ? literal : hits)
    .filter(({ path, heading }) => {
      const place = `${path}\n${heading}`;
      return !seen.has(place) && seen.add(place);
    })
    .slice(0, MAX_FOUND)
    .map(({ path, heading, text }) => ({ path, heading, text }));
}

function rowsOf(rows: readonly CandidateSummary[], place: Place): readonly CandidateSummary[] {
  const ofFile = rows.filter(({ path }) => path === place.path);
  const exact = ofFile.filter(({ heading }) => heading === place.heading);
  // Identity, instructions and skills stand in the record as whole files.
  const isWhole = ofFile.some(({ category }) => category !== 'memory');
  return place.heading === undefined || (exact.length === 0 && isWhole) ? ofFile : exact;
}

function inContext(row: CandidateSummary): Explanation {
  return { ...row, outcome: row.reason === ALREADY_THERE ? 'visible' : 'included' };
}

function leftOut(row: CandidateSummary): Explanation {
  return { ...row, outcome: 'dropped' };
}

function neverConsidered(
  search: Cortex['search'],
  input: ExplainInput,
  { path, heading, text }: Place,
): Explanation {
  const place = { path, ...(heading === undefined ? {} : { heading }) };
  if (text === undefined) return { ...place, outcome: 'no_file' };
  if (text.trim() === '') return { ...place, outcome: 'empty' };
  if (/^(?:identity|prefrontal)\//.test(path)) return { ...place, outcome: 'not_there_then' };
  if (path.startsWith('cerebellum/')) return { ...place, outcome: 'not_called' };
  const isHere = (hit: { readonly path: string; readonly heading: string }): boolean =>
    hit.path === path && (heading === undefined || hit.heading === heading);
  if (searchMemoryFor(search, input.text, input.sessionId).some(isHere)) {
    return { ...place, outcome: 'not_there_then' };
  }
  if (searchMemoryFor(search, input.text, undefined).some(isHere)) {
    return { ...place, outcome: 'own_conversation' };
  }
  const asked = matchKeys(input.text);
  const common = [...matchKeys(`${heading ?? ''}\n${text}`)].filter((word) => asked.has(word));
  return common.length === 0
    ? { ...place, outcome: 'no_common_words' }
    : { ...place, outcome: 'outranked', words: common.slice(0, MAX_WORDS) };
}
