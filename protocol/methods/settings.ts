/** Models, settings and secrets; part of the table in `methods.ts`. */
import { z } from 'zod';
import { configProblem, configSchema } from '../config.ts';
import { modelPull } from '../events.ts';
import { jsonObject } from '../json.ts';
import { providerInfo } from '../program.ts';
import { said } from '../sentences/said.ts';
import { empty } from './parts.ts';

export const settingsMethods = {
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
      said: said.optional(),
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
      problems: z.array(configProblem),
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
} as const;
