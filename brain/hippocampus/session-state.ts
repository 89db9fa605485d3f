/** What a session is, as its transcript tells (`apply-record.ts` folds it), and what can be read off it. */
import {
  type ConnectomeEvent,
  type EventOf,
  type QueuedMessage,
  type ToolOutcomeKind,
  type TurnRecord,
  terminalTypes,
} from '../../protocol/index.ts';
import type { HistoryEntry } from '../regions.ts';
import type {
  Ending,
  PartialText,
  SessionFacts,
  TranscriptRecord,
  TurnRequest,
} from './records.ts';

export interface SessionMeta extends SessionFacts {
  readonly sessionId: string;
}

/** Text that is streaming or was streamed: one per call and kind, or per tool call and stream. */
export interface StreamedText extends PartialText {
  seq: number;
  at: string;
  text: string;
  /** Has grown since it was last written to the transcript. */
  dirty: boolean;
}

export interface TurnState {
  readonly turnId: string;
  readonly request: TurnRequest;
  readonly events: ConnectomeEvent[];
  readonly streams: Map<string, StreamedText>;
  /** What was shown with each question. */
  readonly fingerprints: Map<string, string>;
  /** The compact records of its model calls, in the order of its `context` events. */
  readonly calls: Extract<TranscriptRecord, { type: 'call' }>[];
  /** Files as they were before each change, and what they became. */
  readonly checkpoints: Extract<TranscriptRecord, { type: 'checkpoint' }>[];
  /** Tool calls that were refused, as older programs noted it. */
  readonly denied: Set<string>;
  lastAnswer: Extract<TranscriptRecord, { type: 'answer' }> | undefined;
  ending: Ending | undefined;
  status: TurnRecord['status'];
}

export interface SessionState {
  meta: SessionMeta;
  lastSeq: number;
  updatedAt: string;
  history: HistoryEntry[];
  /** Tools that searches have found, the latest last. */
  foundTools: readonly string[];
  queue: readonly QueuedMessage[];
  queuePaused: boolean;
  /** In the order they began. */
  readonly turns: Map<string, TurnState>;
  /** Turns whose place a later one took: no part of the conversation any more, but kept. */
  readonly aside: Map<string, TurnState>;
  /** The history before each fold, and how many turns had begun: a fold may be set aside, too. */
  folds: readonly { readonly turns: number; readonly history: readonly HistoryEntry[] }[];
  /** Events of messages that wait in the queue: their turn has not begun. */
  readonly waiting: ConnectomeEvent[];
  /** Holds events that are not in the transcript (the disk was full): it must not be summed up. */
  unstored: boolean;
}

export function emptySession(meta: SessionMeta): SessionState {
  return {
    meta,
    lastSeq: 0,
    updatedAt: meta.createdAt,
    history: [],
    foundTools: [],
    queue: [],
    queuePaused: false,
    turns: new Map(),
    aside: new Map(),
    folds: [],
    waiting: [],
    unstored: false,
  };
}

/** Also one that was set aside. */
export function turnIn(state: SessionState, turnId: string | undefined): TurnState | undefined {
  return turnId === undefined ? undefined : (state.turns.get(turnId) ?? state.aside.get(turnId));
}

/** How a tool call ended; transcripts of older programs say only that it was denied, beside the result. */
export function outcomeIn(turn: TurnState, result: EventOf<'tool_result'>): ToolOutcomeKind {
  if (result.outcome !== undefined) return result.outcome;
  if (result.ok) return 'success';
  return turn.denied.has(result.toolCallId) ? 'denial' : 'failure';
}

export function lastTurn(state: SessionState): TurnState | undefined {
  return [...state.turns.values()].at(-1);
}

/** The turn that has begun and not ended, if any. */
export function openTurn(state: SessionState): TurnState | undefined {
  const last = lastTurn(state);
  return last === undefined || hasEnded(last) ? undefined : last;
}

/** Turns without an end that others came after: the disk was full when they should have got it. */
export function forgottenTurns(state: SessionState): readonly TurnState[] {
  return [...state.turns.values()].slice(0, -1).filter((turn) => !hasEnded(turn));
}

/** Questions of a turn that nobody has answered. */
export function unanswered({ events }: TurnState): readonly (ConnectomeEvent & EventOf<'yield'>)[] {
  const answered = new Set(
    events.flatMap((event) =>
      event.type === 'resumed' || event.type === 'tool_result' ? [event.toolCallId] : [],
    ),
  );
  return events.flatMap((event) =>
    event.type === 'yield' && !answered.has(event.toolCallId) ? [event] : [],
  );
}

export function hasEnded({ events }: TurnState): boolean {
  return events.some((event) => terminalTypes.has(event.type));
}
