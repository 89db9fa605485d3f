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
  return chunkMarkdown(markdown).map((chunk) => {
    if (!journal) return rowOf(chunk, chunk.startLine, modified, '');
    const time = /(?:^| › )(\d{2}):(\d{2})\b/.exec(chunk.heading);
    const at = new Date(
      Number(day[1]),
      Number(day[2]) - 1,
      Number(day[3]),
      Number(time?.[1] ?? 12),
      Number(time?.[2] ?? 0),
    );
    return rowOf(chunk, chunk.startLine, at.getTime(), dateWords(at));
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
    rowOf(chunk, exchange.position, exchange.at, words),
  );
}

function rowOf(chunk: Chunk, position: number, at: number, words: string): ChunkRow {
  const pairs = characterPairs(`${chunk.heading}\n${chunk.text}`);
  return {
    heading: chunk.heading,
    text: chunk.text,
    extra: pairs.length === 0 ? words : `${words} ${pairs.join(' ')}`.trim(),
    hash: chunk.hash,
    tokens: chunk.tokens,
    position,
    at,
  };
}

/** A day as people name it, so that "what did we do in November" finds it. */
function dateWords(date: Date): string {
  return `${date.getFullYear()} ${month.format(date)} ${date.getDate()} ${weekday.format(date)}`;
}
