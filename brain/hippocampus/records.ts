/**
 * The lines of `transcript.jsonl`: one JSON object each, the truth about a session.
 *
 * Every line has `{ v, at, sessionId, turnId?, seq, type }`. Events that are not streamed text are
 * stored as they were sent. The other types below are bookkeeping: they carry the `seq` of the last
 * event before them (for `partial`: of the text it holds) and never travel.
 */
import type {
  EventBody,
  EventOf,
  PermissionMode,
  QueuedMessage,
  SessionFork,
  StopReason,
} from '../../protocol/index.ts';
import { eventBodies } from '../../protocol/index.ts';
import type { HistoryEntry } from '../regions.ts';
import { parseJson } from '../shared/json.ts';
import type { AnswerStop } from '../shared/model.ts';

export const TRANSCRIPT_VERSION = 1;

/** What is asked of a turn before it starts: enough to go on with it after a restart. */
export interface TurnRequest {
  readonly turnId: string;
  readonly text: string;
  readonly attachments: readonly string[];
  /** The message's own choice or else the session's, so that a running turn keeps it. */
  readonly model?: string;
  readonly interactive: boolean;
  /** ISO time at which the turn began. */
  readonly startedAt: string;
  /** The turn whose place it takes: that one and all after it are set aside. */
  readonly replaces?: string;
}

/** The end of a turn: what its terminal event will say. `text` is the last call's whole text. */
export type Ending =
  | { readonly kind: 'done'; readonly stopReason: StopReason; readonly text: string }
  | { readonly kind: 'error'; readonly error: EventOf<'error'>; readonly text: string };

/** Streamed text of one call or one tool so far. */
export interface PartialText {
  readonly of: 'delta' | 'thinking' | 'tool_output';
  readonly call: number;
  readonly toolCallId?: string;
  readonly stream?: 'stdout' | 'stderr';
  readonly text: string;
}

/** What is true of a session as a whole. */
export interface SessionFacts {
  readonly title: string;
  readonly model?: string;
  readonly mode: PermissionMode;
  readonly workingDir: string;
  /** Names of the skills that the owner has activated by `/skill`; absent: none. */
  readonly skills?: readonly string[];
  /** Of a copy: what it was copied from. */
  readonly forkOf?: SessionFork;
  readonly createdAt: string;
}

export type BookkeepingBody =
  | ({ readonly type: 'session' } & SessionFacts)
  | ({ readonly type: 'turn' } & TurnRequest)
  /** One message of the history exactly as it is sent; a user message replaces the turn's former one. */
  | { readonly type: 'message'; readonly entry: HistoryEntry }
  /** The history from here on, instead of all messages before. */
  | { readonly type: 'fold'; readonly history: readonly HistoryEntry[] }
  /** The compact record of one model call: what was sent where, by hash. */
  | {
      readonly type: 'call';
      readonly call: number;
      readonly attempt: number;
      readonly provider: string;
      readonly model: string;
      readonly snapshotId: string;
      readonly requestHash: string;
    }
  /** What a question to the owner was about, so that an answer after a restart is about the same. */
  | { readonly type: 'ask'; readonly toolCallId: string; readonly fingerprint: string }
  /** Tools that a search found: they are in this session's requests from now on. */
  | { readonly type: 'tools'; readonly names: readonly string[] }
  /** Written by older programs: the call's outcome is a denial. Its result says so itself now. */
  | { readonly type: 'denied'; readonly toolCallId: string }
  /** A tool is about to change a file; hashes of its content, absent where there is no file. */
  | {
      readonly type: 'checkpoint';
      readonly toolCallId: string;
      readonly path: string;
      readonly before?: string;
      readonly after?: string;
    }
  /** A model's whole answer as far as a restart needs it beyond its message. */
  | {
      readonly type: 'answer';
      readonly call: number;
      /** False when it was stopped or broke off. */
      readonly complete: boolean;
      /** It was the turn's last call, after which no tools may follow. */
      readonly closing?: boolean;
      readonly stop: AnswerStop;
      /** What is wrong with a call's arguments, by tool call id. */
      readonly problems: Readonly<Record<string, string>>;
    }
  /** How the turn ends, written before its journals: a restart in between ends it the same way. */
  | { readonly type: 'ending'; readonly ending: Ending }
  | ({ readonly type: 'partial' } & PartialText)
  /** The whole queue after a change. */
  | {
      readonly type: 'queue';
      readonly messages: readonly QueuedMessage[];
      readonly paused: boolean;
    };

export type RecordBody = EventBody | BookkeepingBody;

export type TranscriptRecord = {
  readonly v: typeof TRANSCRIPT_VERSION;
  readonly at: string;
  readonly sessionId: string;
  readonly turnId?: string;
  readonly seq: number;
} & RecordBody;

const eventTypes: ReadonlySet<string> = new Set(Object.keys(eventBodies));

export function isEventRecord(record: TranscriptRecord): record is TranscriptRecord & EventBody {
  return eventTypes.has(record.type);
}

export interface ParsedTranscript {
  readonly records: readonly TranscriptRecord[];
  /** Lines that are no record: a torn last line after a crash, or damage. They stay in the file. */
  readonly badLines: readonly number[];
  /** Set when the file comes from a newer program: it must not be touched. */
  readonly newerVersion?: number;
}

/** Reads the lines of a transcript. Only the envelope is checked: the file is our own (0600). */
export function parseTranscript(text: string): ParsedTranscript {
  const records: TranscriptRecord[] = [];
  const badLines: number[] = [];
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const record = parseLine(line);
    if (record === undefined) badLines.push(index + 1);
    else if (record.v > TRANSCRIPT_VERSION)
      return { records: [], badLines: [], newerVersion: record.v };
    else records.push(record);
  }
  return { records, badLines };
}

function parseLine(line: string): TranscriptRecord | undefined {
  const value: unknown = parseJson(line);
  // Not JSON, or no object: reported to the caller as a bad line.
  if (typeof value !== 'object' || value === null) return undefined;
  const { v, seq, type, sessionId } = value as Partial<TranscriptRecord>;
  const whole =
    typeof v === 'number' &&
    typeof seq === 'number' &&
    typeof type === 'string' &&
    typeof sessionId === 'string';
  return whole ? (value as TranscriptRecord) : undefined;
}
