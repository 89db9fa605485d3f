/**
 * What a session is, folded from its transcript: the same function builds it when the file is read
 * and keeps it current while events happen, so that a restart cannot disagree with the live state.
 */
import {
  type ConnectomeEvent,
  type EventEnvelope,
  type EventOf,
  type QueuedMessage,
  type ToolOutcomeKind,
  type TurnRecord,
  terminalTypes,
} from '../../protocol/index.ts';
import type { HistoryEntry } from '../regions.ts';
import {
  type Ending,
  isEventRecord,
  type PartialText,
  type SessionFacts,
  type TranscriptRecord,
  type TurnRequest,
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

/** A session that has found more no longer has the oldest. */
const MAX_FOUND_TOOLS = 40;

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

/** The session that a transcript tells of. `now`: where not even one line of it can be read. */
export function sessionFrom(
  sessionId: string,
  records: readonly TranscriptRecord[],
  { epoch, now }: { readonly epoch: string; readonly now: string },
): SessionState {
  const createdAt = records[0]?.at ?? now;
  const state = emptySession({ sessionId, title: '', mode: 'default', workingDir: '', createdAt });
  for (const record of records) {
    // A folder that was copied by hand says another name in every line; its own one counts, or it would
    // take the other's place.
    const own = record.sessionId === sessionId ? record : { ...record, sessionId };
    applyRecord(state, own, epoch);
  }
  return state;
}

/** Applies one stored record. `epoch` is the running brain's: replayed events carry it too. */
export function applyRecord(state: SessionState, record: TranscriptRecord, epoch: string): void {
  state.lastSeq = Math.max(state.lastSeq, record.seq);
  if (isEventRecord(record)) {
    const { v: _version, ...event } = record;
    applyEvent(state, { ...event, epoch });
    return;
  }
  switch (record.type) {
    case 'session': {
      const { title, model, mode, workingDir, skills, forkOf, createdAt } = record;
      state.meta = {
        sessionId: record.sessionId,
        title,
        mode,
        workingDir,
        createdAt,
        ...(model === undefined ? {} : { model }),
        ...(skills === undefined ? {} : { skills }),
        ...(forkOf === undefined ? {} : { forkOf }),
      };
      return;
    }
    case 'turn': {
      const { turnId, text, attachments, model, interactive, startedAt, replaces } = record;
      if (replaces !== undefined) setAside(state, replaces);
      // One that waited does not wait any more.
      state.queue = state.queue.filter((message) => message.turnId !== turnId);
      const request = {
        turnId,
        text,
        attachments,
        interactive,
        startedAt,
        ...(model === undefined ? {} : { model }),
        ...(replaces === undefined ? {} : { replaces }),
      };
      state.turns.set(turnId, {
        turnId,
        request,
        events: [],
        streams: new Map(),
        fingerprints: new Map(),
        calls: [],
        checkpoints: [],
        denied: new Set(),
        lastAnswer: undefined,
        ending: undefined,
        status: 'running',
      });
      return;
    }
    case 'message':
      addMessage(state, record.entry);
      return;
    case 'fold':
      state.folds = [...state.folds, { turns: state.turns.size, history: state.history }];
      state.history = [...record.history];
      return;
    case 'tools': {
      const others = state.foundTools.filter((name) => !record.names.includes(name));
      state.foundTools = [...others, ...record.names].slice(-MAX_FOUND_TOOLS);
      return;
    }
    case 'partial': {
      const turn = turnIn(state, record.turnId);
      turn?.streams.set(streamKey(record), { ...record, dirty: false });
      return;
    }
    case 'queue':
      state.queue = record.messages;
      state.queuePaused = record.paused;
      return;
    case 'ask': {
      const turn = turnIn(state, record.turnId);
      turn?.fingerprints.set(record.toolCallId, record.fingerprint);
      return;
    }
    case 'denied': {
      const turn = turnIn(state, record.turnId);
      turn?.denied.add(record.toolCallId);
      return;
    }
    case 'checkpoint': {
      const turn = turnIn(state, record.turnId);
      turn?.checkpoints.push(record);
      return;
    }
    case 'answer': {
      const turn = turnIn(state, record.turnId);
      if (turn !== undefined) turn.lastAnswer = record;
      return;
    }
    case 'ending': {
      const turn = turnIn(state, record.turnId);
      if (turn !== undefined) turn.ending = record.ending;
      return;
    }
    case 'call': {
      const turn = turnIn(state, record.turnId);
      turn?.calls.push(record);
      return;
    }
  }
}

/** Also one that was set aside. */
export function turnIn(state: SessionState, turnId: string | undefined): TurnState | undefined {
  return turnId === undefined ? undefined : (state.turns.get(turnId) ?? state.aside.get(turnId));
}

/** Takes a turn and all after it out of the conversation, and out of what a model is sent. */
function setAside(state: SessionState, from: string): void {
  const order = [...state.turns.keys()];
  const at = order.indexOf(from);
  if (at < 0) return;
  const gone = new Set(order.slice(at));
  for (const turnId of gone) {
    const turn = state.turns.get(turnId);
    if (turn !== undefined) state.aside.set(turnId, turn);
    state.turns.delete(turnId);
  }
  // What was folded since that turn began has its words in the summary.
  const before = state.folds.find((fold) => fold.turns > at);
  state.folds = state.folds.filter((fold) => fold.turns <= at);
  state.history = (before?.history ?? state.history).filter((entry) => !gone.has(entry.turnId));
}

/** A turn has one user message: a later one (another provider's build) takes the former's place. */
function addMessage(state: SessionState, entry: HistoryEntry): void {
  const last = state.history.at(-1);
  const replaces =
    entry.message.role === 'user' && last?.message.role === 'user' && last.turnId === entry.turnId;
  if (replaces) state.history[state.history.length - 1] = entry;
  else state.history.push(entry);
}

export function applyEvent(state: SessionState, event: ConnectomeEvent): void {
  state.lastSeq = Math.max(state.lastSeq, event.seq);
  state.updatedAt = event.at;
  // After an error the owner decides whether what waits still makes sense.
  if (event.type === 'error') state.queuePaused = state.queue.length > 0;
  const turn = turnIn(state, event.turnId);
  if (turn === undefined) {
    state.waiting.push(event);
    return;
  }
  if (event.type === 'delta' || event.type === 'thinking' || event.type === 'tool_output') {
    appendStream(turn, event);
    return;
  }
  turn.events.push(event);
  if (event.type === 'yield') turn.status = 'waiting';
  else if (event.type === 'resumed') turn.status = 'running';
  else if (event.type === 'error') turn.status = 'error';
  else if (event.type === 'done') turn.status = 'done';
}

type StreamEvent = EventEnvelope & EventOf<'delta' | 'thinking' | 'tool_output'>;

/** How a tool call ended; transcripts of older programs say only that it was denied, beside the result. */
export function outcomeIn(turn: TurnState, result: EventOf<'tool_result'>): ToolOutcomeKind {
  if (result.outcome !== undefined) return result.outcome;
  if (result.ok) return 'success';
  return turn.denied.has(result.toolCallId) ? 'denial' : 'failure';
}

function appendStream(turn: TurnState, event: StreamEvent): void {
  const part: PartialText =
    event.type === 'tool_output'
      ? {
          of: 'tool_output',
          call: 0,
          toolCallId: event.toolCallId,
          stream: event.stream,
          text: event.text,
        }
      : { of: event.type, call: event.call, text: event.text };
  const key = streamKey(part);
  const held = turn.streams.get(key);
  if (held === undefined)
    turn.streams.set(key, { ...part, seq: event.seq, at: event.at, dirty: true });
  else {
    held.text += event.text;
    held.seq = event.seq;
    held.at = event.at;
    held.dirty = true;
  }
}

function streamKey(part: PartialText): string {
  return part.of === 'tool_output'
    ? `${part.toolCallId}:${part.stream}`
    : `${part.of}:${part.call}`;
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
