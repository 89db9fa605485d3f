/** The mind: memory, knowledge and the files of the workspace; part of the table in `methods.ts`. */
import { z } from 'zod';
import { fact, fileVersion, memoryHit, memorySource, workspaceFile } from '../mind.ts';
import { said } from '../sentences/said.ts';
import { empty, limit } from './parts.ts';

export const mindMethods = {
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
      problems: z.array(
        z.object({ line: z.number().optional(), message: z.string(), said: said.optional() }),
      ),
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
} as const;
