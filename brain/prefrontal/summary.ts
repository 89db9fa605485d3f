/**
 * The summary of a folded part of a conversation, made by code. It is a list of short lines under
 * fixed titles, so that a later fold can take it apart and carry its lines on.
 */
import type { JsonObject } from '../../protocol/index.ts';
import type { HistoryEntry } from '../regions.ts';
import type { MessagePart } from '../shared/model.ts';
import { clip } from '../shared/text.ts';
import { estimateTokens } from '../shared/tokens.ts';
import { isSummaryPart, ownWords } from './history.ts';
import { escapeTags } from './tags.ts';

/** In the order in which they are written; the lines of the last ones go first when room is short. */
const titles = [
  'Remembered',
  'Files changed',
  'Decisions of the owner',
  'Left open',
  'The owner asked',
  'Answered',
  'Files read',
] as const;
type Title = (typeof titles)[number];
export type SummaryLines = ReadonlyMap<Title, readonly string[]>;

const LINE = 220;
const OPENING =
  '<summary note="earlier part of this conversation, shortened; the transcript has it whole">';
const CLOSING = '</summary>';
const MORE = 'earlier ones left out';

/** Lines of a stretch of history; a summary in it is taken apart and carried on. */
export function collectLines(entries: readonly HistoryEntry[]): SummaryLines {
  const lines = new Map<Title, string[]>(titles.map((title) => [title, []]));
  const add = (title: Title, line: string): void => {
    const text = clip(line, LINE);
    const list = lines.get(title);
    if (text !== '' && list !== undefined && !list.includes(text)) list.push(text);
  };
  const calls = new Map<string, { readonly name: string; readonly args: JsonObject }>();
  let failed: string | undefined;

  for (const { message } of entries) {
    const [first] = message.parts;
    if (message.role === 'user') {
      if (first?.type === 'text' && isSummaryPart(first)) takeApart(first.text, add);
      else add('The owner asked', ownWords(message));
      failed = undefined;
      continue;
    }
    for (const part of message.parts) {
      if (part.type === 'tool_call') calls.set(part.call.id, part.call);
      if (part.type === 'tool_result') {
        noteResult(part, calls.get(part.toolCallId)?.args, add);
        failed = part.ok ? undefined : `${part.name}: ${part.output}`;
      }
    }
    if (message.role !== 'assistant') continue;
    const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    const hasCalls = message.parts.some((part) => part.type === 'tool_call');
    if (!hasCalls) add('Answered', text);
    if (!hasCalls && failed !== undefined) add('Left open', failed);
  }
  return lines;
}

function noteResult(
  part: Extract<MessagePart, { type: 'tool_result' }>,
  args: JsonObject | undefined,
  add: (title: Title, line: string) => void,
): void {
  const path = typeof args?.file_path === 'string' ? args.file_path : undefined;
  if (!part.ok) {
    if (/\b(?:denied|declined|not allowed|blocked)\b/i.test(part.output)) {
      add(
        'Decisions of the owner',
        `${part.name}${path === undefined ? '' : ` ${path}`}: ${part.output}`,
      );
    }
    return;
  }
  if (part.name === 'remember' && typeof args?.fact === 'string') add('Remembered', args.fact);
  else if (path !== undefined && (part.name === 'Write' || part.name === 'Edit')) {
    add('Files changed', path);
  } else if (path !== undefined && part.name === 'Read') add('Files read', path);
}

function takeApart(summary: string, add: (title: Title, line: string) => void): void {
  let title: Title | undefined;
  for (const line of summary.split('\n')) {
    const named = titles.find((one) => line === `${one}:`);
    if (named !== undefined) title = named;
    else if (title !== undefined && line.startsWith('- ') && !line.endsWith(MORE)) {
      add(title, line.slice(2));
    }
  }
}

/**
 * Writes the lines in at most `maxTokens`: the newest lines of each title stay, the less telling
 * titles give way first. Depends on its arguments alone.
 */
export function writeSummary(lines: SummaryLines, maxTokens: number): string {
  const kept = new Map(titles.map((title) => [title, [...(lines.get(title) ?? [])]]));
  const total = new Map(titles.map((title) => [title, lines.get(title)?.length ?? 0]));
  let text = render(kept, total);
  for (const floor of [6, 2, 0]) {
    for (const title of titles.toReversed()) {
      const list = kept.get(title) ?? [];
      while (list.length > floor && estimateTokens(text) > maxTokens) {
        // A quarter at a time: a long conversation has thousands of lines.
        list.splice(0, Math.max(1, Math.min(list.length - floor, list.length >> 2)));
        text = render(kept, total);
      }
    }
  }
  return text;
}

function render(
  kept: ReadonlyMap<Title, readonly string[]>,
  total: ReadonlyMap<Title, number>,
): string {
  const written = titles.flatMap((title) => {
    const list = kept.get(title) ?? [];
    const missing = (total.get(title) ?? 0) - list.length;
    if (list.length === 0) return [];
    const more = missing > 0 ? [`- ${missing} ${MORE}`] : [];
    return [`${title}:`, ...more, ...list.map((line) => `- ${escapeTags(line)}`)];
  });
  return [OPENING, ...written, CLOSING].join('\n');
}
