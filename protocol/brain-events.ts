/**
 * News of the brain itself (`scope: "brain"`), with a `seq` of their own: they belong to no session
 * and are not stored. Apart from a session's events, which are.
 */
import { z } from 'zod';
import { eventBodies } from './events.ts';
import { jsonObject } from './json.ts';
import { mcpServerState } from './servers.ts';

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
});
export type ModelPull = z.infer<typeof modelPull>;

/** News of the brain itself; told to every subscriber without a `sessionId`. */
export const brainEventBody = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('config'),
    problems: z.array(
      z.object({
        path: z.string(),
        message: z.string(),
        line: z.number().optional(),
        severity: z.enum(['error', 'warning']),
      }),
    ),
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
