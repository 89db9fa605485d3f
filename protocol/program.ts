/** What methods tell about the program as it runs: providers, health, spending. */
import { z } from 'zod';
import { configProblem } from './config.ts';
import { usage } from './event-parts.ts';
import { said } from './sentences/said.ts';

const providerState = z.enum([
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
  index: z.object({ state: z.enum(['building', 'ready', 'broken']), documents: z.number() }),
  providers: z.array(providerInfo),
  sandbox: z.object({ available: z.boolean(), message: z.string(), said: said.optional() }),
  secrets: z.object({
    backend: z.enum(['keyring', 'file', 'environment']),
    message: z.string(),
    said: said.optional(),
  }),
  config: z.array(configProblem),
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
