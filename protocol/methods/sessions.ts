/** Conversations and what is heard of them; part of the table in `methods.ts`. */
import { z } from 'zod';
import { permissionMode } from '../config.ts';
import {
  pendingAsk,
  queuedMessage,
  sessionMessage,
  sessionSummary,
  turnRecord,
} from '../conversations.ts';
import { limit, sessionId, turnId } from './parts.ts';

export const sessionMethods = {
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
} as const;
