/**
 * Folds a conversation that has grown to its cap, by code alone: the first message and the last
 * exchanges stay, the part between becomes a summary. Pure; the original stays in the transcript.
 *
 * What must always hold: the result is smaller than what went in (else nothing is folded), folding
 * twice to the same size changes nothing, and a tool call never loses its result.
 */
import type { Fold, HistoryEntry } from '../regions.ts';
import type { MessagePart, ModelMessage } from '../shared/model.ts';
import { mergedOrigins } from '../shared/origins.ts';
import { messagesTokens, messageTokens, partTokens } from '../shared/request-tokens.ts';
import { cutToTokens, estimateTokens } from '../shared/tokens.ts';
import { isContextPart, isSummaryPart, ownWords } from './history.ts';
import { collectLines, writeSummary } from './summary.ts';

const FIRST_MESSAGE_TOKENS = 1_000;
/** A tool result larger than this is replaced by a note in what stays. */
const LARGE_RESULT_TOKENS = 400;
const MESSAGE_OVERHEAD = 8;

/** Folds `history` to at most `targetTokens`; undefined when that would not make it smaller. */
export function foldHistory(
  history: readonly HistoryEntry[],
  targetTokens: number,
): Fold | undefined {
  const tokensBefore = historyTokens(history);
  if (history.length === 0 || tokensBefore <= targetTokens) return undefined;
  const exchanges = exchangesOf(history);
  const kept = lastExchanges(exchanges, Math.floor(targetTokens / 2));
  const older = exchanges.slice(0, exchanges.length - kept.length).flat();
  const tail = kept.flat();
  const first = older[0];
  if (first === undefined) return undefined;

  const words = firstWords(first.message, Math.min(FIRST_MESSAGE_TOKENS, targetTokens >> 2));
  const room = targetTokens - historyTokens(tail) - estimateTokens(words) - MESSAGE_OVERHEAD;
  const summary = writeSummary(collectLines(older), Math.max(0, room));
  const parts: readonly MessagePart[] = [
    { type: 'text', text: summary },
    ...(words === '' ? [] : [{ type: 'text', text: words } as const]),
  ];
  // Its lines may repeat what any of the folded messages said.
  const taint = mergedOrigins(...older.map((entry) => entry.taint));
  const folded: HistoryEntry = {
    turnId: first.turnId,
    message: { role: 'user', parts },
    ...(taint.length === 0 ? {} : { taint }),
  };
  const result = [folded, ...tail];
  const tokensAfter = historyTokens(result);
  if (tokensAfter >= tokensBefore) return undefined;
  const keptFrom = tail[0]?.turnId;
  return {
    history: result,
    foldedMessages: older.length,
    tokensBefore,
    tokensAfter,
    summary,
    ...(keptFrom === undefined ? {} : { keptFrom }),
  };
}

/** Folds to half of the history's cap or, where it is smaller, of the history itself. */
export function foldToHalf(history: readonly HistoryEntry[], capTokens: number): Fold | undefined {
  return foldHistory(history, Math.floor(Math.min(capTokens, historyTokens(history)) / 2));
}

export function historyTokens(history: readonly HistoryEntry[]): number {
  return messagesTokens(history.map((entry) => entry.message));
}

/** A user message and all that follows it until the next one. */
function exchangesOf(history: readonly HistoryEntry[]): readonly (readonly HistoryEntry[])[] {
  const exchanges: HistoryEntry[][] = [];
  for (const entry of history) {
    const last = exchanges.at(-1);
    if (last === undefined || entry.message.role === 'user') exchanges.push([entry]);
    else last.push(entry);
  }
  return exchanges;
}

/** As many whole exchanges from the end as fit; never the one that holds an earlier summary. */
function lastExchanges(
  exchanges: readonly (readonly HistoryEntry[])[],
  maxTokens: number,
): readonly (readonly HistoryEntry[])[] {
  const kept: (readonly HistoryEntry[])[] = [];
  let room = maxTokens;
  for (const exchange of exchanges.slice(1).toReversed()) {
    const light = exchange.map(withoutLargeResults);
    const tokens = historyTokens(light);
    if (tokens > room) break;
    room -= tokens;
    kept.unshift(light);
  }
  return kept;
}

function withoutLargeResults(entry: HistoryEntry): HistoryEntry {
  const message = lighten(entry.message, LARGE_RESULT_TOKENS);
  return message === entry.message ? entry : { ...entry, message };
}

/** The message with its large tool results replaced by notes; itself when it has none. */
function lighten(message: ModelMessage, maxTokens: number): ModelMessage {
  if (message.role !== 'tool') return message;
  const parts = message.parts.map((part) => lightPart(part, maxTokens));
  return parts.every((part, index) => part === message.parts[index])
    ? message
    : { ...message, parts };
}

function lightPart(part: MessagePart, maxTokens: number): MessagePart {
  if (part.type !== 'tool_result' || partTokens(part) <= maxTokens) return part;
  const path = fullTextPath(part.output);
  const where =
    path === undefined ? 'call the tool again if it is needed' : `its full text is in ${path}`;
  const note = `[${estimateTokens(part.output)} tokens of output left out here; ${where}]`;
  const { images: _, ...words } = part;
  return { ...words, output: note };
}

/** The file that a cut output names as the place of its full text. */
function fullTextPath(output: string): string | undefined {
  const matches = output.match(/(?:[A-Za-z]:)?[^\s"'`()[\]<>]*TASK-[\w.-]+?\.log\b/g);
  return matches?.at(-1);
}

/** The owner's first words, carried on from fold to fold. */
function firstWords(message: ModelMessage, maxTokens: number): string {
  if (message.role !== 'user') return '';
  const [first, ...rest] = message.parts;
  const words =
    first !== undefined && (isContextPart(first) || isSummaryPart(first))
      ? ownWords({ ...message, parts: [first, ...rest] })
      : ownWords(message);
  if (estimateTokens(words) <= maxTokens) return words;
  return `${cutToTokens(words, Math.max(0, maxTokens - 8)).trimEnd()}\n[… shortened]`;
}

/** Somewhat more room is made than is needed, so that the turn's next calls send the same bytes. */
const ROOM_TO_GROW = 0.25;

/**
 * Makes room inside a running turn whose messages cost more than `maxTokens`: from the oldest on, its
 * large tool results are replaced by notes. `from` is the index of the first message that may be
 * touched; what stands before it keeps its bytes.
 */
export function shrinkTurn(
  messages: readonly ModelMessage[],
  from: number,
  maxTokens: number,
): readonly ModelMessage[] {
  let tokens = messagesTokens(messages);
  if (tokens <= maxTokens) return messages;
  const result = [...messages];
  const wanted = Math.floor(maxTokens * (1 - ROOM_TO_GROW));
  for (let index = from; index < result.length && tokens > wanted; index++) {
    const message = result[index];
    if (message === undefined) continue;
    const light = lighten(message, LARGE_RESULT_TOKENS);
    tokens += messageTokens(light) - messageTokens(message);
    result[index] = light;
  }
  return result;
}
