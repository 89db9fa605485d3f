import { estimateTokenCount } from 'tokenx';
import { createKept } from './kept.ts';
import { safeSlice } from './text.ts';

/** Longer texts are estimated from parts of them: ten megabytes take seconds in which nothing else runs. */
const MAX_COUNTED = 512 * 1024;
const SAMPLES = 8;

/** Tokens of a text, estimated without a table (within about 1 % of o200k on prose and code). */
export function estimateTokens(text: string): number {
  if (text.length <= MAX_COUNTED) return countTokens(text);
  const size = MAX_COUNTED / SAMPLES;
  const step = (text.length - size) / (SAMPLES - 1);
  let tokens = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const from = Math.floor(sample * step);
    tokens += countTokens(text.slice(from, from + size));
  }
  return Math.round((tokens * text.length) / MAX_COUNTED);
}

const SPACE = 1;
const PUNCTUATION = 2;
const DIGIT = 3;
const LOWER = 4;
const LETTER = 5;
const LF = 10;

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\s/.test(character)) return SPACE;
  if (/[.,!?;(){}[\]<>:/\\|@#$%^&*+=`~_"-]/.test(character)) return PUNCTUATION;
  if (/\d/.test(character)) return DIGIT;
  return /[a-z]/.test(character) ? LOWER : LETTER;
});

/** Blanks beyond ASCII join with others to one run: rare enough to leave the whole text to tokenx. */
const otherSpace = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/;

/**
 * What tokenx counts, to the token, in one pass over the characters: it splits by a regular
 * expression and tests each piece with several others, which for the notes of one message took
 * longer than finding them. Words beyond ASCII are still its own.
 */
function countTokens(text: string): number {
  if (otherSpace.test(text)) return estimateTokenCount(text);
  const { length } = text;
  let tokens = 0;
  let afterPunctuation = false;
  for (let at = 0; at < length; ) {
    const start = at;
    const kind = kindAt(text, at);
    if (kind === SPACE) {
      at = endOfRun(text, at, SPACE);
      tokens += tokensOfSpace(text, start, at, afterPunctuation);
      continue;
    }
    afterPunctuation = kind === PUNCTUATION;
    if (kind === PUNCTUATION) {
      at = endOfRun(text, at, PUNCTUATION);
      tokens += at - start <= 3 ? 1 : Math.ceil((at - start) / 6);
      continue;
    }
    let digits = 0;
    let lower = 0;
    let other = 0;
    for (; at < length; at += 1) {
      const code = text.charCodeAt(at);
      const one = code < 128 ? kinds[code] : undefined;
      if (one === SPACE || one === PUNCTUATION) break;
      if (one === LOWER) lower += 1;
      else if (one === DIGIT) digits += 1;
      else if (one === undefined) other += 1;
    }
    if (other > 0) {
      // With the blanks after it: what a line end costs depends on the word's last character.
      at = endOfRun(text, at, SPACE);
      tokens += tokensOfOther(text.slice(start, at));
    } else {
      tokens += tokensOfWord(at - start, digits, lower);
    }
  }
  return tokens;
}

/** The same words with marks come again and again, as does the arrow between headings. */
const knownOthers = createKept<string, number>(20_000);
const MAX_KNOWN_LENGTH = 32;

function tokensOfOther(word: string): number {
  if (word.length > MAX_KNOWN_LENGTH) return estimateTokenCount(word);
  const known = knownOthers.get(word);
  if (known !== undefined) return known;
  const tokens = estimateTokenCount(word);
  knownOthers.put(word, tokens);
  return tokens;
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (kinds[code] ?? LETTER) : LETTER;
}

function endOfRun(text: string, from: number, kind: number): number {
  let at = from;
  while (at < text.length && kindAt(text, at) === kind) at += 1;
  return at;
}

/** Blanks are part of the next word; only lines and indentation cost something. */
function tokensOfSpace(
  text: string,
  start: number,
  end: number,
  afterPunctuation: boolean,
): number {
  for (let at = start; at < end - 1; at += 1) if (text.charCodeAt(at) === LF) return 1;
  if (text.charCodeAt(end - 1) !== LF) return 0;
  return afterPunctuation ? 0 : 1;
}

function tokensOfWord(length: number, digits: number, lower: number): number {
  if (digits === length) return Math.ceil(length / 3);
  if (length <= 3 || (length <= 8 && lower === length)) return 1;
  return Math.ceil(length / 7);
}

/**
 * The longest beginning of `text` that costs at most `maxTokens`, cut at the end of a line where one
 * is near. Depends on its arguments alone, so that the same text is always cut at the same byte.
 */
export function cutToTokens(text: string, maxTokens: number): string {
  if (maxTokens <= 0) return '';
  // Only as much as may be kept is looked at, however long the text.
  let high = Math.min(text.length, maxTokens * 8);
  while (estimateTokens(safeSlice(text, high)) <= maxTokens) {
    if (high >= text.length) return text;
    high = Math.min(text.length, high * 2);
  }
  let low = 0;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(safeSlice(text, middle)) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  const cut = low === 0 ? '' : safeSlice(text, low);
  const line = cut.lastIndexOf('\n');
  return line > cut.length * 0.6 ? cut.slice(0, line) : cut;
}
