/** Formulas are found the way models write them; code and sums of money are left as they are. */
import { describe, expect, it } from 'vitest';
import { splitBlocks } from '../../src-renderer/conversation/markdown-blocks.ts';
import { formulaOf, withMathMarks } from '../../src-renderer/conversation/math-marks.ts';

/** The formulas of a text, those with a line of their own in brackets. */
const formulas = (text: string): string[] =>
  [...(withMathMarks(text) ?? '').matchAll(/\$\$([^$]*)\$\$/g)].map(([, marked = '']) => {
    const { tex, display } = formulaOf(marked);
    return display ? `[${tex}]` : tex;
  });

describe('what is math', () => {
  it.each([
    ['so $x^2$ it is', ['x^2']],
    ['so \\(x^2\\) it is', ['x^2']],
    ['so $$x^2$$ it is', ['[x^2]']],
    ['\\[\na\n= b\n\\]', ['[a = b]']],
    ['$a$, $b$ and $c$', ['a', 'b', 'c']],
    ['a\\$ and $x$', ['x']],
  ])('%j has %j', (text, expected) => {
    expect(formulas(text)).toEqual(expected);
  });

  it.each([
    'It costs $5, not $10.',
    'Between $5 and $10',
    '$5-$10 per head',
    '$HOME and $PATH are set',
    'run `echo $x$y` now',
    '``a $x$ b`` too',
    'US$ and A$ differ',
    'nothing here',
    '\\$x\\$',
  ])('%j has none', (text) => {
    expect(withMathMarks(text)).toBeUndefined();
  });

  it('a text full of dollars takes no time to speak of (a pattern that runs away)', () => {
    for (const piece of ['$ ', '\\(', '\\[', '$a ', '`', '\\$']) {
      expect(withMathMarks(piece.repeat(9_000))).toBeUndefined();
      expect(withMathMarks(piece.repeat(200_000))).toBeUndefined();
    }
  });
});

it('a formula over several lines is one block, also where a line looks like a list', () => {
  const text = 'Thus\n$$\na\n+ b\n- c\n$$\nand so on.';
  expect(splitBlocks(text).blocks.map((block) => block.text)).toEqual([
    'Thus\n',
    '$$\na\n+ b\n- c\n$$\n',
    'and so on.',
  ]);
  const open = '$$ is where it begins\n\n- a list\n- of things';
  expect(splitBlocks(open).blocks).toHaveLength(2);
});
