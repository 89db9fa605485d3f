/** What methods tell about conversations: sessions, turns, questions, calls of a model and tasks. */
import { z } from 'zod';
import { permissionMode } from './config.ts';
import {
  attachmentRef,
  budget,
  budgetCategory,
  candidateSummary,
  contentOrigin,
} from './event-parts.ts';
import { connectomeEvent, eventBodies } from './events.ts';

const sessionStatus = z.enum(['idle', 'running', 'waiting']);

/** The conversation that another one is a copy of, with its title at that time. */
const sessionFork = z.object({ sessionId: z.string(), title: z.string() });
export type SessionFork = z.infer<typeof sessionFork>;

export const sessionSummary = z.object({
  sessionId: z.string(),
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** `model@provider`, `reflex`, or absent for the head of the cascade. */
  model: z.string().optional(),
  mode: permissionMode,
  workingDir: z.string(),
  /** Skills that the owner has activated by `/skill`; absent means none. */
  skills: z.array(z.string()).optional(),
  /** Absent where it is no copy. */
  forkOf: sessionFork.optional(),
  /** Leaves no memory; absent means no. */
  private: z.boolean().optional(),
  /** Where untrusted text in its context is from; absent means that there is none. */
  taint: z.array(contentOrigin).optional(),
  status: sessionStatus,
  queued: z.number(),
  /** The queue does not start by itself (after an error or a restart) until the owner says so. */
  queuePaused: z.boolean(),
  turns: z.number(),
});
export type SessionSummary = z.infer<typeof sessionSummary>;

export const queuedMessage = z.object({
  messageId: z.string(),
  turnId: z.string(),
  text: z.string(),
  at: z.string(),
  model: z.string().optional(),
  attachments: z.array(attachmentRef).optional(),
  /** False: nobody can answer its questions, they are denied. */
  interactive: z.boolean().optional(),
});
export type QueuedMessage = z.infer<typeof queuedMessage>;

const turnStatus = z.enum(['running', 'waiting', 'done', 'error']);

/** A file that a turn changed, and what can be done about it now. */
export const turnFile = z.object({
  path: z.string(),
  /** What the turn did to it. */
  kind: z.enum(['created', 'changed', 'deleted', 'moved']),
  /** Of a moved file: where it was. */
  from: z.string().optional(),
  by: z.enum(['tool', 'command']),
  /**
   * `changed`: as the turn left it, can be undone. `undone`: as it was before, can be redone (not where
   * there is a `reason`). `conflict`: somebody changed it since. `unrestorable`: what was in it is not kept.
   */
  state: z.enum(['changed', 'undone', 'conflict', 'unrestorable']),
  reason: z.string().optional(),
  /** What the turn did, as a unified diff; absent where it cannot be shown. */
  diff: z.string().optional(),
});
export type TurnFile = z.infer<typeof turnFile>;

/** One turn as its events, streamed text folded: the same reducer draws history and live turns. */
export const turnRecord = z.object({
  turnId: z.string(),
  startedAt: z.string(),
  status: turnStatus,
  events: z.array(connectomeEvent),
});
export type TurnRecord = z.infer<typeof turnRecord>;

export const sessionMessage = z.object({
  turnId: z.string(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  at: z.string(),
});
export type SessionMessage = z.infer<typeof sessionMessage>;

/** An approval or a question that waits for the owner. `turnId` is absent for `scope: "brain"`. */
export const pendingAsk = eventBodies.yield
  .omit({ type: true })
  .extend({ sessionId: z.string().optional(), turnId: z.string().optional(), at: z.string() });
export type PendingAsk = z.infer<typeof pendingAsk>;

export const snapshotSummary = z.object({
  snapshotId: z.string(),
  sessionId: z.string(),
  turnId: z.string(),
  call: z.number(),
  attempt: z.number(),
  at: z.string(),
  provider: z.string(),
  model: z.string(),
  tokens: z.number(),
});
export type SnapshotSummary = z.infer<typeof snapshotSummary>;

/** The compact record of one call: it stays with the session when the snapshot is gone. */
export const callRecord = z.object({
  call: z.number(),
  attempt: z.number(),
  at: z.string(),
  provider: z.string(),
  model: z.string(),
  /** Empty in a private conversation. The file itself may be gone: old ones make room. */
  snapshotId: z.string(),
  /** SHA-256 of the request as it was sent. */
  requestHash: z.string(),
  budget,
  included: z.array(candidateSummary),
  dropped: z.array(candidateSummary),
});
export type CallRecord = z.infer<typeof callRecord>;

/**
 * What became of a note in one call. `included`: was sent (`reason`: trimmed or changed). `visible`:
 * stood in the conversation already. `dropped`: was considered and left out (`reason`). The others were
 * not considered: `no_file`, `empty`; `not_there_then`: would be now, but was not (like this) when
 * the call was made; `not_called`: a skill without a trigger in the message; `own_conversation`: is
 * about the conversation itself; `no_common_words`; `outranked`: has `words` of the message, but so
 * have 200 others that fit better.
 */
export const explanation = z.object({
  path: z.string(),
  heading: z.string().optional(),
  outcome: z.enum([
    'included',
    'visible',
    'dropped',
    'no_file',
    'empty',
    'not_there_then',
    'not_called',
    'own_conversation',
    'no_common_words',
    'outranked',
  ]),
  category: budgetCategory.optional(),
  score: z.number().optional(),
  tokens: z.number().optional(),
  reason: z.string().optional(),
  words: z.array(z.string()).optional(),
});
export type Explanation = z.infer<typeof explanation>;

export const taskStatus = z.enum([
  'RUNNING',
  'WAITING',
  'SUCCEEDED',
  'FAILED',
  'STOPPED',
  'INTERRUPTED',
]);
export type TaskStatus = z.infer<typeof taskStatus>;

export const taskSummary = z.object({
  /** The id of its turn. */
  taskId: z.string(),
  /** Where the turn was; absent in files of older versions. */
  sessionId: z.string().optional(),
  /** Of that session, where it is still there. */
  sessionTitle: z.string().optional(),
  title: z.string(),
  status: taskStatus,
  created: z.string(),
  updated: z.string(),
  stepsDone: z.number(),
  steps: z.number(),
});
export type TaskSummary = z.infer<typeof taskSummary>;
