/**
 * A transcript that came from elsewhere. Our own is believed, since only we write it; one from an
 * archive is somebody's text, and each record of it must be what it says it is before it is kept.
 */
import { z } from 'zod';
import {
  contentOrigin,
  eventBodies,
  jsonObject,
  permissionMode,
  queuedMessage,
  stopReason,
} from '../../protocol/index.ts';
import { isSafeId } from '../shared/ids.ts';
import { isDeeperThan } from '../shared/json-depth.ts';
import { type Sentence, say } from '../shared/say.ts';
import { isEventRecord, parseTranscript, type TranscriptRecord } from './records.ts';

/** No conversation has more events; a larger number would leave no room to count on. */
const MAX_SEQ = 2 ** 40;

const safeId = z.string().refine(isSafeId);
const time = z.iso.datetime({ offset: true });
const image = z.object({ mediaType: z.string(), data: z.string() });

const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  image.extend({ type: z.literal('image') }),
  z.object({ type: z.literal('reasoning'), provider: z.string(), block: jsonObject }),
  z.object({
    type: z.literal('tool_call'),
    call: z.object({ id: z.string(), name: z.string(), args: jsonObject }),
    providerCallId: z.string().optional(),
    providerFields: jsonObject.optional(),
  }),
  z.object({
    type: z.literal('tool_result'),
    toolCallId: z.string(),
    providerCallId: z.string().optional(),
    name: z.string(),
    ok: z.boolean(),
    output: z.string(),
    images: z.array(image).optional(),
    origin: contentOrigin.optional(),
    note: z.string().optional(),
  }),
]);

const chunk = z.object({
  path: z.string(),
  heading: z.string(),
  hash: z.string(),
  tokens: z.number(),
});

const entry = z.object({
  turnId: safeId,
  message: z.object({
    role: z.enum(['user', 'assistant', 'tool']),
    parts: z.array(part),
    provider: z.string().optional(),
    model: z.string().optional(),
  }),
  injected: z.array(chunk).optional(),
  taint: z.array(contentOrigin).optional(),
});

const ending = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), stopReason, text: z.string() }),
  z.object({ kind: z.literal('error'), error: eventBodies.error, text: z.string() }),
]);

const envelope = z.object({
  at: time,
  turnId: safeId.optional(),
  seq: z.number().int().min(0).max(MAX_SEQ),
});

/** Bookkeeping whose fields are used without another look. */
const bookkeeping: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries({
    session: z.object({
      title: z.string(),
      model: z.string().optional(),
      mode: permissionMode,
      workingDir: z.string(),
      createdAt: time,
    }),
    turn: z.object({
      turnId: safeId,
      text: z.string(),
      attachments: z.array(z.string()),
      model: z.string().optional(),
      interactive: z.boolean(),
      startedAt: time,
      replaces: safeId.optional(),
    }),
    message: z.object({ entry }),
    fold: z.object({ history: z.array(entry) }),
    call: z.object({
      call: z.number(),
      attempt: z.number(),
      provider: z.string(),
      model: z.string(),
      snapshotId: z.string(),
      requestHash: z.string(),
    }),
    ask: z.object({ toolCallId: z.string(), fingerprint: z.string() }),
    denied: z.object({ toolCallId: z.string() }),
    checkpoint: z.object({
      toolCallId: z.string(),
      path: z.string(),
      before: z.string().optional(),
      after: z.string().optional(),
    }),
    answer: z.object({
      call: z.number(),
      complete: z.boolean(),
      closing: z.boolean().optional(),
      stop: z.enum(['end', 'tool_calls', 'length', 'refusal']),
      problems: z.record(z.string(), z.string()),
    }),
    ending: z.object({ ending }),
    partial: z.object({
      of: z.enum(['delta', 'thinking', 'tool_output']),
      call: z.number(),
      toolCallId: z.string().optional(),
      stream: z.enum(['stdout', 'stderr']).optional(),
      text: z.string(),
    }),
    queue: z.object({
      messages: z.array(queuedMessage.extend({ turnId: safeId })),
      paused: z.boolean(),
    }),
  }),
);

/** Why `text` cannot be taken in as the transcript of `sessionId`; undefined when it can. */
export function foreignProblem(sessionId: string, text: string): Sentence | undefined {
  const { records, newerVersion } = parseTranscript(text);
  // What cannot be read at all is passed over, as in our own after a crash.
  if (newerVersion !== undefined) return say('archive.newerConversation');
  if (records.length === 0) return say('archive.noConversation');
  for (const record of records) {
    if (record.sessionId !== sessionId) return say('archive.otherName');
    if (isDeeperThan(record) || !isWhole(record)) {
      return say('archive.oddRecord', { type: String(record.type).slice(0, 40) });
    }
  }
  return undefined;
}

function isWhole(record: TranscriptRecord): boolean {
  if (!envelope.safeParse(record).success) return false;
  const shape = isEventRecord(record) ? eventBodies[record.type] : bookkeeping.get(record.type);
  // Of a kind that this program does not know, and does not look at.
  return shape === undefined || shape.safeParse(record).success;
}
