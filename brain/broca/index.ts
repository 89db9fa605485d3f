/**
 * Broca: turn events out to whoever listens.
 *
 * Takes events of running turns; gives them, each once and in order, to the listeners, after they
 * were recorded. Streamed text (`delta`, `thinking`, `tool_output`) is joined: the first piece goes
 * at once, later ones once per frame; any other event sends what waits first and goes at once.
 * Always holds: only pieces travel, never the text so far; a listener that throws harms nobody; a
 * secret of ours does not travel, however its characters were cut into pieces.
 */
import {
  type ConnectomeEvent,
  type EventBody,
  type EventOf,
  terminalTypes,
} from '../../protocol/index.ts';
import type { Broca, TurnRef } from '../regions.ts';
import type { Logger } from '../shared/log.ts';
import type { StreamChunk } from '../shared/model.ts';
import type { Redactor } from '../shared/redact.ts';
import { messageOf } from '../shared/result.ts';

/** One frame of a 60 Hz screen. */
const FRAME_MS = 16;
/** Streamed text is written down at least this often. */
const CHECKPOINT_MS = 1000;

type StreamedBody = EventOf<'delta' | 'thinking' | 'tool_output'>;

export interface BrocaDeps {
  /** Stores an event and gives it its place in the session. */
  readonly record: (
    ref: { readonly sessionId: string; readonly turnId?: string },
    body: EventBody,
  ) => ConnectomeEvent;
  /** The same without storing it. */
  readonly recordUnstored: BrocaDeps['record'];
  readonly checkpoint: (ref: TurnRef) => void;
  readonly redactor: Pick<Redactor, 'own' | 'openEnd'>;
  readonly logger: Logger;
}

export interface BrocaRegion extends Broca {
  /** Hears every event of every session. Returns the unsubscribe function. */
  onEvent(listener: (event: ConnectomeEvent) => void): () => void;
  /** An event of a session that belongs to no running turn (`queued`). */
  announce(ref: { readonly sessionId: string; readonly turnId: string }, body: EventBody): void;
  /** Tells the end of a turn even when it can no longer be written down (the disk is full). */
  lastWord(turn: TurnRef, body: EventOf<'error'>): void;
  /** Forgets a turn's timers; called once when the turn is over. */
  end(turn: TurnRef): void;
}

/** Streamed text of one turn that waits for the next frame. */
interface Outlet {
  readonly turn: TurnRef;
  waiting: StreamedBody[];
  /** By stream: an end that may be the beginning of a secret. Not sent before the next piece tells. */
  readonly heldBack: Map<string, StreamedBody>;
  lastSentAt: number;
  frame: NodeJS.Timeout | undefined;
  checkpoint: NodeJS.Timeout | undefined;
}

export function createBroca({
  record,
  recordUnstored,
  checkpoint,
  redactor,
  logger,
}: BrocaDeps): BrocaRegion {
  const listeners = new Set<(event: ConnectomeEvent) => void>();
  const outlets = new Map<string, Outlet>();

  function send(
    ref: { readonly sessionId: string; readonly turnId?: string },
    body: EventBody,
  ): void {
    tell(record(ref, body));
  }

  function tell(event: ConnectomeEvent): void {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (thrown) {
        logger.error('a listener of events failed', { reason: messageOf(thrown) });
      }
    }
  }

  function outletOf(turn: TurnRef): Outlet {
    const held = outlets.get(turn.turnId);
    if (held !== undefined) return held;
    const made: Outlet = {
      turn,
      waiting: [],
      heldBack: new Map(),
      lastSentAt: 0,
      frame: undefined,
      checkpoint: undefined,
    };
    outlets.set(turn.turnId, made);
    return made;
  }

  function flush(outlet: Outlet): void {
    clearTimeout(outlet.frame);
    outlet.frame = undefined;
    if (outlet.waiting.length === 0) return;
    const bodies = outlet.waiting;
    outlet.waiting = [];
    outlet.lastSentAt = performance.now();
    for (const body of bodies) sendClean(outlet, body);
    outlet.checkpoint ??= setTimeout(() => {
      outlet.checkpoint = undefined;
      try {
        checkpoint(outlet.turn);
      } catch (thrown) {
        // The text is still in memory; the next event stores it or ends the turn with the reason.
        logger.error('streamed text could not be written down', { reason: messageOf(thrown) });
      }
    }, CHECKPOINT_MS);
  }

  /** Sends the part of a piece that cannot be the beginning of a secret. */
  function sendClean(outlet: Outlet, body: StreamedBody): void {
    const key = streamOf(body);
    // Reasoning that gives way to the answer has ended.
    if (body.type !== 'tool_output') release(outlet, (held) => isSpoken(held) && held !== key);
    const text = (outlet.heldBack.get(key)?.text ?? '') + body.text;
    const clean = text.length - redactor.openEnd(text);
    if (clean < text.length) outlet.heldBack.set(key, { ...body, text: text.slice(clean) });
    else outlet.heldBack.delete(key);
    if (clean > 0) send(outlet.turn, { ...body, text: redactor.own(text.slice(0, clean)) });
  }

  /** Sends what was held back of streams that have ended: there is no more of it to come. */
  function release(outlet: Outlet, hasEnded: (stream: string) => boolean): void {
    for (const [key, body] of outlet.heldBack) {
      if (!hasEnded(key)) continue;
      outlet.heldBack.delete(key);
      send(outlet.turn, { ...body, text: redactor.own(body.text) });
    }
  }

  function stream(turn: TurnRef, body: StreamedBody): void {
    if (body.text === '') return;
    const outlet = outletOf(turn);
    const last = outlet.waiting.at(-1);
    if (last !== undefined && sameStream(last, body)) {
      outlet.waiting[outlet.waiting.length - 1] = { ...last, text: last.text + body.text };
    } else {
      outlet.waiting.push(body);
    }
    if (outlet.frame !== undefined) return;
    const sinceLast = performance.now() - outlet.lastSentAt;
    if (sinceLast >= FRAME_MS) flush(outlet);
    else outlet.frame = setTimeout(() => flush(outlet), FRAME_MS - sinceLast);
  }

  return {
    emit(turn, body) {
      const outlet = outletOf(turn);
      flush(outlet);
      release(outlet, (key) => isSpoken(key) || endsTool(body, key));
      send(turn, body);
    },
    announce: send,
    lastWord(turn, body) {
      tell(recordUnstored(turn, body));
    },
    async *streamToUI(turn, call, chunks) {
      for await (const chunk of chunks) {
        speak(chunk, call, (body) => stream(turn, body));
        yield chunk;
      }
      const outlet = outletOf(turn);
      flush(outlet);
      release(outlet, isSpoken);
    },
    toolOutput(turn, toolCallId, pipe, text) {
      stream(turn, { type: 'tool_output', toolCallId, stream: pipe, text });
    },
    end(turn) {
      const outlet = outlets.get(turn.turnId);
      if (outlet === undefined) return;
      clearTimeout(outlet.frame);
      clearTimeout(outlet.checkpoint);
      outlets.delete(turn.turnId);
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function speak(chunk: StreamChunk, call: number, out: (body: StreamedBody) => void): void {
  if (chunk.type === 'text') out({ type: 'delta', call, text: chunk.text });
  else if (chunk.type === 'thinking') out({ type: 'thinking', call, text: chunk.text });
}

function sameStream(a: StreamedBody, b: StreamedBody): boolean {
  return streamOf(a) === streamOf(b);
}

function streamOf(body: StreamedBody): string {
  return body.type === 'tool_output'
    ? `${TOOL}${body.toolCallId}:${body.stream}`
    : `${body.type}:${body.call}`;
}

const TOOL = 'tool:';

/** Answer or reasoning: other events come only after it. Tools talk while others end. */
function isSpoken(stream: string): boolean {
  return !stream.startsWith(TOOL);
}

function endsTool(body: EventBody, stream: string): boolean {
  if (terminalTypes.has(body.type)) return true;
  return body.type === 'tool_result' && stream.startsWith(`${TOOL}${body.toolCallId}:`);
}
