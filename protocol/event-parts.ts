/** What events are made of. Apart from them, since what methods answer is made of the same. */
import { z } from 'zod';
import { said } from './sentences/said.ts';

export const budgetCategories = ['identity', 'prefrontal', 'memory', 'skills', 'history'] as const;
export const budgetCategory = z.enum(budgetCategories);
export type BudgetCategory = z.infer<typeof budgetCategory>;

/** Tokens a category may take and takes. `decidedBy`: its share of the budget or its fixed bound. */
const budgetLine = z.object({
  cap: z.number(),
  used: z.number(),
  share: z.number().optional(),
  bound: z.number().optional(),
  decidedBy: z.enum(['share', 'bound', 'rest']).optional(),
});
export type BudgetLine = z.infer<typeof budgetLine>;

export const budget = z.record(budgetCategory, budgetLine);
export type Budget = z.infer<typeof budget>;

/** One piece of the mind that was considered for the context. */
export const candidateSummary = z.object({
  path: z.string(),
  heading: z.string().optional(),
  category: budgetCategory,
  score: z.number(),
  tokens: z.number(),
  /** Why it was left out, or how it was changed (`trimmed`); absent when included whole. */
  reason: z.string().optional(),
});
export type CandidateSummary = z.infer<typeof candidateSummary>;

export const usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  costUsd: z.number().optional(),
});
export type Usage = z.infer<typeof usage>;

export const providerFailure = z.object({
  provider: z.string(),
  code: z.string(),
  message: z.string(),
  said: said.optional(),
  /** The server runs but lacks this model, and can download it: `provider.pull`. */
  missingModel: z.string().optional(),
});
export type ProviderFailureSummary = z.infer<typeof providerFailure>;

export const safetyLevel = z.enum(['safe', 'confirm', 'block']);
export type SafetyLevel = z.infer<typeof safetyLevel>;

export const decision = z.enum(['allow_once', 'allow_session', 'allow_always', 'deny']);
export type Decision = z.infer<typeof decision>;

/** `answers` has one text per question; several choices stand on lines of their own. */
export const question = z.object({
  question: z.string(),
  /** One or two words that name it. */
  header: z.string().optional(),
  options: z.array(z.object({ label: z.string(), description: z.string().optional() })).optional(),
  multiple: z.boolean().optional(),
  /** What a question of the brain's own is about, so that windows can word it for themselves. */
  about: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('mcp_scope'), server: z.string(), scope: z.string() }),
      z.object({
        kind: z.literal('mcp_sampling'),
        server: z.string(),
        model: z.string(),
        maxTokens: z.number(),
        text: z.string(),
      }),
      /** One field of a form that a server wants filled in. */
      z.object({
        kind: z.literal('mcp_form'),
        server: z.string(),
        /** What the server says; with the first field only. */
        message: z.string().optional(),
        /** It asks for what is no matter for a form, a password or a key. */
        secretive: z.boolean().optional(),
        /** Absent: a plain "go on?". */
        title: z.string().optional(),
        description: z.string().optional(),
        answer: z.enum(['yes_no', 'choice', 'text']),
        optional: z.boolean().optional(),
        /** What counts where nothing is answered. */
        preset: z.string().optional(),
        /** The field whose answer did not fit: all is asked once more. */
        misfit: z.string().optional(),
        /** What was answered to this the last time. */
        given: z.string().optional(),
      }),
    ])
    .optional(),
});
export type Question = z.infer<typeof question>;

/** A step of the work that a turn is about. */
export const todoItem = z.object({
  text: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
  /** The same step while it is being done. */
  activeForm: z.string().optional(),
});
export type TodoItem = z.infer<typeof todoItem>;

/** How a tool call ended. `stopped`: by its owner; `interrupted`: nobody knows, the program ended meanwhile. */
export const toolOutcome = z.enum(['success', 'failure', 'denial', 'stopped', 'interrupted']);
export type ToolOutcomeKind = z.infer<typeof toolOutcome>;

export const stopReason = z.enum([
  'end',
  'max_iterations',
  'stopped',
  'length',
  'refusal',
  'spend_limit',
  'circles',
]);
export type StopReason = z.infer<typeof stopReason>;

/** Codes of the terminal `error` event; documented in docs/protocol.md. */
export const turnErrorCodes = [
  'interrupted',
  'no_provider',
  'all_providers_failed',
  'stream_broken',
  'stream_silent',
  'context_too_large',
  'storage',
  'internal',
] as const;
export type TurnErrorCode = (typeof turnErrorCodes)[number];

/** Something the owner attached, by the id that `attachment.put` answered with. */
export const attachmentRef = z.object({ id: z.string(), name: z.string() });
export type AttachmentRef = z.infer<typeof attachmentRef>;

/**
 * Where a text came from. `own`: the mind itself (its memory, its lists). `name`: the host, the server,
 * the path, the command, the tool.
 */
export const contentOrigin = z.object({
  kind: z.enum(['web', 'mcp', 'file', 'command', 'own']),
  name: z.string(),
});
export type ContentOrigin = z.infer<typeof contentOrigin>;
