import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import {
  closeOpenMarks,
  renderableBlocks,
  type Split,
  splitBlocks,
} from '../../src-renderer/conversation/markdown-blocks.ts';

const sample = `# Title

A paragraph with **bold** and \`code\`.

- one
- two

  still two

1. first

\`\`\`ts
const a = 1;

# not a heading
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

> quote

<details>
raw
</details>

end\u00fc \u{1f600}`;

describe('splitting a growing answer', () => {
  it('loses no character, cut anywhere', () => {
    for (let length = 0; length <= sample.length; length += 1) {
      const source = sample.slice(0, length);
      expect(
        splitBlocks(source)
          .blocks.map((block) => block.text)
          .join(''),
      ).toBe(source);
    }
  });

  it('step by step ends in the same blocks as all at once', () => {
    let split: Split | undefined;
    for (let length = 1; length <= sample.length; length += 3) {
      split = splitBlocks(sample.slice(0, length), split);
    }
    expect(splitBlocks(sample, split).blocks).toEqual(splitBlocks(sample).blocks);
  });

  it('keeps finished blocks the same, so that they are not rendered again', () => {
    const before = splitBlocks(sample);
    const after = splitBlocks(`${sample}\n\nmore text`, before);
    const settled = before.blocks.slice(0, -2);
    expect(after.blocks.slice(0, settled.length)).toEqual(settled);
    expect(after.blocks[0]).toBe(before.blocks[0]);
  });

  it('starts anew when the text was replaced instead of continued', () => {
    const split = splitBlocks('other\n\ntext', splitBlocks(sample));
    expect(split.blocks.map((block) => block.text).join('')).toBe('other\n\ntext');
  });

  it('keeps code with blank lines and headings in one block', () => {
    const code = splitBlocks(sample).blocks.find((block) => block.text.startsWith('```'));
    expect(code?.text).toContain('# not a heading\n```');
  });
});

describe('the last block while it grows', () => {
  it.each([
    ['a **bold', 'a **bold**'],
    ['a **', 'a '],
    ['use `code', 'use `code`'],
    ['see [the docs](https://exam', 'see the docs'],
    ['see [the do', 'see the do'],
    ['First point:\n-', 'First point:'],
    ['**done** text', '**done** text'],
    ['```ts\nconst a = `x', '```ts\nconst a = `x'],
    ['``', ''],
    ['| day | shi', '| day | shi\n|---|---|'],
    ['| day | ships |\n|--', '| day | ships |\n|---|---|'],
    ['| a \\| b | c |\n', '| a \\| b | c |\n|---|---|'],
    ['| day | ships |\n|:--|--:|', '| day | ships |\n|:--|--:|'],
    ['| day | ships |\n|---|---|\n| Mon', '| day | ships |\n|---|---|\n| Mon'],
    ['|x| is never less than 0', '|x| is never less than 0'],
  ])('%j looks as it will when complete', (text, shown) => {
    expect(closeOpenMarks(text)).toBe(shown);
  });

  it('is left alone once the answer is finished', () => {
    const [block] = renderableBlocks(splitBlocks('a **bold'), true);
    expect(block?.text).toBe('a **bold');
  });
});

describe('a table that grows', () => {
  it('is one from its first cell on, and never a paragraph again', () => {
    const whole =
      '| day | ships | weather |\n|:---|---:|---|\n| Monday | 12 | fog |\n| Tuesday | 31 |';
    for (let length = 3; length <= whole.length; length += 1) {
      const shown = renderableBlocks(splitBlocks(whole.slice(0, length)), false);
      const [table, ...more] = shown.flatMap(({ text }) => splitBlocks(text).blocks);
      expect(more).toEqual([]);
      expect(marked.lexer(table?.text ?? '')[0]?.type, whole.slice(0, length)).toBe('table');
    }
  });
});

describe('things that reach over blocks', () => {
  it('a link whose address stands in a later block is a link', () => {
    const [first] = renderableBlocks(
      splitBlocks('see [docs]\n\n[docs]: https://example.org'),
      true,
    );
    expect(first?.text).toContain('[docs]: https://example.org');
  });

  it('footnotes find their text', () => {
    expect(renderableBlocks(splitBlocks('a[^1]\n\n[^1]: note'), true)).toHaveLength(1);
  });
});
