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

export interface SeenTexts {
  /** The first text that holds (almost) everything that is in `shingles`; its path. */
  covering(shingles: ReadonlySet<string>): string | undefined;
  add(path: string, shingles: ReadonlySet<string>): void;
}

/** Texts by their shingles, so that a new one is compared only with those it shares some with. */
export function createSeenTexts(): SeenTexts {
  const paths: string[] = [];
  const holders = new Map<string, number[]>();
  return {
    covering(shingles) {
      const common = new Map<number, number>();
      for (const shingle of shingles) {
        for (const index of holders.get(shingle) ?? []) {
          common.set(index, (common.get(index) ?? 0) + 1);
        }
      }
      let best: number | undefined;
      for (const [index, count] of common) {
        if (count >= shingles.size * SAME && (best === undefined || index < best)) best = index;
      }
      return best === undefined ? undefined : paths[best];
    },
    add(path, shingles) {
      const index = paths.push(path) - 1;
      for (const shingle of shingles) {
        const list = holders.get(shingle);
        if (list === undefined) holders.set(shingle, [index]);
        else list.push(index);
      }
    },
  };
}
