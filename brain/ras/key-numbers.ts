/**
 * What texts are compared by (`matchKeys`), as sorted numbers: those of a note take a tenth of the
 * room, so that many notes' can be kept, and of each word it is worked out once what it counts as.
 */
import { createKept } from '../shared/kept.ts';
import { isSpaceless, isTelling, looseStem, matchKeys, plainWords } from '../shared/words.ts';

/** Two keys with one number are too rare to matter. */
export function numberOf(key: string): number {
  return hashOfWord(key) >>> 0;
}

/** FNV-1a, 32 bits. */
export function hashOfWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
}

/** By the word as it stands in a text; -1: it tells nothing. */
const numbersOfWords = createKept<string, number>(50_000);

function numberOfWord(word: string): number {
  const known = numbersOfWords.get(word);
  if (known !== undefined) return known;
  const number = isTelling(word) ? numberOf(looseStem(word)) : -1;
  numbersOfWords.put(word, number);
  return number;
}

export function keyNumbers(text: string): Uint32Array {
  const found: number[] = [];
  if (!isSpaceless(text)) {
    for (const word of plainWords(text)) {
      const number = numberOfWord(word);
      if (number !== -1) found.push(number);
    }
  }
  // Nothing but little words, or a script that is compared by its pairs.
  if (found.length === 0) for (const key of matchKeys(text)) found.push(numberOf(key));
  const sorted = Uint32Array.from(found).sort();
  return sorted.filter((number, at) => number !== sorted[at - 1]);
}
