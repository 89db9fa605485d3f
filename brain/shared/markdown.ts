/** Cuts markdown into chunks that can be found, scored and shown one by one. */
import { stripComments } from './frontmatter.ts';
import { hashOf } from './ids.ts';
import { estimateTokens } from './tokens.ts';

export interface Chunk {
  /** Headings from the top down, joined with ` › `; unique within its text. Empty before the first. */
  readonly heading: string;
  readonly text: string;
  /** SHA-256 of `text`. */
  readonly hash: string;
  readonly tokens: number;
  /** Line of the file at which the chunk's text begins, from 1. */
  readonly startLine: number;
}

export const CHUNK_TOKENS = 400;
/** So much of the end of a piece stands again at the beginning of the next: a thought may lie across the cut. */
const OVERLAP_TOKENS = 40;
/** A section this much larger than a chunk is still left whole: better than a crumb at its end. */
const TOLERANCE = 1.25;

interface Line {
  readonly text: string;
  readonly number: number;
}
interface Section {
  readonly path: readonly string[];
  readonly line: number;
  readonly body: Line[];
  hasChildren: boolean;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const atxHeading = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;

/** Splits a whole markdown file. Front matter and comments are left out. */
export function chunkMarkdown(markdown: string): readonly Chunk[] {
  const source = markdown.charCodeAt(0) === 0xfeff ? markdown.slice(1) : markdown;
  const lines = withoutFrontMatter(
    stripComments(source.replaceAll('\r\n', '\n'), { keepLines: true }),
  );
  const unique = uniqueHeadings();
  const chunks: Chunk[] = [];
  for (const section of sectionsOf(lines)) {
    const heading = section.path.join(' › ');
    const pieces = piecesOf(section.body);
    if (pieces.length === 0 && section.path.length > 0 && !section.hasChildren) {
      // A heading that says it all is a note too.
      pieces.push({ text: section.path.at(-1) ?? '', line: section.line });
    }
    for (const piece of pieces) chunks.push(chunkOf(unique(heading), piece.text, piece.line));
  }
  return chunks;
}

/** Splits text that has no headings of its own (an exchange of a conversation). */
export function chunkText(heading: string, text: string, line: number): readonly Chunk[] {
  const unique = uniqueHeadings();
  const lines = text.split('\n').map((line_, index) => ({ text: line_, number: line + index }));
  return piecesOf(lines).map((piece) => chunkOf(unique(heading), piece.text, piece.line));
}

/** Removes front matter and comments from a file that is used whole. */
export function plainMarkdown(markdown: string): string {
  const source = markdown.charCodeAt(0) === 0xfeff ? markdown.slice(1) : markdown;
  return withoutFrontMatter(stripComments(source.replaceAll('\r\n', '\n')))
    .map((line) => line.text)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A second heading of the same name gets a number, so that path and heading name one chunk. */
function uniqueHeadings(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const count = (seen.get(heading) ?? 0) + 1;
    seen.set(heading, count);
    return count === 1 ? heading : `${heading} (${count})`.trimStart();
  };
}

function chunkOf(heading: string, text: string, startLine: number): Chunk {
  return { heading, text, hash: hashOf(text), tokens: estimateTokens(text), startLine };
}

function withoutFrontMatter(text: string): readonly Line[] {
  const lines = text.split('\n').map((line, index) => ({ text: line, number: index + 1 }));
  if (!/^---[ \t]*[a-z]*[ \t]*$/i.test(lines[0]?.text ?? '')) return lines;
  const end = lines.findIndex((line, index) => index > 0 && /^---[ \t]*$/.test(line.text));
  return end === -1 ? lines : lines.slice(end + 1);
}

function sectionsOf(lines: readonly Line[]): readonly Section[] {
  const root: Section = { path: [], line: 1, body: [], hasChildren: true };
  const sections: Section[] = [root];
  const stack: { readonly level: number; readonly section: Section }[] = [];
  let current = root;
  let openFence: string | undefined;
  for (const line of lines) {
    const mark = fence.exec(line.text)?.[1];
    if (openFence !== undefined) {
      if (mark?.startsWith(openFence) === true) openFence = undefined;
    } else if (mark !== undefined) {
      openFence = mark;
    }
    const heading =
      mark === undefined && openFence === undefined ? atxHeading.exec(line.text) : null;
    if (heading === null) {
      current.body.push(line);
      continue;
    }
    const level = heading[1]?.length ?? 1;
    while ((stack.at(-1)?.level ?? 0) >= level) stack.pop();
    const parent = stack.at(-1)?.section;
    if (parent !== undefined) parent.hasChildren = true;
    const name = (heading[2] ?? '').trim();
    current = {
      path: name === '' ? (parent?.path ?? []) : [...(parent?.path ?? []), name],
      line: line.number,
      body: [],
      hasChildren: false,
    };
    stack.push({ level, section: current });
    sections.push(current);
  }
  return sections;
}

interface Piece {
  readonly text: string;
  readonly line: number;
}

/** A section's body in pieces of about `CHUNK_TOKENS`, cut between paragraphs where possible. */
function piecesOf(body: readonly Line[]): Piece[] {
  const whole = pieceOf(body);
  if (whole === undefined) return [];
  // One token is at least about one byte of text; most sections need no closer look.
  if (whole.text.length <= CHUNK_TOKENS || estimateTokens(whole.text) <= CHUNK_TOKENS * TOLERANCE) {
    return [whole];
  }
  const pieces: Piece[] = [];
  let held: Line[] = [];
  let tokens = 0;
  const flush = (): void => {
    const piece = pieceOf(held);
    if (piece !== undefined) pieces.push(piece);
    held = [];
    tokens = 0;
  };
  for (const block of blocksOf(body)) {
    const cost = estimateTokens(block.map((line) => line.text).join('\n'));
    if (tokens > 0 && tokens + cost > CHUNK_TOKENS) {
      const again = endOf(held);
      flush();
      held.push(...again);
    }
    held.push(...block);
    tokens += cost;
  }
  flush();
  return pieces;
}

/** The last sentence of a piece, or as much of it as may stand again; nothing of a list, a table or code. */
function endOf(lines: readonly Line[]): readonly Line[] {
  const last = lines.findLast((line) => line.text.trim() !== '');
  if (last === undefined || !/^[\p{L}\p{N}"'“„(]/u.test(last.text)) return [];
  const sentences = last.text.trim().split(/(?<=[.!?。])\s+/u);
  let again = '';
  for (const sentence of sentences.toReversed()) {
    const longer = again === '' ? sentence : `${sentence} ${again}`;
    if (estimateTokens(longer) > OVERLAP_TOKENS) break;
    again = longer;
  }
  return again === ''
    ? []
    : [
        { text: again, number: last.number },
        { text: '', number: last.number },
      ];
}

function pieceOf(lines: readonly Line[]): Piece | undefined {
  const first = lines.findIndex((line) => line.text.trim() !== '');
  const from = lines[first];
  if (from === undefined) return undefined;
  const text = lines
    .slice(first)
    .map((line) => line.text)
    .join('\n')
    .trimEnd();
  return { text, line: from.number };
}

/** Paragraphs; those that are larger than a chunk by lines, and lines by length. */
function blocksOf(body: readonly Line[]): readonly (readonly Line[])[] {
  const blocks: Line[][] = [];
  let block: Line[] = [];
  for (const line of body) {
    block.push(line);
    if (line.text.trim() === '') {
      blocks.push(block);
      block = [];
    }
  }
  if (block.length > 0) blocks.push(block);
  return blocks.flatMap((one) => {
    const cost = estimateTokens(one.map((line) => line.text).join('\n'));
    return cost <= CHUNK_TOKENS * TOLERANCE ? [one] : one.flatMap(linesOf);
  });
}

/** About as many characters as `CHUNK_TOKENS` tokens of dense text. */
const LONG_LINE = 1200;

function linesOf(line: Line): readonly (readonly Line[])[] {
  if (line.text.length <= LONG_LINE) return [[line]];
  const pieces: Line[][] = [];
  let rest = line.text;
  while (rest.length > LONG_LINE) {
    const window = rest.slice(0, LONG_LINE);
    const sentence = Math.max(
      ...['. ', '! ', '? ', '。', '; '].map((end) => window.lastIndexOf(end)),
    );
    const space = window.lastIndexOf(' ');
    let cut = sentence > LONG_LINE / 2 ? sentence + 1 : space > LONG_LINE / 2 ? space : LONG_LINE;
    const last = rest.charCodeAt(cut - 1);
    if (last >= 0xd800 && last <= 0xdbff) cut -= 1;
    pieces.push([{ text: rest.slice(0, cut), number: line.number }]);
    rest = rest.slice(cut).trimStart();
  }
  if (rest !== '') pieces.push([{ text: rest, number: line.number }]);
  return pieces;
}
