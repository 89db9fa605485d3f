/** What methods tell about the mind's files: what is found in them, facts, versions, an archive of them. */
import { z } from 'zod';
import { said } from './sentences/said.ts';

export const memorySource = z.enum([
  'identity',
  'prefrontal',
  'knowledge',
  'episodes',
  'skills',
  'outcomes',
  'sessions',
  'other',
]);
export type MemorySource = z.infer<typeof memorySource>;

export const memoryHit = z.object({
  path: z.string(),
  heading: z.string(),
  source: memorySource,
  score: z.number(),
  /** Text around the match; matched words between U+0001 and U+0002. */
  snippet: z.string(),
  at: z.string().optional(),
});
export type MemoryHit = z.infer<typeof memoryHit>;

/** One fact of the knowledge files. */
export const fact = z.object({
  path: z.string(),
  text: z.string(),
  /** `YYYY-MM-DD`; absent for what the owner wrote by hand. */
  learned: z.string().optional(),
  sessionId: z.string().optional(),
  /** Of that session, where it is still there. */
  sessionTitle: z.string().optional(),
  before: z.array(z.object({ text: z.string(), until: z.string() })),
});
export type FactRecord = z.infer<typeof fact>;

export const workspaceFile = z.object({ path: z.string(), size: z.number(), modified: z.string() });
export type WorkspaceFile = z.infer<typeof workspaceFile>;

/** What a file of the mind said from `at` on. */
export const fileVersion = z.object({
  versionId: z.string(),
  at: z.string(),
  /** Who wrote it: a window, a window that restored an older one, the mind itself, or somebody else. */
  by: z.enum(['window', 'restored', 'mind', 'outside']),
  bytes: z.number(),
});
export type FileVersion = z.infer<typeof fileVersion>;

/** What an import of a mind does or would do; paths as in the archive. */
export const archiveResult = z.object({
  /** When the archive was made, and by which version of the program. */
  at: z.string(),
  program: z.string(),
  /** Not here yet, and conversations that go on further in the archive. */
  added: z.array(z.string()),
  /** Here, and different. */
  changed: z.array(z.string()),
  same: z.number(),
  refused: z.array(z.object({ path: z.string(), reason: z.string(), said: said.optional() })),
});
export type ArchiveResult = z.infer<typeof archiveResult>;
