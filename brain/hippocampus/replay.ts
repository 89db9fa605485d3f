/**
 * A session's events as they are told once more: to a client that was away, and as its history.
 * Apart from the state, which is folded from records; here it is only read.
 */
import type { ConnectomeEvent } from '../../protocol/index.ts';
import type { SessionState, StreamedText, TurnState } from './session-state.ts';

/** The turn's events after `afterSeq` in order, streamed text folded into one event each. */
export function turnEvents(
  sessionId: string,
  turn: TurnState,
  afterSeq: number,
  epoch: string,
): ConnectomeEvent[] {
  const events = turn.events.filter((event) => event.seq > afterSeq);
  for (const stream of turn.streams.values()) {
    if (stream.seq > afterSeq) events.push(foldedEvent(sessionId, turn.turnId, stream, epoch));
  }
  return events.sort((a, b) => a.seq - b.seq);
}

/** All events of the session after `afterSeq`: what a client that was away has missed. */
export function sessionEvents(
  state: SessionState,
  afterSeq: number,
  epoch: string,
): ConnectomeEvent[] {
  const events = state.waiting.filter((event) => event.seq > afterSeq);
  // Those of turns that were set aside, too: a client that has not heard of it has them before.
  for (const turn of [...state.aside.values(), ...state.turns.values()]) {
    events.push(...turnEvents(state.meta.sessionId, turn, afterSeq, epoch));
  }
  return events.sort((a, b) => a.seq - b.seq);
}

function foldedEvent(
  sessionId: string,
  turnId: string,
  stream: StreamedText,
  epoch: string,
): ConnectomeEvent {
  const envelope = { sessionId, turnId, epoch, seq: stream.seq, at: stream.at, folded: true };
  if (stream.of !== 'tool_output') {
    return { ...envelope, type: stream.of, call: stream.call, text: stream.text };
  }
  return {
    ...envelope,
    type: 'tool_output',
    toolCallId: stream.toolCallId ?? '',
    stream: stream.stream ?? 'stdout',
    text: stream.text,
  };
}
