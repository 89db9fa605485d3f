import { expect, it } from 'vitest';
import { clipAtWord } from '../../../brain/shared/text.ts';

it('the name of a conversation does not end in the middle of a word, nor with what led on', () => {
  const asked = 'The totals are off by a cent now and then. Can you find out why?';
  expect(clipAtWord(asked, 46)).toBe('The totals are off by a cent now and then…');
  expect(clipAtWord(asked, 27)).toBe('The totals are off by a…');
  // The last word is whole, and stays.
  expect(clipAtWord(asked, 29)).toBe('The totals are off by a cent…');
  expect(clipAtWord('Why?', 46)).toBe('Why?');
  expect(clipAtWord('To be continued…', 46)).toBe('To be continued…');
});

it('a text without spaces is cut anywhere, and never says nothing', () => {
  expect(clipAtWord('今天天气怎么样我们去公园散步吧', 8)).toBe('今天天气怎么样…');
  expect(clipAtWord('See https://example.com/a/very/long/path', 20)).toBe('See https://example…');
});
