import { expect, it } from 'vitest';
import { plainText } from '../../src-renderer/design/plain-text.ts';

it('an excerpt shows what was said, not how its markdown was written', () => {
  const said: Readonly<Record<string, string>> = {
    '**Sum first**, then *round once* — ~~never~~ twice':
      'Sum first, then round once — never twice',
    '# Plan ## Step\n- [the page](https://a.example/x) and `code`': 'Plan Step the page and code',
    '| a | b | |---|---| | 1 | 2 |': 'a · b · 1 · 2',
    'Found: | a | `b` | c | ```ts const': 'Found: a · b · c · const',
    '…| round2 | none': '… round2 · none',
    'the \u0001**bold\u0002** word': 'the \u0001bold\u0002 word',
  };
  for (const [markdown, plain] of Object.entries(said)) expect(plainText(markdown)).toBe(plain);
});

it('stars and underscores that are no marks stay', () => {
  const texts = ['2 * 3 * 4', 'a ** b', 'snake_case_name and __init__', '`**kwargs`', '5 > 3 | 2'];
  expect(texts.map(plainText)).toEqual([...texts.slice(0, 3), '**kwargs', '5 > 3 · 2']);
});
