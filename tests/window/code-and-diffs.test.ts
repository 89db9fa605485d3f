/** Code and diffs: cut, coloured and marked without losing a letter. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunksOf } from '../../src-renderer/conversation/code-chunks.ts';
import { codeFileName } from '../../src-renderer/conversation/code-file-name.ts';
import { splitBlocks } from '../../src-renderer/conversation/markdown-blocks.ts';
import { parseDiff } from '../../src-renderer/conversation/tool-words.ts';
import { wordMarks } from '../../src-renderer/conversation/word-marks.ts';

it('code that grows keeps its finished chunks, so that they are coloured once', () => {
  const line = fc.string({ maxLength: 9000, minLength: 0 });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 120 }), fc.nat(), (lines, cut) => {
      const code = lines.join('\n');
      const before = code.slice(0, cut % (code.length + 1));
      const whole = chunksOf(code);
      expect(whole.map(({ text }) => text).join('')).toBe(code);
      const early = chunksOf(before);
      expect(whole.slice(0, Math.max(0, early.length - 1))).toEqual(early.slice(0, -1));
    }),
    { numRuns: 60 },
  );
});

it.each([
  ['typescript', 'code.ts'],
  ['json', 'code.json'],
  [undefined, 'code.txt'],
  ['../../etc/passwd', 'code.txt'],
])('code in %s is kept as %s', (language, name) => {
  expect(codeFileName(language)).toBe(name);
});

it('a fence says its language without what follows it, and its code without the fence', () => {
  const [block] = splitBlocks('```ts title="a.ts"\nconst a = 1;\n\nconst b = 2;\n```\n').blocks;
  expect(block?.code).toEqual({ language: 'ts', text: 'const a = 1;\n\nconst b = 2;' });
});

const marked = (diff: string): string[] => {
  const lines = parseDiff(diff);
  const marks = wordMarks(lines);
  return lines.flatMap(({ at }) => {
    const pieces = marks.get(at);
    return pieces === undefined
      ? []
      : [pieces.map(({ text, changed }) => (changed ? `[${text}]` : text)).join('')];
  });
};

it('only the words that differ are marked', () => {
  expect(marked('@@ -1 +1 @@\n-const total = sum(lines);\n+const total = round(lines);\n')).toEqual(
    ['const total = [sum](lines);', 'const total = [round](lines);'],
  );
});

it('lines that have nothing in common, or no counterpart, are not compared', () => {
  expect(marked('@@ -1 +1 @@\n-alpha beta\n+const x = 12345;\n')).toEqual([]);
  expect(marked('@@ -1,2 +1 @@\n-one\n-two\n+one!\n')).toEqual([]);
});
