import { estimateTokenCount } from 'tokenx';
import { safeSlice } from './text.ts';

/** Longer texts are estimated from parts of them: ten megabytes take seconds in which nothing else runs. */
const MAX_COUNTED = 512 * 1024;
const SAMPLES = 8;

/** Tokens of a text, estimated without a table (within about 1 % of o200k on prose and code). */
export function estimateTokens(text: string): number {
  if (text === '') return 0;
  if (text.length <= MAX_COUNTED) return estimateTokenCount(text);
  const size = MAX_COUNTED / SAMPLES;
  const step = (text.length - size) / (SAMPLES - 1);
  let tokens = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const from = Math.floor(sample * step);
    tokens += estimateTokenCount(text.slice(from, from + size));
  }
  return Math.round((tokens * text.length) / MAX_COUNTED);
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
