/**
 * Words near in meaning, from WordNet (words/english.json, made by scripts/compile-wordnet.mjs; its
 * licence is in words/LICENSE). The data is unpacked when the index is ready, or by the first question.
 */
import data from './words/english.json' with { type: 'json' };

export interface Near {
  readonly term: string;
  /** 0 to 1. */
  readonly nearness: number;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-';
const digitValues = new Map([...DIGITS].map((digit, value) => [digit.charCodeAt(0), value]));
/** Distance to the next word in three letters, nearness in one. */
const LETTERS = 4;

interface Unpacked {
  readonly terms: readonly string[];
  readonly places: ReadonlyMap<string, number>;
  /** The partners of a word are from `starts[place]` to before `starts[place + 1]`. */
  readonly starts: Uint32Array;
  readonly partners: Uint16Array;
  readonly nearness: Uint8Array;
}

let unpacked: Unpacked | undefined;

/** Takes a tenth of a second, for which nobody should wait who has asked something. */
export function readyNearness(): Unpacked {
  unpacked ??= unpack(data.words);
  return unpacked;
}

/** The words near to a term, nearest first. */
export function nearTo(term: string): readonly Near[] {
  const { terms, places, starts, partners, nearness } = readyNearness();
  const place = places.get(term);
  if (place === undefined) return [];
  const found: Near[] = [];
  for (let at = starts[place] ?? 0; at < (starts[place + 1] ?? 0); at++) {
    found.push({
      term: terms[partners[at] ?? 0] ?? '',
      nearness: (nearness[at] ?? 0) / DIGITS.length,
    });
  }
  return found.sort((a, b) => b.nearness - a.nearness);
}

export function isDictionaryWord(term: string): boolean {
  unpacked ??= unpack(data.words);
  return unpacked.places.has(term);
}

/** Each pair is written down at its first word only. */
function unpack(lines: readonly string[]): Unpacked {
  const split = lines.map((line) => line.indexOf(' '));
  const terms = lines.map((line, place) => line.slice(0, split[place]));
  const starts = new Uint32Array(lines.length + 1);
  const eachPair = (take: (first: number, second: number, near: number) => void): void => {
    for (const [first, line] of lines.entries()) {
      const digit = (at: number): number => digitValues.get(line.charCodeAt(at)) ?? 0;
      let second = first;
      for (let at = (split[first] ?? 0) + 1; at < line.length; at += LETTERS) {
        second += (digit(at) << 12) + (digit(at + 1) << 6) + digit(at + 2);
        take(first, second, digit(at + 3));
      }
    }
  };
  eachPair((first, second) => {
    starts[first + 1] = (starts[first + 1] ?? 0) + 1;
    starts[second + 1] = (starts[second + 1] ?? 0) + 1;
  });
  for (let place = 0; place < lines.length; place++) {
    starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0);
  }
  const next = starts.slice();
  const partners = new Uint16Array(starts[lines.length] ?? 0);
  const nearness = new Uint8Array(partners.length);
  const put = (word: number, partner: number, near: number): void => {
    const at = next[word] ?? 0;
    partners[at] = partner;
    nearness[at] = near;
    next[word] = at + 1;
  };
  eachPair((first, second, near) => {
    put(first, second, near);
    put(second, first, near);
  });
  return {
    terms,
    places: new Map(terms.map((term, place) => [term, place])),
    starts,
    partners,
    nearness,
  };
}
