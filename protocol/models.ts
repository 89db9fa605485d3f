/** The plain readonly things that methods return. */
import { z } from 'zod';
import { permissionMode } from './config.ts';
import {
  attachmentRef,
  budget,
  budgetCategory,
  candidateSummary,
  connectomeEvent,
  contentOrigin,
  decision,
  eventBodies,
  safetyLevel,
  usage,
} from './events.ts';
import { jsonObject, jsonValue } from './json.ts';
import { said } from './sentences/said.ts';

export const sessionStatus = z.enum(['idle', 'running', 'waiting']);

/** The conversation that another one is a copy of, with its title at that time. */
export const sessionFork = z.object({ sessionId: z.string(), title: z.string() });
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

export const turnStatus = z.enum(['running', 'waiting', 'done', 'error']);

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
  taskId: z.string(),
  title: z.string(),
  status: taskStatus,
  created: z.string(),
  updated: z.string(),
  stepsDone: z.number(),
  steps: z.number(),
});
export type TaskSummary = z.infer<typeof taskSummary>;

export const memorySource = z.enum([
  'identity',
  'prefrontal',
  'knowledge',
  'episodes',
  'skills',
  'outcomes',
  'sessions',
  'other',
]);
export type MemorySource = z.infer<typeof memorySource>;

export const memoryHit = z.object({
  path: z.string(),
  heading: z.string(),
  source: memorySource,
  score: z.number(),
  /** Text around the match; matched words between U+0001 and U+0002. */
  snippet: z.string(),
  at: z.string().optional(),
});
export type MemoryHit = z.infer<typeof memoryHit>;

/** One fact of the knowledge files. */
export const fact = z.object({
  path: z.string(),
  text: z.string(),
  /** `YYYY-MM-DD`; absent for what the owner wrote by hand. */
  learned: z.string().optional(),
  sessionId: z.string().optional(),
  /** Of that session, where it is still there. */
  sessionTitle: z.string().optional(),
  before: z.array(z.object({ text: z.string(), until: z.string() })),
});
export type FactRecord = z.infer<typeof fact>;

export const workspaceFile = z.object({ path: z.string(), size: z.number(), modified: z.string() });
export type WorkspaceFile = z.infer<typeof workspaceFile>;

/** What a file of the mind said from `at` on. */
export const fileVersion = z.object({
  versionId: z.string(),
  at: z.string(),
  /** Who wrote it: a window, a window that restored an older one, the mind itself, or somebody else. */
  by: z.enum(['window', 'restored', 'mind', 'outside']),
  bytes: z.number(),
});
export type FileVersion = z.infer<typeof fileVersion>;

const pluginPermissions = z.object({
  read: z.array(z.string()),
  write: z.array(z.string()),
  hosts: z.array(z.string()),
  commands: z.array(z.string()),
});

/** What a skill that its owner may take in would bring. */
export const skillReview = z.object({
  /** Of its folder in `cerebellum/`. */
  folder: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.string().optional(),
  /** A skill is in that folder; it would go to the trash. */
  replaces: z.boolean(),
  triggers: z.array(z.string()),
  /** How many patterns tighten the judgement of calls. */
  patterns: z.number(),
  allowedTools: z.array(z.string()),
  tools: z.array(z.string()),
  /** Of its plugin; absent where it has none. */
  permissions: pluginPermissions.optional(),
  /** Packages with versions. */
  dependencies: z.array(z.string()),
  /** Files that a program could run. */
  scripts: z.array(z.string()),
  files: z.array(
    z.object({
      path: z.string(),
      bytes: z.number(),
      change: z.enum(['added', 'changed', 'same']),
    }),
  ),
  /** Where it replaces one. */
  diff: z.string().optional(),
  /** Why it cannot be taken in. */
  problem: z.object({ line: z.number().optional(), reason: z.string() }).optional(),
});
export type SkillReview = z.infer<typeof skillReview>;

export const capabilityInfo = z.object({
  name: z.string(),
  description: z.string(),
  kind: z.enum(['builtin', 'skill', 'plugin', 'mcp']),
  enabled: z.boolean(),
  path: z.string(),
  tools: z.array(z.object({ name: z.string(), description: z.string(), readOnly: z.boolean() })),
  triggers: z.array(z.string()),
  /** Of a skill that has one. */
  plugin: z
    .object({
      /**
       * `asks`: it waits for its owner's word. `dependencies`: its packages are not installed. `broken`:
       * `problems` says why. `ready`: its tools are offered, but for those that `problems` names.
       */
      state: z.enum(['checking', 'asks', 'denied', 'dependencies', 'broken', 'ready']),
      /** The operating system's sandbox holds it to its permissions. */
      confined: z.boolean(),
      permissions: pluginPermissions,
      /** Packages with versions. */
      dependencies: z.array(z.string()),
      problems: z.array(z.string()),
    })
    .optional(),
  /** Set when the file on disk is broken; the last good version (if any) stays active. */
  error: z.object({ file: z.string(), line: z.number().optional(), reason: z.string() }).optional(),
});
export type CapabilityInfo = z.infer<typeof capabilityInfo>;

export const providerState = z.enum([
  'ready',
  'cooling',
  'misconfigured',
  'no_key',
  'no_model',
  'offline',
  'unknown',
]);
export const providerInfo = z.object({
  name: z.string(),
  kind: z.enum(['anthropic', 'openai', 'ollama', 'reflex']),
  model: z.string(),
  /** Models that can be picked, as the server lists them where it does; else the configured one. */
  models: z.array(z.string()),
  local: z.boolean(),
  state: providerState,
  /** One sentence for people: what is wrong and what to do. */
  message: z.string(),
  said: said.optional(),
  /** The configured model, where the server does not have it and can download it. */
  missingModel: z.string().optional(),
  /** ISO time at which a cooling provider is tried again. */
  until: z.string().optional(),
  keySource: z.enum(['environment', 'secrets', 'none', 'not_needed']),
});
export type ProviderInfo = z.infer<typeof providerInfo>;

export const health = z.object({
  version: z.string(),
  protocol: z.number(),
  node: z.string(),
  platform: z.string(),
  host: z.enum(['electron', 'headless', 'cli']),
  home: z.string(),
  pid: z.number(),
  epoch: z.string(),
  uptimeMs: z.number(),
  online: z.boolean(),
  index: z.object({ state: z.string(), documents: z.number() }),
  providers: z.array(providerInfo),
  sandbox: z.object({ available: z.boolean(), message: z.string(), said: said.optional() }),
  secrets: z.object({ backend: z.enum(['keyring', 'file', 'environment']), message: z.string() }),
  config: z.array(
    z.object({
      path: z.string(),
      message: z.string(),
      line: z.number().optional(),
      severity: z.enum(['error', 'warning']),
    }),
  ),
});
export type Health = z.infer<typeof health>;

/** Tokens and US dollars of one model at one provider on one day (the owner's local one). */
export const spendingTotals = usage.extend({
  day: z.string(),
  provider: z.string(),
  model: z.string(),
  calls: z.number(),
  /** Calls whose cost is not known and not in `costUsd`. */
  unknownCalls: z.number(),
  costUsd: z.number(),
});
export type SpendingTotals = z.infer<typeof spendingTotals>;

export { decision, jsonObject, jsonValue, safetyLevel, usage };

/** What an import of a mind does or would do; paths as in the archive. */
export const archiveResult = z.object({
  /** When the archive was made, and by which version of the program. */
  at: z.string(),
  program: z.string(),
  /** Not here yet, and conversations that go on further in the archive. */
  added: z.array(z.string()),
  /** Here, and different. */
  changed: z.array(z.string()),
  same: z.number(),
  refused: z.array(z.object({ path: z.string(), reason: z.string() })),
});
export type ArchiveResult = z.infer<typeof archiveResult>;
