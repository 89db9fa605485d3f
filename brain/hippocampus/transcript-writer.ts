/**
 * Writes a session's transcript and keeps its state in step: what is in the state is in the file,
 * except streamed text since the last `partial` record.
 */
import {
  type ConnectomeEvent,
  type EventBody,
  type EventEnvelope,
  streamedTypes,
} from '../../protocol/index.ts';
import type { Redactor } from '../shared/redact.ts';
import { type Clock, isoLocal } from '../shared/time.ts';
import type { Storage } from '../storage/index.ts';
import { applyEvent, applyRecord } from './apply-record.ts';
import { type BookkeepingBody, TRANSCRIPT_VERSION, type TranscriptRecord } from './records.ts';
import type { SessionState } from './session-state.ts';

export interface TranscriptWriterDeps {
  readonly transcriptOf: (sessionId: string) => string;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly epoch: string;
}

/** Only the ids are taken: a caller may hand in more than it knows (a whole running turn). */
interface Owner {
  readonly turnId?: string;
}

export interface TranscriptWriter {
  /** Gives the event its `seq`, stores it (streamed text only from time to time) and applies it. */
  record(state: SessionState, owner: Owner, body: EventBody): ConnectomeEvent;
  /** The same without storing it: the last word of a turn on a full disk. */
  recordUnstored(state: SessionState, owner: Owner, body: EventBody): ConnectomeEvent;
  /** Stores bookkeeping that never travels. */
  note(state: SessionState, owner: Owner, body: BookkeepingBody): void;
  /** Writes down the turn's streamed text that has grown. */
  writePartials(state: SessionState, turnId: string): void;
}

export function createTranscriptWriter(deps: TranscriptWriterDeps): TranscriptWriter {
  const { transcriptOf, storage, clock, redactor, epoch } = deps;

  function idsOf(state: SessionState, { turnId }: Owner) {
    return { sessionId: state.meta.sessionId, ...(turnId === undefined ? {} : { turnId }) };
  }

  function envelope(state: SessionState, owner: Owner): EventEnvelope {
    return { ...idsOf(state, owner), epoch, seq: state.lastSeq + 1, at: isoLocal(clock.now()) };
  }

  function append(
    state: SessionState,
    owner: Owner,
    seq: number,
    body: EventBody | BookkeepingBody,
    durable: boolean,
  ): TranscriptRecord {
    const at = isoLocal(clock.now());
    const record: TranscriptRecord = {
      v: TRANSCRIPT_VERSION,
      at,
      ...idsOf(state, owner),
      seq,
      ...body,
    };
    const raw = JSON.stringify(record);
    const line = redactor.own(raw);
    storage.append(transcriptOf(state.meta.sessionId), `${line}\n`, { durable });
    // What is remembered is what is written: a restart must not change what the next model is sent.
    return line === raw ? record : (JSON.parse(line) as TranscriptRecord);
  }

  function withoutSecrets(body: EventBody): EventBody {
    const raw = JSON.stringify(body);
    const safe = redactor.own(raw);
    return safe === raw ? body : (JSON.parse(safe) as EventBody);
  }

  function writePartials(state: SessionState, turnId: string): void {
    for (const stream of state.turns.get(turnId)?.streams.values() ?? []) {
      if (!stream.dirty) continue;
      const { of, call, toolCallId, stream: pipe, text, seq } = stream;
      const which = toolCallId === undefined ? {} : { toolCallId, stream: pipe };
      append(state, { turnId }, seq, { type: 'partial', of, call, ...which, text }, false);
      stream.dirty = false;
    }
  }

  return {
    record(state, owner, body) {
      const streamed = streamedTypes.has(body.type);
      if (!streamed && owner.turnId !== undefined) writePartials(state, owner.turnId);
      if (streamed) {
        // Clean already: broca sees secrets that lie across pieces.
        const event: ConnectomeEvent = { ...envelope(state, owner), ...body };
        applyEvent(state, event);
        return event;
      }
      const durable = body.type === 'done' || body.type === 'yield';
      const { v: _, ...stored } = append(state, owner, state.lastSeq + 1, body, durable);
      const event = { ...stored, epoch } as ConnectomeEvent;
      applyEvent(state, event);
      return event;
    },
    recordUnstored(state, owner, body) {
      const event: ConnectomeEvent = { ...envelope(state, owner), ...withoutSecrets(body) };
      state.unstored = true;
      applyEvent(state, event);
      return event;
    },
    note(state, owner, body) {
      applyRecord(state, append(state, owner, state.lastSeq, body, false), epoch);
    },
    writePartials,
  };
}
