/**
 * Everything a window learns while the mind works. An event belongs to one session (gapless
 * `seq` per session) or to the brain itself (`scope: "brain"`, its own `seq`).
 */
import { z } from 'zod';
import { configProblem } from './config.ts';
import {
  attachmentRef,
  budget,
  candidateSummary,
  contentOrigin,
  decision,
  providerFailure,
  question,
  safetyLevel,
  stopReason,
  todoItem,
  toolOutcome,
  turnErrorCodes,
  usage,
} from './event-parts.ts';
import { jsonObject, jsonValue } from './json.ts';
import { said } from './sentences/said.ts';
import { mcpServerState } from './servers.ts';

const toolCallId = z.string();

/** The fields of each event type, without the envelope. */
export const eventBodies = {
  queued: z.object({ type: z.literal('queued'), messageId: z.string(), text: z.string() }),
  started: z.object({
    type: z.literal('started'),
    text: z.string(),
    attachments: z.array(attachmentRef).optional(),
    /** The message takes the place of this turn and of all after it, which are set aside. */
    replaces: z.string().optional(),
  }),
  context: z.object({
    type: z.literal('context'),
    call: z.number(),
    snapshotId: z.string(),
    ms: z.number(),
    budget,
    included: z.array(candidateSummary),
    dropped: z.array(candidateSummary),
  }),
  provider: z.object({
    type: z.literal('provider'),
    call: z.number(),
    provider: z.string(),
    model: z.string(),
    attempt: z.number(),
    /** The keyword of the owner's `routes` that sent this message here. */
    route: z.string().optional(),
    failed: z.array(providerFailure).optional(),
  }),
  delta: z.object({
    type: z.literal('delta'),
    call: z.number(),
    text: z.string(),
    /** In a replay: `text` is the call's whole text so far and replaces what the client holds. */
    folded: z.boolean().optional(),
  }),
  thinking: z.object({
    type: z.literal('thinking'),
    call: z.number(),
    text: z.string(),
    folded: z.boolean().optional(),
  }),
  tool_call: z.object({
    type: z.literal('tool_call'),
    call: z.number(),
    toolCallId,
    name: z.string(),
    args: jsonValue,
  }),
  safety: z.object({
    type: z.literal('safety'),
    toolCallId,
    level: safetyLevel,
    reason: z.string(),
    said: said.optional(),
    rule: z.string().optional(),
    source: z.string(),
    ms: z.number(),
  }),
  yield: z.object({
    type: z.literal('yield'),
    toolCallId,
    reason: z.enum(['approval', 'question']),
    title: z.string(),
    detail: z.string(),
    risk: z.string(),
    said: said.optional(),
    cwd: z.string(),
    rule: z.string().optional(),
    /** The rule that "Always" would write; absent where "Always" would have no effect. */
    alwaysRule: z.string().optional(),
    /** Unified diff of the file about to be changed. */
    diff: z.string().optional(),
    questions: z.array(question).optional(),
    /** The question is about the limit of a day's spending; `toolCallId` is then the ask's own id. */
    spend: z
      .object({
        /** Today, with what running calls are estimated at. */
        spentUsd: z.number(),
        limitUsd: z.number(),
        /** Of the next call; absent where its price is not known. */
        estimateUsd: z.number().optional(),
      })
      .optional(),
    /** The question is about a server: what windows need to word it for themselves. */
    server: z
      .object({
        name: z.string(),
        /** Of a program: it would run in the sandbox. Absent: a web service. */
        confined: z.boolean().optional(),
        /** What it says about its tools that its owner has not accepted. */
        tools: z
          .array(
            z.object({
              kind: z.enum(['new', 'changed']),
              name: z.string(),
              was: z.string(),
              description: z.string(),
            }),
          )
          .optional(),
      })
      .optional(),
    expiresAt: z.string().optional(),
  }),
  resumed: z.object({
    type: z.literal('resumed'),
    toolCallId,
    decision,
    reason: z.string().optional(),
    said: said.optional(),
  }),
  tool_output: z.object({
    type: z.literal('tool_output'),
    toolCallId,
    stream: z.enum(['stdout', 'stderr']),
    text: z.string(),
    folded: z.boolean().optional(),
  }),
  tool_result: z.object({
    type: z.literal('tool_result'),
    toolCallId,
    name: z.string(),
    ok: z.boolean(),
    /** Absent in transcripts of older programs: there `ok` is all that is known. */
    outcome: toolOutcome.optional(),
    output: z.string(),
    said: said.optional(),
    /** The program's own words at the end of `output`. */
    footer: z.object({ text: z.string(), said }).optional(),
    ms: z.number(),
    truncated: z.boolean(),
    /** Pictures that the tool showed, kept as attachments. */
    images: z.array(attachmentRef).optional(),
    /** How many more it showed, which are not kept: those of a private conversation are not. */
    imagesNotKept: z.number().int().positive().optional(),
    fullOutputPath: z.string().optional(),
    /** Absent where the call did not run: then the text is the program's own. */
    origin: contentOrigin.optional(),
    /** What the program itself told the model beside the result. */
    note: z.string().optional(),
    /** Where untrusted text in it is from; absent where there is none. */
    taint: z.array(contentOrigin).optional(),
  }),
  /** Text from there is in the turn's context; the whole list, anew when it grows. */
  taint: z.object({ type: z.literal('taint'), origins: z.array(contentOrigin) }),
  file_changed: z.object({
    type: z.literal('file_changed'),
    toolCallId,
    path: z.string(),
    before: z.string().optional(),
    after: z.string().optional(),
    /** Noticed after a command, which did this; only a move can be undone. */
    byCommand: z.enum(['created', 'changed', 'deleted', 'moved']).optional(),
    /** Of a moved file: where it was, and by what it is known to be the same. */
    from: z.string().optional(),
    stamp: z.string().optional(),
  }),
  /** The owner undid (or did again) what the turn did to these files; comes after the turn's end. */
  undone: z.object({ type: z.literal('undone'), paths: z.array(z.string()), redo: z.boolean() }),
  todo: z.object({
    type: z.literal('todo'),
    items: z.array(todoItem),
  }),
  compaction: z.object({
    type: z.literal('compaction'),
    foldedMessages: z.number(),
    tokensBefore: z.number(),
    tokensAfter: z.number(),
    summary: z.string(),
    /** The first turn whose messages stayed whole; absent where all were folded. */
    keptFrom: z.string().optional(),
  }),
  content: z.object({ type: z.literal('content'), text: z.string() }),
  /** Without `costUsd` nobody knows what it cost; what is free costs 0. */
  usage: usage.extend({
    type: z.literal('usage'),
    call: z.number(),
    ms: z.number(),
    provider: z.string().optional(),
    model: z.string().optional(),
  }),
  memory: z.object({
    type: z.literal('memory'),
    episode: z.string(),
    outcomes: z.number(),
    ms: z.number(),
  }),
  done: z.object({
    type: z.literal('done'),
    stopReason,
    iterations: z.number(),
    usage,
  }),
  error: z.object({
    type: z.literal('error'),
    code: z.enum(turnErrorCodes),
    message: z.string(),
    said: said.optional(),
    retryable: z.boolean(),
    providers: z.array(providerFailure).optional(),
  }),
} as const;

const eventBody = z.discriminatedUnion('type', [
  eventBodies.queued,
  eventBodies.started,
  eventBodies.context,
  eventBodies.provider,
  eventBodies.delta,
  eventBodies.thinking,
  eventBodies.tool_call,
  eventBodies.safety,
  eventBodies.yield,
  eventBodies.resumed,
  eventBodies.tool_output,
  eventBodies.tool_result,
  eventBodies.taint,
  eventBodies.file_changed,
  eventBodies.undone,
  eventBodies.todo,
  eventBodies.compaction,
  eventBodies.content,
  eventBodies.usage,
  eventBodies.memory,
  eventBodies.done,
  eventBodies.error,
]);
export type EventBody = z.infer<typeof eventBody>;
export type EventType = EventBody['type'];
export type EventOf<T extends EventType> = Extract<EventBody, { type: T }>;

/** What every session event carries besides its body. */
const eventEnvelope = z.object({
  sessionId: z.string(),
  turnId: z.string().optional(),
  epoch: z.string(),
  seq: z.number().int().nonnegative(),
  at: z.string(),
});
export type EventEnvelope = z.infer<typeof eventEnvelope>;
export const connectomeEvent = z.intersection(eventEnvelope, eventBody);
export type ConnectomeEvent = EventEnvelope & EventBody;

/** Types whose text is streamed, joined per frame and not stored one by one. */
export const streamedTypes: ReadonlySet<EventType> = new Set(['delta', 'thinking', 'tool_output']);
export const terminalTypes: ReadonlySet<EventType> = new Set(['done', 'error']);

/** A model that its server downloads. Bytes; `total` is what the server has announced so far. */
export const modelPull = z.object({
  provider: z.string(),
  model: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** The server's own word for what it does. */
  status: z.string(),
  completed: z.number(),
  total: z.number().optional(),
  /** Why it failed, for people. */
  error: z.string().optional(),
  said: said.optional(),
});
export type ModelPull = z.infer<typeof modelPull>;

/** News of the brain itself; told to every subscriber without a `sessionId`. */
export const brainEventBody = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('config'),
    problems: z.array(configProblem),
  }),
  /** Something about an MCP server has changed; `mcp.list` tells all. */
  z.object({
    type: z.literal('mcp'),
    server: z.string(),
    state: mcpServerState,
    message: z.string(),
  }),
  z.object({ type: z.literal('capability'), names: z.array(z.string()), errors: z.number() }),
  z.object({
    type: z.literal('provider_health'),
    provider: z.string(),
    state: z.string(),
    message: z.string(),
    said: said.optional(),
  }),
  modelPull.extend({ type: z.literal('provider_pull') }),
  z.object({ type: z.literal('index'), state: z.string(), documents: z.number() }),
  z.object({
    type: z.literal('session_changed'),
    sessionId: z.string(),
    /** `rewritten`: what it says has changed (a fact was forgotten); a window loads it anew. */
    change: z.enum(['created', 'updated', 'deleted', 'queue', 'rewritten']),
    session: jsonObject.optional(),
  }),
  z.object({ type: z.literal('workspace_changed'), paths: z.array(z.string()) }),
  /** A question that belongs to no turn and blocks none; answered by `turn.resume` without `turnId`. */
  eventBodies.yield,
  eventBodies.resumed,
]);
export type BrainEventBody = z.infer<typeof brainEventBody>;
export type BrainEvent = {
  readonly scope: 'brain';
  readonly epoch: string;
  readonly seq: number;
  readonly at: string;
} & BrainEventBody;
