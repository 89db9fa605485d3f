/** Makes rows of the index out of what is in a file. Pure. */
import type { MemorySource } from '../../protocol/index.ts';
import { type Chunk, chunkMarkdown, chunkText } from '../shared/markdown.ts';
import { clip } from '../shared/text.ts';
import { dayOf } from './calendar.ts';
import { packKeys } from './keys.ts';
import type { ChunkRow } from './store.ts';
import {
  type ChunkTerms,
  formsOf,
  type Language,
  languageOf,
  type Word,
  wordsOf,
} from './terms.ts';
import { SAID_DAYS, SOON_DAYS } from './time-spans.ts';
import { termsOfDay, termsOfMention } from './time-terms.ts';
import { timesIn } from './times.ts';
import type { Exchange } from './transcript.ts';

/** A chunk of which is known where it is from: the terms, which take nearly all the time, come later. */
export interface Draft {
  readonly chunk: Chunk;
  readonly origin: Origin;
}

/** A chunk and what it is found by. */
export interface Document {
  readonly chunk: ChunkRow;
  readonly terms: ChunkTerms;
}

export function markdownDrafts(
  path: string,
  source: MemorySource,
  markdown: string,
  modified: number,
): readonly Draft[] {
  const day = /(\d{4})-(\d{2})-(\d{2})\.md$/.exec(path);
  const journal = day !== null && (source === 'episodes' || source === 'outcomes');
  const turns = source === 'episodes' ? turnsByLine(markdown) : [];
  const chunks = chunkMarkdown(markdown);
  const telling = source === 'knowledge' ? chunks.filter((chunk) => !isBareTitle(chunk)) : chunks;
  return telling.map((chunk) => {
    const position = chunk.startLine;
    if (!journal) return draftOf(chunk, { position, at: modified, happened: false });
    const time = /(?:^| › )(\d{2}):(\d{2})\b/.exec(chunk.heading);
    const at = new Date(
      Number(day[1]),
      Number(day[2]) - 1,
      Number(day[3]),
      Number(time?.[1] ?? 12),
      Number(time?.[2] ?? 0),
    );
    const turn = turns.findLast(({ line }) => line <= position)?.turnId;
    return draftOf(chunk, { position, at: at.getTime(), happened: true, turn });
  });
}

/** Headings of knowledge sort facts: a short one with nothing under it says nothing. */
const MAX_TITLE_WORDS = 3;
function isBareTitle({ heading, text }: Chunk): boolean {
  const bare = heading === text || heading.endsWith(` › ${text}`);
  return bare && formsOf(text).length <= MAX_TITLE_WORDS;
}

/** The lines at which an episode file begins to speak of another turn, in order. */
function turnsByLine(markdown: string): readonly { line: number; turnId: string }[] {
  return markdown.split('\n').flatMap((text, index) => {
    const turnId = /^## \d\d:\d\d .*<!-- (\S+) -->\r?$/.exec(text)?.[1];
    return turnId === undefined ? [] : [{ line: index + 1, turnId }];
  });
}

/** What is said in one turn, under its first words. */
export function exchangeDrafts(exchange: Exchange): readonly Draft[] {
  const heading = clip(exchange.userText === '' ? exchange.answer : exchange.userText, 80);
  const parts = [
    exchange.userText === '' ? '' : `User: ${exchange.userText.trim()}`,
    exchange.answer === '' ? '' : `Answer: ${exchange.answer.trim()}`,
  ];
  const text = parts.filter((part) => part !== '').join('\n\n');
  const { position, at, turnId: turn } = exchange;
  return chunkText(heading, text, 1).map((chunk) =>
    draftOf(chunk, { position, at, happened: at !== 0, turn }),
  );
}

interface Origin extends Pick<ChunkRow, 'position' | 'at' | 'turn'> {
  /** `at` is when it was said or done, not merely when its file was saved last. */
  readonly happened: boolean;
}

function draftOf(
  chunk: Chunk,
  origin: Omit<Origin, 'turn'> & { turn?: string | undefined },
): Draft {
  return { chunk, origin: { ...origin, turn: origin.turn ?? '' } };
}

export function documentOf({ chunk, origin }: Draft): Document {
  const { position, at, happened, turn } = origin;
  // The heading of what happened is its first words once more.
  const title = happened ? '' : chunk.heading.replaceAll('›', ' ');
  const language: Language = languageOf(formsOf(`${title} ${chunk.text}`));
  const heading = wordsOf(title, language);
  const text = wordsOf(chunk.text, language);
  const day = dayOf(new Date(at));
  const times = new Set<string>(happened ? termsOfDay(day) : []);
  for (const span of timesIn(`${title}\n${chunk.text}`, day, happened ? SAID_DAYS : SOON_DAYS)) {
    for (const term of termsOfMention(span)) times.add(term);
  }
  const terms: ChunkTerms = { heading, text, times: [...times] };
  return {
    chunk: {
      heading: chunk.heading,
      text: chunk.text,
      hash: chunk.hash,
      tokens: chunk.tokens,
      turn,
      position,
      at,
      words: heading.length + text.length,
      keys: packKeys(heading, [...text, ...terms.times.map(asWord)]),
    },
    terms,
  };
}

const asWord = (term: string): Word => ({ form: term, term });
