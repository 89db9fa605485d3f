/**
 * How a session's state comes about: record by record. The same functions fold a transcript that is read
 * and keep the state current while events happen, so that a restart cannot disagree with the live state.
 */
import type { ConnectomeEvent, EventEnvelope, EventOf } from '../../protocol/index.ts';
import type { HistoryEntry } from '../regions.ts';
import {
  type BookkeepingBody,
  isEventRecord,
  type PartialText,
  type TranscriptRecord,
} from './records.ts';
import { emptySession, type SessionState, type TurnState, turnIn } from './session-state.ts';

/** A session that has found more no longer has the oldest. */
const MAX_FOUND_TOOLS = 40;

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
    case 'session':
      applyFacts(state, record);
      return;
    case 'turn':
      beginTurn(state, record);
      return;
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
    case 'queue':
      state.queue = record.messages;
      state.queuePaused = record.paused;
      return;
    default: {
      const turn = turnIn(state, record.turnId);
      if (turn !== undefined) applyToTurn(turn, record);
    }
  }
}

type Of<Type extends BookkeepingBody['type']> = Extract<TranscriptRecord, { readonly type: Type }>;

function applyFacts(state: SessionState, record: Of<'session'>): void {
  const { sessionId, title, model, mode, workingDir, skills, forkOf, createdAt } = record;
  state.meta = {
    sessionId,
    title,
    mode,
    workingDir,
    createdAt,
    ...(model === undefined ? {} : { model }),
    ...(skills === undefined ? {} : { skills }),
    ...(forkOf === undefined ? {} : { forkOf }),
  };
}

function beginTurn(state: SessionState, record: Of<'turn'>): void {
  const { turnId, text, attachments, model, interactive, startedAt, replaces } = record;
  if (replaces !== undefined) setAside(state, replaces);
  // One that waited does not wait any more.
  state.queue = state.queue.filter((message) => message.turnId !== turnId);
  state.turns.set(turnId, {
    turnId,
    request: {
      turnId,
      text,
      attachments,
      interactive,
      startedAt,
      ...(model === undefined ? {} : { model }),
      ...(replaces === undefined ? {} : { replaces }),
    },
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
}

type OfTurn = Of<'partial' | 'ask' | 'denied' | 'checkpoint' | 'answer' | 'ending' | 'call'>;

function applyToTurn(turn: TurnState, record: OfTurn): void {
  switch (record.type) {
    case 'partial':
      turn.streams.set(streamKey(record), { ...record, dirty: false });
      return;
    case 'ask':
      turn.fingerprints.set(record.toolCallId, record.fingerprint);
      return;
    case 'denied':
      turn.denied.add(record.toolCallId);
      return;
    case 'checkpoint':
      turn.checkpoints.push(record);
      return;
    case 'answer':
      turn.lastAnswer = record;
      return;
    case 'ending':
      turn.ending = record.ending;
      return;
    case 'call':
      turn.calls.push(record);
      return;
  }
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
