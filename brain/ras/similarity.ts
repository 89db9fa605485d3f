/** How much of one text is in another, by runs of three words. */
import { characterPairs, plainWords } from '../shared/words.ts';

const RUN = 3;
/** From this share of common runs on, two texts say the same. */
const SAME = 0.8;

export function shinglesOf(text: string): ReadonlySet<string> {
  const words = plainWords(text);
  const shingles = new Set<string>(characterPairs(text));
  if (words.length < RUN) {
    if (words.length > 0) shingles.add(words.join(' '));
    return shingles;
  }
  for (let i = 0; i + RUN <= words.length; i++) shingles.add(words.slice(i, i + RUN).join(' '));
  return shingles;
}

/** True when `text` brings (almost) nothing that is not in `other`. */
export function isCovered(text: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (text.size === 0) return other.size === 0;
  if (other.size < text.size * SAME) return false;
  let common = 0;
  for (const shingle of text) if (other.has(shingle)) common++;
  return common >= text.size * SAME;
}
