/** Counting the tokens of a giant text takes seconds, in which the whole brain stands still. */
import { expect, it } from 'vitest';
import { cutToTokens, estimateTokens } from '../../../brain/shared/tokens.ts';

const words = 'The quick brown fox jumps over the lazy dog. ';

it('a giant text is estimated from parts of it, close to the whole', () => {
  const one = estimateTokens(words.repeat(1000)) / 1000;
  const giant = estimateTokens(words.repeat(400_000));
  expect(Math.abs(giant / (one * 400_000) - 1)).toBeLessThan(0.02);
});

it('a giant text is cut where a shorter one is', () => {
  const cut = cutToTokens(words.repeat(400_000), 500);
  expect(cut).toBe(cutToTokens(words.repeat(1000), 500));
  expect(estimateTokens(cut)).toBeLessThanOrEqual(500);
  expect(cutToTokens(words, 500)).toBe(words);
  expect(cutToTokens(' '.repeat(50_000), 500).length).toBeGreaterThan(0);
});
