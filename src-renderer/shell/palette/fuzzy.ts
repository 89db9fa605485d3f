/** Finds what was meant: whole words first, beginnings next, letters in order last. */

export interface Match {
  /** Above 0; higher fits better. */
  readonly score: number;
  /** Where the text fits, as [start, end) in order, for marking it. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** Undefined when a word of the query is not in the text. */
export function fuzzy(query: string, text: string): Match | undefined {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const folded = fold(text);
  const ranges: (readonly [number, number])[] = [];
  let score = 0;
  for (const word of words) {
    const found = place(word, folded);
    if (found === undefined) return undefined;
    score += found.score;
    ranges.push(...found.ranges);
  }
  if (words.length === 0) return { score: 1, ranges: [] };
  // Of two that fit alike the shorter one is more likely meant.
  return {
    score: score / words.length - Math.min(9, folded.length / 20),
    ranges: joined(ranges.toSorted((a, b) => a[0] - b[0])),
  };
}

/** Small letters without accents; each keeps its place, so that the places found can be marked. */
function fold(text: string): string {
  return Array.from(text, (letter) => {
    const lower = letter.toLocaleLowerCase();
    const plain = lower.normalize('NFD').replace(/\p{M}+/gu, '');
    return [plain, lower].find((one) => one.length === letter.length) ?? letter;
  }).join('');
}

function place(word: string, text: string): Match | undefined {
  let at = text.indexOf(word);
  let best: Match | undefined;
  while (at !== -1) {
    const starts = at === 0 || !isLetter(text[at - 1]);
    const ends = at + word.length === text.length || !isLetter(text[at + word.length]);
    const score = 50 + (starts ? 30 : 0) + (starts && ends ? 12 : 0) + (at === 0 ? 6 : 0);
    if (best === undefined || score > best.score) {
      best = { score, ranges: [[at, at + word.length]] };
    }
    at = text.indexOf(word, at + 1);
  }
  return best ?? scattered(word, text);
}

const isLetter = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{L}\p{N}]/u.test(letter);

/** Letters in order; beginnings of words preferred, long gaps refused. */
function scattered(word: string, text: string): Match | undefined {
  if (word.length < 2) return undefined;
  const ranges: (readonly [number, number])[] = [];
  let from = 0;
  let starts = 0;
  for (const letter of word) {
    let at = from;
    let first = -1;
    for (; at < text.length; at += 1) {
      if (text[at] !== letter) continue;
      if (first === -1) first = at;
      if (at === from || at === 0 || !isLetter(text[at - 1])) break;
    }
    const found = at < text.length ? at : first;
    if (found === -1) return undefined;
    if (found === 0 || !isLetter(text[found - 1])) starts += 1;
    ranges.push([found, found + 1]);
    from = found + 1;
  }
  const span = from - (ranges[0]?.[0] ?? 0);
  const scattering = (span - word.length) / word.length;
  // Of a long word that much is in any long text.
  const widest = word.length > 3 ? 1 : 2;
  if (starts < word.length && scattering > widest) return undefined;
  return { score: Math.max(2, 40 * (starts / word.length) - 4 * scattering + 4), ranges };
}

function joined(
  ranges: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  const out: [number, number][] = [];
  for (const [start, end] of ranges) {
    const last = out.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else out.push([start, end]);
  }
  return out;
}
