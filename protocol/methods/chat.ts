/** Messages, the turns that they start, and what waits for its owner in them; part of the table in `methods.ts`. */
import { z } from 'zod';
import { pendingAsk, queuedMessage, turnFile } from '../conversations.ts';
import { decision, safetyLevel } from '../event-parts.ts';
import { jsonObject } from '../json.ts';
import { said } from '../sentences/said.ts';
import { sessionId, turnId } from './parts.ts';

export const chatMethods = {
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
  /**
   * What is being written, as far as it is: what the mind knows of it is looked up before it is sent.
   * Nothing of it is kept or leaves the machine.
   */
  'chat.compose': {
    params: z.object({ sessionId: sessionId.optional(), text: z.string() }),
    result: z.object({ ok: z.literal(true) }),
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
      /** The folder of a session that does not exist yet. */
      workingDir: z.string().min(1).optional(),
    }),
    result: z.object({
      verdict: safetyLevel,
      /** Which line of the order decided. */
      layer: z.string(),
      /** The rule or pattern that decided, verbatim. */
      rule: z.string().optional(),
      reason: z.string(),
      said: said.optional(),
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
      refused: z.array(z.object({ path: z.string(), reason: z.string(), said: said.optional() })),
      files: z.array(turnFile),
    }),
  },
} as const;
