/** What methods tell about skills, plugins and tools: what is there, and what an unknown one would bring. */
import { z } from 'zod';
import { said } from './sentences/said.ts';

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
  problem: z
    .object({ line: z.number().optional(), reason: z.string(), said: said.optional() })
    .optional(),
});
export type SkillReview = z.infer<typeof skillReview>;

export const capabilityInfo = z.object({
  name: z.string(),
  description: z.string(),
  said: said.optional(),
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
      /** Of all `problems`, one after the other. */
      said: said.optional(),
    })
    .optional(),
  /** Set when the file on disk is broken; the last good version (if any) stays active. */
  error: z
    .object({
      file: z.string(),
      line: z.number().optional(),
      reason: z.string(),
      said: said.optional(),
    })
    .optional(),
});
export type CapabilityInfo = z.infer<typeof capabilityInfo>;
