/** What was: contexts, tasks, and what was spent; part of the table in `methods.ts`. */
import { z } from 'zod';
import { callRecord, explanation, snapshotSummary, taskSummary } from '../conversations.ts';
import { spendingTotals } from '../program.ts';
import { day, limit, sessionId, turnId } from './parts.ts';

export const recordMethods = {
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
} as const;
