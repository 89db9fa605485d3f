/** Makes rows of the index out of what is in a file. Pure. */
import type { MemorySource } from '../../protocol/index.ts';
import { type Chunk, chunkMarkdown, chunkText } from '../shared/markdown.ts';
import { clip } from '../shared/text.ts';
import { characterPairs } from '../shared/words.ts';
import type { ChunkRow } from './store.ts';
import type { Exchange } from './transcript.ts';

const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' });
const month = new Intl.DateTimeFormat('en', { month: 'long' });

export function markdownRows(
  path: string,
  source: MemorySource,
  markdown: string,
  modified: number,
): readonly ChunkRow[] {
  const day = /(\d{4})-(\d{2})-(\d{2})\.md$/.exec(path);
  const journal = day !== null && (source === 'episodes' || source === 'outcomes');
  const turns = source === 'episodes' ? turnsByLine(markdown) : [];
  return chunkMarkdown(markdown).map((chunk) => {
    if (!journal) return rowOf(chunk, { position: chunk.startLine, at: modified, words: '' });
    const time = /(?:^| › )(\d{2}):(\d{2})\b/.exec(chunk.heading);
    const at = new Date(
      Number(day[1]),
      Number(day[2]) - 1,
      Number(day[3]),
      Number(time?.[1] ?? 12),
      Number(time?.[2] ?? 0),
    );
    const position = chunk.startLine;
    const turn = turns.findLast(({ line }) => line <= position)?.turnId;
    return rowOf(chunk, { position, at: at.getTime(), words: dateWords(at), turn });
  });
}

/** The lines at which an episode file begins to speak of another turn, in order. */
function turnsByLine(markdown: string): readonly { line: number; turnId: string }[] {
  return markdown.split('\n').flatMap((text, index) => {
    const turnId = /^## \d\d:\d\d .*<!-- (\S+) -->\r?$/.exec(text)?.[1];
    return turnId === undefined ? [] : [{ line: index + 1, turnId }];
  });
}

/** One document per turn, under its first words. */
export function exchangeRows(exchange: Exchange): readonly ChunkRow[] {
  const heading = clip(exchange.userText === '' ? exchange.answer : exchange.userText, 80);
  const parts = [
    exchange.userText === '' ? '' : `User: ${exchange.userText.trim()}`,
    exchange.answer === '' ? '' : `Answer: ${exchange.answer.trim()}`,
  ];
  const text = parts.filter((part) => part !== '').join('\n\n');
  const words = exchange.at === 0 ? '' : dateWords(new Date(exchange.at));
  return chunkText(heading, text, 1).map((chunk) =>
    rowOf(chunk, { position: exchange.position, at: exchange.at, words, turn: exchange.turnId }),
  );
}

interface Origin extends Pick<ChunkRow, 'position' | 'at'> {
  /** Words to be found by beside its own. */
  readonly words: string;
  readonly turn?: string | undefined;
}

function rowOf(chunk: Chunk, { position, at, words, turn = '' }: Origin): ChunkRow {
  const pairs = characterPairs(`${chunk.heading}\n${chunk.text}`);
  return {
    heading: chunk.heading,
    text: chunk.text,
    extra: pairs.length === 0 ? words : `${words} ${pairs.join(' ')}`.trim(),
    hash: chunk.hash,
    tokens: chunk.tokens,
    turn,
    position,
    at,
  };
}

/** A day as people name it, so that "what did we do in November" finds it. */
function dateWords(date: Date): string {
  return `${date.getFullYear()} ${month.format(date)} ${date.getDate()} ${weekday.format(date)}`;
}
