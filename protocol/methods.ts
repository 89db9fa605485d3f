/**
 * Every method of the brain: what goes in and what comes out. The dispatcher validates requests
 * against `params`; windows and the command line derive their types from the same table.
 */
import { z } from 'zod';
import { configSchema, permissionMode } from './config.ts';
import { decision, modelPull, safetyLevel } from './events.ts';
import { jsonObject } from './json.ts';
import { serverMethods } from './methods/servers.ts';
import { skillMethods } from './methods/skills.ts';
import {
  archiveResult,
  callRecord,
  capabilityInfo,
  explanation,
  fact,
  fileVersion,
  health,
  memoryHit,
  memorySource,
  pendingAsk,
  providerInfo,
  queuedMessage,
  sessionMessage,
  sessionSummary,
  snapshotSummary,
  spendingTotals,
  taskSummary,
  turnFile,
  turnRecord,
  workspaceFile,
} from './models.ts';

const sessionId = z.string().min(1);
const turnId = z.string().min(1);
const empty = z.object({});
const limit = z.number().int().min(1).max(500);
const day = z.iso.date();

export const methods = {
  'chat.send': {
    params: z.object({
      sessionId: sessionId.optional(),
      text: z.string(),
      attachments: z.array(z.string()).optional(),
      model: z.string().optional(),
      workingDir: z.string().optional(),
      interactive: z.boolean().optional(),
      /** Sets this turn and all after it aside: an edited message, or another try. Not while one runs. */
      replaces: turnId.optional(),
    }),
    result: z.object({ sessionId, turnId, queued: z.boolean() }),
  },
  'chat.stop': { params: z.object({ turnId }), result: z.object({ stopped: z.boolean() }) },

  'queue.list': {
    params: z.object({ sessionId }),
    result: z.object({ messages: z.array(queuedMessage), paused: z.boolean() }),
  },
  'queue.update': {
    params: z.object({ sessionId, messageId: z.string(), text: z.string() }),
    result: z.object({ message: queuedMessage }),
  },
  'queue.remove': {
    params: z.object({ sessionId, messageId: z.string() }),
    result: z.object({ removed: z.boolean() }),
  },
  /** Starts a queue that waits for its owner after an error or a restart. */
  'queue.resume': { params: z.object({ sessionId }), result: z.object({ started: z.boolean() }) },

  'turn.resume': {
    params: z.object({
      turnId: turnId.optional(),
      toolCallId: z.string(),
      decision,
      reason: z.string().optional(),
      answers: z.array(z.string()).optional(),
    }),
    result: z.object({ ok: z.literal(true) }),
  },
  /** What would happen to a call, without running it. */
  'permission.test': {
    params: z.object({
      call: z.object({ name: z.string().min(1), args: jsonObject }),
      /** Its folder and mode; a new session's where absent. */
      sessionId: sessionId.optional(),
    }),
    result: z.object({
      verdict: safetyLevel,
      /** Which line of the order decided. */
      layer: z.string(),
      /** The rule or pattern that decided, verbatim. */
      rule: z.string().optional(),
      reason: z.string(),
      /** For commands: what it would run in. */
      confinement: z.enum(['vetted', 'standard', 'none']).optional(),
      /** The rule that "Always" would write. */
      alwaysRule: z.string().optional(),
    }),
  },
  'turn.pending': {
    params: z.object({ sessionId: sessionId.optional() }),
    result: z.object({ asks: z.array(pendingAsk) }),
  },
  /** The files that a turn changed. */
  'turn.changes': {
    params: z.object({ sessionId, turnId }),
    result: z.object({ files: z.array(turnFile) }),
  },
  /** Undoes (or does again) what a turn's tools did to files; conflicts are named and left alone. */
  'turn.undo': {
    params: z.object({
      sessionId,
      turnId,
      /** All of them where absent. */
      paths: z.array(z.string()).optional(),
      redo: z.boolean().optional(),
    }),
    result: z.object({
      restored: z.array(z.string()),
      refused: z.array(z.object({ path: z.string(), reason: z.string() })),
      files: z.array(turnFile),
    }),
  },

  'session.list': {
    params: z.object({ limit: limit.optional(), before: z.string().optional() }),
    result: z.object({ sessions: z.array(sessionSummary), hasMore: z.boolean() }),
  },
  'session.create': {
    params: z.object({
      title: z.string().optional(),
      model: z.string().optional(),
      mode: permissionMode.optional(),
      workingDir: z.string().optional(),
      /** Leaves no memory; cannot be changed later. */
      private: z.boolean().optional(),
    }),
    result: z.object({ session: sessionSummary }),
  },
  /** The newest `limit` turns, or those before turn `before`. `lastSeq` and `epoch` go to `events.subscribe`. */
  'session.get': {
    params: z.object({
      sessionId,
      limit: limit.optional(),
      before: turnId.optional(),
    }),
    result: z.object({
      session: sessionSummary,
      messages: z.array(sessionMessage),
      turns: z.array(turnRecord),
      hasMore: z.boolean(),
      queue: z.array(queuedMessage),
      asks: z.array(pendingAsk),
      /** Text of the running turn's current call so far. */
      partial: z.object({ turnId, call: z.number(), text: z.string() }).optional(),
      lastSeq: z.number(),
      epoch: z.string(),
    }),
  },
  'session.update': {
    params: z.object({
      sessionId,
      title: z.string().max(200).optional(),
      /** `null` goes back to the head of the cascade. */
      model: z.string().nullable().optional(),
      mode: permissionMode.optional(),
      workingDir: z.string().optional(),
    }),
    result: z.object({ session: sessionSummary }),
  },
  /** A copy of the conversation up to and including `turnId` (all of it without). */
  'session.fork': {
    params: z.object({ sessionId, turnId: turnId.optional() }),
    result: z.object({ session: sessionSummary }),
  },
  /** Folds the history now, as a full one is. False when that would not make it smaller. */
  'session.compact': {
    params: z.object({ sessionId }),
    result: z.object({
      compacted: z.boolean(),
      tokensBefore: z.number().optional(),
      tokensAfter: z.number().optional(),
    }),
  },
  /** Moves the session's folder to the home's trash folder; a private one is deleted for good. */
  'session.delete': { params: z.object({ sessionId }), result: z.object({ deleted: z.boolean() }) },
  'session.search': {
    params: z.object({ query: z.string(), limit: limit.optional() }),
    result: z.object({
      hits: z.array(
        z.object({
          sessionId,
          title: z.string(),
          turnId: z.string(),
          snippet: z.string(),
          at: z.string(),
        }),
      ),
    }),
  },
  /** The turns whose message or answers contain `text`, whatever its case, in order. */
  'session.find': {
    params: z.object({ sessionId, text: z.string().trim().min(1).max(200) }),
    result: z.object({ turns: z.array(z.object({ turnId, count: z.number() })) }),
  },
  'session.export': {
    params: z.object({ sessionId, format: z.enum(['markdown', 'json']) }),
    result: z.object({ name: z.string(), content: z.string() }),
  },

  'events.subscribe': {
    params: z.object({
      sessionId: sessionId.optional(),
      epoch: z.string().optional(),
      afterSeq: z.number().int().nonnegative().optional(),
    }),
    result: z.object({
      epoch: z.string(),
      lastSeq: z.number().optional(),
      reset: z.boolean().optional(),
    }),
  },
  'events.unsubscribe': {
    params: z.object({ sessionId: sessionId.optional() }),
    result: z.object({ ok: z.literal(true) }),
  },

  'snapshot.list': {
    params: z.object({
      sessionId: sessionId.optional(),
      turnId: turnId.optional(),
      limit: limit.optional(),
    }),
    result: z.object({ snapshots: z.array(snapshotSummary) }),
  },
  'snapshot.get': {
    params: z.object({ snapshotId: z.string() }),
    result: z.object({ snapshot: snapshotSummary, markdown: z.string() }),
  },
  /** The compact record of a turn's calls, and the message they were made for. */
  'snapshot.record': {
    params: z.object({ sessionId, turnId }),
    result: z.object({ text: z.string(), calls: z.array(callRecord) }),
  },
  /** Why a note (`path`), or each note that a search for `query` finds, was in a call or not. */
  'snapshot.explain': {
    params: z.object({
      sessionId,
      turnId,
      /** The turn's last call where absent. */
      call: z.number().int().min(1).optional(),
      path: z.string().optional(),
      query: z.string().optional(),
    }),
    result: z.object({ answers: z.array(explanation) }),
  },
  'task.list': {
    params: z.object({ limit: limit.optional() }),
    result: z.object({ tasks: z.array(taskSummary) }),
  },
  'task.get': {
    params: z.object({ taskId: z.string() }),
    result: z.object({ task: taskSummary, markdown: z.string() }),
  },

  /** Days are the owner's local ones, both included; without `from` the last 30, or a session's all. */
  'usage.get': {
    params: z.object({
      from: day.optional(),
      to: day.optional(),
      sessionId: sessionId.optional(),
    }),
    result: z.object({
      from: z.string(),
      to: z.string(),
      /** By day, provider and model; days in order. */
      lines: z.array(spendingTotals),
      total: spendingTotals.omit({ day: true, provider: true, model: true }),
      today: z.object({
        day: z.string(),
        spentUsd: z.number(),
        unknownCalls: z.number(),
        /** 0: no limit. */
        limitUsd: z.number(),
        /** The owner allowed passing the limit for the rest of the day. */
        allowed: z.boolean(),
      }),
    }),
  },

  'memory.search': {
    params: z.object({
      query: z.string(),
      sources: z.array(memorySource).optional(),
      after: z.string().optional(),
      before: z.string().optional(),
      limit: limit.optional(),
    }),
    result: z.object({ hits: z.array(memoryHit) }),
  },

  'knowledge.list': { params: empty, result: z.object({ facts: z.array(fact) }) },
  /** What it said is kept in a comment of the file. `unavailable` tells which facts it may mean. */
  'knowledge.correct': {
    params: z.object({ old: z.string().min(1), new: z.string().min(1) }),
    result: z.object({ path: z.string(), was: z.string(), is: z.string() }),
  },
  /**
   * `everywhere`: also masked in the diary, tasks, snapshots and conversations, without a copy.
   * `dryRun` changes nothing and tells what would go. `later`: conversations in use now.
   */
  'knowledge.forget': {
    params: z.object({
      fact: z.string().min(1),
      everywhere: z.boolean().optional(),
      dryRun: z.boolean().optional(),
    }),
    result: z.object({
      facts: z.array(fact),
      files: z.array(z.string()),
      sessions: z.array(z.string()),
      changed: z.number(),
      later: z.number(),
    }),
  },

  'workspace.list': { params: empty, result: z.object({ files: z.array(workspaceFile) }) },
  'workspace.read': {
    params: z.object({ path: z.string() }),
    result: z.object({ path: z.string(), content: z.string(), hash: z.string() }),
  },
  /** `baseHash` is the hash that was read; absent means "the file does not exist yet". */
  'workspace.write': {
    params: z.object({ path: z.string(), content: z.string(), baseHash: z.string().optional() }),
    result: z.object({ hash: z.string() }),
  },
  /** What the file said before, newest first; what it says now is the first of them. */
  'workspace.history': {
    params: z.object({ path: z.string() }),
    result: z.object({ versions: z.array(fileVersion) }),
  },
  'workspace.version': {
    params: z.object({ path: z.string(), versionId: z.string() }),
    result: z.object({ content: z.string() }),
  },
  /** Writes an older version; `baseHash` as in `workspace.write`. */
  'workspace.restore': {
    params: z.object({ path: z.string(), versionId: z.string(), baseHash: z.string().optional() }),
    result: z.object({ hash: z.string() }),
  },
  /** What would be wrong with a text in this place, as those who read it see it; writes nothing. */
  'workspace.check': {
    params: z.object({ path: z.string(), content: z.string() }),
    result: z.object({
      problems: z.array(z.object({ line: z.number().optional(), message: z.string() })),
    }),
  },
  /** Newer defaults that ship with the program and differ from the owner's files. */
  'workspace.offers': {
    params: empty,
    result: z.object({ offers: z.array(z.object({ path: z.string(), hash: z.string() })) }),
  },
  'workspace.accept': {
    params: z.object({ path: z.string(), hash: z.string(), accept: z.boolean() }),
    result: z.object({ ok: z.literal(true) }),
  },

  'capability.list': { params: empty, result: z.object({ capabilities: z.array(capabilityInfo) }) },
  'capability.reload': {
    params: empty,
    result: z.object({ capabilities: z.array(capabilityInfo) }),
  },
  'capability.setEnabled': {
    params: z.object({ name: z.string(), enabled: z.boolean() }),
    result: z.object({ capability: capabilityInfo }),
  },

  ...skillMethods,
  ...serverMethods,

  'provider.list': {
    params: empty,
    result: z.object({
      providers: z.array(providerInfo),
      cascade: z.array(z.string()),
      /** Running downloads, and those that failed. */
      pulls: z.array(modelPull),
    }),
  },
  'provider.test': {
    params: z.object({ provider: z.string() }),
    result: z.object({
      ok: z.boolean(),
      message: z.string(),
      models: z.array(z.string()),
      ms: z.number(),
    }),
  },
  /** Lets Ollama download a model; joins a download that runs. Its course comes as `provider_pull`. */
  'provider.pull': {
    params: z.object({ provider: z.string(), model: z.string().trim().min(1).max(200) }),
    result: z.object({ pull: modelPull }),
  },
  'provider.pullCancel': {
    params: z.object({ provider: z.string(), model: z.string() }),
    result: z.object({ cancelled: z.boolean() }),
  },
  /** Model servers on this machine that no provider is set up for yet; `name` is free. */
  'provider.find': {
    params: empty,
    result: z.object({
      found: z.array(
        z.object({
          name: z.string(),
          kind: z.literal('ollama'),
          baseUrl: z.string(),
          models: z.array(z.string()),
        }),
      ),
    }),
  },
  'config.get': {
    params: empty,
    result: z.object({
      /** What `~` in a path stands for. */
      userHome: z.string(),
      config: configSchema,
      problems: z.array(
        z.object({
          path: z.string(),
          message: z.string(),
          line: z.number().optional(),
          severity: z.enum(['error', 'warning']),
        }),
      ),
      path: z.string(),
    }),
  },
  /** A JSON merge patch (RFC 7396): `null` removes a key. The owner's comments stay. */
  'config.update': {
    params: z.object({ patch: jsonObject }),
    result: z.object({ config: configSchema }),
  },
  'secret.set': {
    params: z.object({
      name: z.string().min(1),
      value: z.string().min(1),
      allowFile: z.boolean().optional(),
    }),
    result: z.object({ backend: z.enum(['keyring', 'file']) }),
  },
  'secret.delete': {
    params: z.object({ name: z.string() }),
    result: z.object({ deleted: z.boolean() }),
  },

  /** Content in pieces of at most 4 MiB of base64; the last piece answers with the id (its hash). */
  'attachment.put': {
    params: z.object({
      name: z.string().max(255),
      mediaType: z.string().max(255),
      data: z.base64(),
      uploadId: z.string().optional(),
      offset: z.number().int().nonnegative(),
      totalBytes: z.number().int().nonnegative(),
    }),
    result: z.object({
      uploadId: z.string(),
      receivedBytes: z.number(),
      attachmentId: z.string().optional(),
    }),
  },
  /** Packs the mind (workspace and attachments, no secrets) into one archive. */
  'archive.create': {
    params: empty,
    result: z.object({
      archiveId: z.string(),
      name: z.string(),
      files: z.number(),
      bytes: z.number(),
    }),
  },
  /** At most 4 MiB of the archive from `offset`; empty at its end. */
  'archive.read': {
    params: z.object({ archiveId: z.string(), offset: z.number().int().nonnegative() }),
    result: z.object({ data: z.base64(), totalBytes: z.number() }),
  },
  /** An archive on its way in, in pieces of at most 4 MiB; the first one without `archiveId`. */
  'archive.put': {
    params: z.object({
      archiveId: z.string().optional(),
      data: z.base64(),
      offset: z.number().int().nonnegative(),
      totalBytes: z.number().int().nonnegative(),
    }),
    result: z.object({ archiveId: z.string(), receivedBytes: z.number() }),
  },
  /** What an import of an archive that was sent would do; changes nothing. */
  'archive.review': { params: z.object({ archiveId: z.string() }), result: archiveResult },
  /** Takes in what is new; with `replace` also what differs, keeping a copy in the trash. */
  'archive.import': {
    params: z.object({ archiveId: z.string(), replace: z.boolean().optional() }),
    result: archiveResult,
  },

  'health.get': { params: empty, result: health },
  /** What helps to find a fault, masked; for its owner to read before anything is done with it. */
  'health.report': { params: empty, result: z.object({ name: z.string(), text: z.string() }) },
  /** A one-time code for the browser (ten minutes, once). Refused on the WebSocket. */
  'gateway.code': { params: empty, result: z.object({ url: z.string() }) },
} as const;

export type MethodName = keyof typeof methods;
export type ParamsOf<M extends MethodName> = z.input<(typeof methods)[M]['params']>;
export type ParsedParamsOf<M extends MethodName> = z.output<(typeof methods)[M]['params']>;
export type ResultOf<M extends MethodName> = z.infer<(typeof methods)[M]['result']>;
