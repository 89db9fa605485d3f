/** Turns what a person typed into what is searched for: the index's counts and words are passed in. */
import { characterPairs, isSpaceless, stopWords } from '../shared/words.ts';
import type { DaySpan } from './calendar.ts';
import { guessesFor, relativesOf, termsOfForm, type Weighted } from './expand.ts';
import type { Reader } from './reader.ts';
import { fold, formsOf, type Language, languageOf } from './terms.ts';
import { termsOfSpan } from './time-terms.ts';
import { timesAsked } from './times.ts';

/** At most this many words of a long question are searched for: the rarest ones. */
export const MAX_WORDS = 10;
export const MAX_PAIRS = 12;
/** This many are searched for even if they are common. */
const ALWAYS_WORDS = 2;
/** A search costs what it reads: all together the terms may stand in this part of all chunks. */
const POSTINGS_PART = 0.02;
const MIN_POSTINGS = 2_000;
/** Of a pasted page at most this many distinct words are even counted. */
const MAX_COUNTED = 96;
/** Words at each end of it that always are. */
const EDGE = 24;
/** No need to read more than this of a message to know what it is about. */
const MAX_QUERY_LENGTH = 20_000;
/** A word in more than this part of all chunks tells nothing, once there are enough chunks. */
const COMMON = 0.25;
const COMMON_FROM_CHUNKS = 200;
/** Longer questions are pages that name many times; they are about none of them. */
const MAX_TIMED_LENGTH = 400;

/** One thing that is asked for, in all its forms. */
export interface Concept {
  readonly form: string;
  /** The most telling of its terms decides. */
  readonly terms: readonly (Weighted & { readonly count: number })[];
  /** A name tells most; a word that questions are made of, little. 1 for all others. */
  readonly weight: number;
}

const NAME_WEIGHT = 1.5;
const WEAK_WEIGHT = 0.4;

/** Words that questions are made of, whatever they are about. */
const weakForms: ReadonlySet<string> = new Set(
  `do does did done doing happen happened happens matter matters develop developed thing things kind sort way ways far often
  much many long time times year years month months week weeks day days date ago since until still yet
  ever already again first last next new old other another one two three exactly called
  come came go went going gone got getting make made take took need needed use used put kept keep
  said say says mean means meant ask asked talk talked mention mentioned remember remind think thought
  between before after during past recently currently now today anything something everything
  everybody somebody anybody nobody someone anyone part place people person reason
  passiert geschehen sache ding art mal jahr jahre monat woche tag tage datum zuletzt seit bisher
  schon wieder erste letzte nachste genau heisst gesagt gemacht gemeint genannt jemand alles etwas
  welche welcher welches wieviel viel viele lange oft`.split(/\s+/),
);

export interface Plan {
  readonly concepts: readonly Concept[];
  /** Times that the question names. */
  readonly spans: readonly DaySpan[];
  readonly times: readonly string[];
  /** Every term that the index is asked for. */
  readonly match: readonly string[];
  /** There is nothing in it but little words, which lead nowhere from what they find. */
  readonly vague: boolean;
  /** What is marked in snippets. */
  readonly marks: readonly string[];
}

export type Vocabulary = Pick<
  Reader,
  'count' | 'countEach' | 'counts' | 'formsFrom' | 'formsTo' | 'termsFrom'
>;

const stopForms: ReadonlySet<string> = new Set([
  ...[...stopWords].map(fold),
  ...'dont doesnt didnt isnt wasnt arent werent cant couldnt wont wouldnt havent hasnt im ive ill id whats wheres whos thats its lets'.split(
    ' ',
  ),
  // French, as far as they are no English words.
  ...'le la les une des du et est sont que qui quel quelle quels quelles cet cette ces mon ma mes sa ses notre nos votre vos leur leurs je tu il elle nous vous ils elles ne pas avec dans aux'.split(
    ' ',
  ),
]);

export function planQuery(text: string, vocabulary: Vocabulary, today: number): Plan {
  const index = countingOnce(vocabulary);
  const query = text.slice(0, MAX_QUERY_LENGTH);
  const spans = query.length > MAX_TIMED_LENGTH ? [] : timesAsked(query, today);
  const times = [...new Set(spans.flatMap(termsOfSpan))].filter((term) => index.count(term) > 0);
  const words = affordable(contentForms(query), namesIn(query), index);
  const pairs = pairConcepts(query, index);
  const concepts = [...words, ...pairs];
  const terms = concepts.flatMap((concept) => concept.terms);
  return {
    concepts,
    spans,
    times,
    vague: concepts.every(({ form }) => stopForms.has(form)),
    match: [
      ...new Set([...terms.filter(({ count }) => count > 0).map(({ term }) => term), ...times]),
    ],
    marks: concepts.flatMap(({ form, terms: own }) => [form, ...own.map(({ term }) => term)]),
  };
}

/** One term is asked for by several words and their relatives. */
function countingOnce(index: Vocabulary): Vocabulary {
  const counts = new Map<string, number>();
  const countEach = (terms: readonly string[]): readonly number[] => {
    const fresh = terms.filter((term) => !counts.has(term));
    const found = index.countEach(fresh);
    for (const [place, term] of fresh.entries()) counts.set(term, found[place] ?? 0);
    return terms.map((term) => counts.get(term) ?? 0);
  };
  return {
    ...index,
    countEach,
    count: (term) => counts.get(term) ?? countEach([term])[0] ?? 0,
  };
}

/**
 * The distinct words that can make a match: stop words and single letters dropped, unless nothing
 * else is left ("who are you" must still find something when it is all there is).
 */
function contentForms(query: string): readonly string[] {
  const all = [...new Set(formsOf(query))];
  const telling = all.filter(
    (form) => !stopForms.has(form) && (form.length > 1 || /\d/.test(form)),
  );
  if (telling.length > 0 || isSpaceless(query)) return telling;
  const owner = all.filter((form) => ownerForms.has(form));
  return owner.length > 0 ? owner : all;
}

/** "What do you know about me": of all the little words these say whom it is about. */
const ownerForms: ReadonlySet<string> = new Set(
  'me my mine myself us our ours mich mir mein meine uns unser unsere'.split(' '),
);

/** Words with a capital letter inside of a sentence; in German that is any noun, and tells nothing. */
export function namesIn(
  text: string,
  language: Language = languageOf(formsOf(text)),
): ReadonlySet<string> {
  const names = new Set<string>();
  if (language === 'german') return names;
  for (const match of text.matchAll(/(?<=[\p{L}\p{N},;] )\p{Lu}[\p{L}\p{N}'’-]+/gu)) {
    for (const form of formsOf(match[0])) names.add(form);
  }
  return names;
}

function affordable(
  forms: readonly string[],
  names: ReadonlySet<string>,
  index: Vocabulary,
): readonly Concept[] {
  const { chunks } = index.counts();
  const searched = worthCounting(forms).map((form) => ({ form, terms: termsOfForm(form) }));
  index.countEach(searched.flatMap(({ terms }) => terms.map(({ term }) => term)));
  const own = searched.map(({ form, terms }) => {
    return { form, terms, count: Math.max(...terms.map(({ term }) => index.count(term))) };
  });
  let kept = own;
  if (chunks >= COMMON_FROM_CHUNKS) {
    const rare = own.filter(({ count }) => count <= chunks * COMMON);
    if (rare.some(({ count }) => count > 0)) kept = rare;
  }
  if (kept.length > MAX_WORDS) {
    const some = kept.filter(({ count }) => count > 0);
    kept = (some.length > 0 ? some : kept)
      .toSorted((a, b) => a.count - b.count)
      .slice(0, MAX_WORDS);
  }
  const room = Math.max(MIN_POSTINGS, chunks * POSTINGS_PART);
  let postings = 0;
  const rarestFirst = kept
    .toSorted((a, b) => a.count - b.count)
    .filter(({ count }, place) => {
      postings += count;
      return place < ALWAYS_WORDS || postings <= room;
    });
  // In a long question other words say what one of them may mean.
  const wide = rarestFirst.length <= MAX_WORDS;
  return rarestFirst.map(({ form, terms, count }) => {
    const more = weakForms.has(form)
      ? []
      : count === 0
        ? guessesFor(form, terms, index)
        : wide
          ? relativesOf(form, terms, index)
          : [];
    const found = new Map<string, Weighted>();
    for (const one of [...terms, ...more]) {
      const known = found.get(one.term);
      if (known === undefined || known.weight < one.weight) found.set(one.term, one);
    }
    const counts = index.countEach([...found.keys()]);
    const counted = [...found.values()].map((one, at) => ({ ...one, count: counts[at] ?? 0 }));
    return {
      form,
      weight: names.has(form) ? NAME_WEIGHT : weakForms.has(form) ? WEAK_WEIGHT : 1,
      terms: counted.filter((one) => {
        if (one.weight === 1) return true;
        postings += one.count;
        return one.count > 0 && postings <= room;
      }),
    };
  });
}

/**
 * Of a pasted page the words that are worth counting: its beginning and its end, where the question
 * stands, and between them long words and numbers, which are rarer than short ones.
 */
function worthCounting(words: readonly string[]): readonly string[] {
  if (words.length <= MAX_COUNTED) return words;
  const weight = (word: string): number => word.length + (/\d/.test(word) ? 4 : 0);
  const between = words
    .slice(EDGE, -EDGE)
    .filter((word) => word.length <= 40)
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, MAX_COUNTED - 2 * EDGE);
  return [...words.slice(0, EDGE), ...between, ...words.slice(-EDGE)];
}

function pairConcepts(query: string, index: Vocabulary): readonly Concept[] {
  if (!isSpaceless(query)) return [];
  const pairs = [...new Set(characterPairs(query))].slice(0, MAX_COUNTED);
  return pairs
    .map((pair) => ({ form: pair, weight: 1, terms: termsOfPair(pair, index) }))
    .filter(({ terms }) => terms.length > 0)
    .toSorted((a, b) => (a.terms[0]?.count ?? 0) - (b.terms[0]?.count ?? 0))
    .slice(0, MAX_PAIRS);
}

/** A single character of a script without spaces is looked for at the beginning of its pairs. */
function termsOfPair(pair: string, index: Vocabulary): Concept['terms'] {
  const terms = [...pair].length === 1 ? [pair, ...index.termsFrom(pair, MAX_PAIRS)] : [pair];
  return [...new Set(terms)]
    .map((term) => ({ term, weight: 1, count: index.count(term) }))
    .filter(({ count }) => count > 0);
}

/** Did the query hold anything that could be searched for at all? */
export function isEmptyQuery(text: string): boolean {
  return formsOf(text.slice(0, MAX_QUERY_LENGTH)).length === 0 && !isSpaceless(text);
}
