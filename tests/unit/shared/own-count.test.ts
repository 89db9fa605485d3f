/**
 * Tokens are counted here, not by the library, for speed alone. A count that differed would move
 * the point at which a history is folded between two versions, and the estimates that learned from
 * reported usage would be wrong.
 */
import { estimateTokenCount } from 'tokenx';
import { expect, test } from 'vitest';
import { estimateTokens } from '../../../brain/shared/tokens.ts';

const pieces = [
  ...[
    'a',
    'to',
    'word',
    'lowercase',
    'Upper',
    'MIXEDcaseIdentifier',
    "don't",
    '7',
    '2026',
    '1234567',
  ],
  ...['.', '...', '-----------', '"', '`', '_', '/', '://', '({[', '\\', '\u0000', '\u007f'],
  ...[' ', '  ', '\n', '\n\n', ' \n', '\n  ', '\t', '\r\n', '\v', '\f'],
  ...[
    'über',
    'straße',
    'été',
    'łódź',
    'привет',
    'γειά',
    '日本語',
    'カタカナ',
    '한국어',
    '中文。',
    '、',
  ],
  ...['🙂', '👩‍👩‍👧', '\ud83d', '’', '–', '…', '«', '＿', '\u00a0', '\u3000', '\u2028', '\ufeff'],
];

function randomizer(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

test('every text costs what the library says, whatever stands beside what in it', () => {
  for (let seed = 1; seed <= 4000; seed += 1) {
    const random = randomizer(seed);
    // Half of the texts are plain ASCII: the pieces before the words of other scripts.
    const choice = seed % 2 === 0 ? pieces.length : 32;
    const count = 1 + Math.floor(random() * 24);
    const text = Array.from(
      { length: count },
      () => pieces[Math.floor(random() * choice)] ?? '',
    ).join('');
    expect(estimateTokens(text), JSON.stringify(text)).toBe(estimateTokenCount(text));
  }
});
