import { estimateTokenCount } from 'tokenx';
import { safeSlice } from './text.ts';

/** Tokens of a text, estimated without a table (within about 1 % of o200k on prose and code). */
export function estimateTokens(text: string): number {
  return text === '' ? 0 : estimateTokenCount(text);
}

/**
 * The longest beginning of `text` that costs at most `maxTokens`, cut at the end of a line where one
 * is near. Depends on its arguments alone, so that the same text is always cut at the same byte.
 */
export function cutToTokens(text: string, maxTokens: number): string {
  if (maxTokens <= 0) return '';
  if (estimateTokens(text) <= maxTokens) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(safeSlice(text, middle)) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  const cut = low === 0 ? '' : safeSlice(text, low);
  const line = cut.lastIndexOf('\n');
  return line > cut.length * 0.6 ? cut.slice(0, line) : cut;
}
