/**
 * Splits markdown into top-level blocks, so that each finished block is rendered once while the
 * text still grows. While it grows only the last block is read again.
 */
import { Lexer, Marked, type Token } from 'marked';

export interface Block {
  /** Where it begins in the text: stable while text is only appended. */
  readonly start: number;
  readonly text: string;
  /** A fenced block: what stands in it. */
  readonly code?: FencedCode;
  /** Link definitions, which other blocks may use. */
  readonly defines?: boolean;
}

export interface FencedCode {
  readonly language: string | undefined;
  readonly text: string;
}

export interface Split {
  readonly source: string;
  readonly blocks: readonly Block[];
}

/** Math between double dollars or `\[ \]` stays in one piece, whatever its lines look like. */
const mathBlock =
  /^ {0,3}(?:\$\$(?:(?!\n[ \t]*\n)[\s\S])+?\$\$|\\\[(?:(?!\n[ \t]*\n)[\s\S])+?\\\])[ \t]*(?:\n|$)/;
const rules = new Marked({
  gfm: true,
  extensions: [
    {
      name: 'mathBlock',
      level: 'block',
      start: (source) => /\n {0,3}(?:\$\$|\\\[)/.exec(source)?.index,
      tokenizer(source) {
        const raw = mathBlock.exec(source)?.[0];
        return raw === undefined ? undefined : { type: 'mathBlock', raw };
      },
    },
  ],
}).defaults;

const emptySplit: Split = { source: '', blocks: [] };

/** Pass the last result to read only what was added since. */
export function splitBlocks(text: string, before: Split = emptySplit): Split {
  const source = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (source === before.source) return before;
  // The last two blocks may still change their nature (a list goes on, a heading gets its line).
  // Compared as a slice: engines read that as memory, and `startsWith` letter by letter.
  const grew = source.slice(0, before.source.length) === before.source;
  const kept = grew ? before.blocks.slice(0, -2) : [];
  const last = kept.at(-1);
  const from = last ? last.start + last.text.length : 0;
  return { source, blocks: [...kept, ...lexBlocks(source.slice(from), from)] };
}

function lexBlocks(source: string, offset: number): readonly Block[] {
  const pieces: { end: number; readonly more: Pick<Block, 'code' | 'defines'> }[] = [];
  let end = 0;
  for (const token of new Lexer(rules).blockTokens(source, [])) {
    end += token.raw.length;
    // Blank lines belong to the block before them.
    const last = pieces.at(-1);
    if (token.type === 'space' && last !== undefined) last.end = end;
    else pieces.push({ end, more: natureOf(token) });
  }
  // The lexer may tidy the white space at the end of what it returns, so the text itself is cut.
  return pieces.map(({ end: to, more }, index) => {
    const from = pieces[index - 1]?.end ?? 0;
    const text = index === pieces.length - 1 ? source.slice(from) : source.slice(from, to);
    return { start: offset + from, text, ...more };
  });
}

function natureOf(token: Token): Pick<Block, 'code' | 'defines'> {
  if (token.type === 'def') return footnote.test(token.raw) ? {} : { defines: true };
  if (token.type !== 'code' || token.codeBlockStyle === 'indented') return {};
  // Of the words behind the fence only the first one names the language.
  const language = String(token.lang ?? '').match(/^[^\s{]+/)?.[0];
  return { code: { language, text: String(token.text) } };
}

const footnote = /^ {0,3}\[\^[^\]]+\]:/m;

/**
 * The blocks ready for rendering: link definitions reach every block that may use them, a text
 * with footnotes stays whole once it is finished, and the growing last block is closed.
 */
export function renderableBlocks(split: Split, finished: boolean): readonly Block[] {
  if (finished && footnote.test(split.source)) return [{ start: 0, text: split.source }];
  const definitions = split.blocks.filter(({ defines }) => defines).map(({ text }) => text);
  return split.blocks.map((block, index) => {
    if (block.code !== undefined || block.defines) return block;
    const growing = !finished && index === split.blocks.length - 1;
    const text = growing ? closeOpenMarks(block.text) : block.text;
    const usesLinks = definitions.length > 0 && text.includes('[');
    if (usesLinks) return { ...block, text: `${text}\n\n${definitions.join('\n')}` };
    return growing ? { ...block, text } : block;
  });
}

/** Makes half-written marks look as they will when they are complete, so that nothing flickers. */
export function closeOpenMarks(text: string): string {
  if (/^ {0,3}(```|~~~)/.test(text)) return text;
  // The beginning of a fence is no word.
  if (/^ {0,3}(`{1,2}|~{1,2}|\|)$/.test(text)) return '';
  const table = openTable(text);
  if (table !== undefined) return table;
  // `-` or `=` below a line would make it a heading until the rest of the list item arrives.
  let closed = text.replace(/\n {0,3}(-+|=+)[ \t]*$/, '');
  // A link's address is not for reading.
  closed = closed.replace(/!?\[([^\]\n]*)\]\([^)\n]*$/, '$1').replace(/!?\[([^\]\n]*)$/, '$1');
  const withoutCode = closed.replace(/`[^`\n]*`/g, '');
  if (withoutCode.includes('`')) return closed.endsWith('`') ? closed.slice(0, -1) : `${closed}\``;
  const trimmed = closed.replace(/(?<=\s|^)\*{1,3}$/, '');
  const doubles = trimmed.replace(/`[^`\n]*`/g, '').match(/\*\*/g)?.length ?? 0;
  return doubles % 2 === 1 ? `${trimmed.trimEnd()}**` : trimmed;
}

/** Cells in a row as models write it: with an edge on both sides. */
function cellsOf(row: string): readonly string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/);
}

/** The first row of a table would be a paragraph until the line below it is whole: it gets one that is. */
function openTable(text: string): string | undefined {
  const [head = '', line = '', ...rest] = text.split('\n');
  if (!/^ {0,3}\| /.test(head) || rest.length > 0 || !/^[\s|:-]*$/.test(line)) return undefined;
  const cells = cellsOf(head);
  const below = cellsOf(line);
  if (below.length === cells.length && below.every((cell) => /^\s*:?-+:?\s*$/.test(cell))) {
    return undefined;
  }
  return `${head}\n|${'---|'.repeat(cells.length)}`;
}
