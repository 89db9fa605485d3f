/**
 * Moving files back that a command moved, and forth again. Whether it is still the same file tells its
 * stamp (inode, size, time of its content); nothing that is in the way is ever overwritten.
 */
import { lstat } from 'node:fs/promises';
import { codeOf, err, ok, type Result } from '../shared/result.ts';
import { moveChecked } from '../shared/safe-open.ts';
import { type Sentence, say, sentenceOf } from '../shared/say.ts';
import type { Storage } from '../storage/index.ts';
import { stampOf } from './read-registry.ts';

export interface MovedFile {
  /** Where the command left it. */
  readonly path: string;
  /** Where it was before. */
  readonly from: string;
  readonly stamp: string;
}

export type WhereIsIt =
  | { readonly at: 'path' | 'from' }
  | { readonly at: 'elsewhere'; readonly reason: Sentence };

/** Where the file is now, and whether its other place is free. */
export async function whereIs({ path, from, stamp }: MovedFile): Promise<WhereIsIt> {
  const [here, there] = await Promise.all([stampAt(path), stampAt(from)]);
  if (here === stamp && there === undefined) return { at: 'path' };
  if (there === stamp && here === undefined) return { at: 'from' };
  if (here === undefined) return { at: 'elsewhere', reason: say('undone.gone') };
  const taken = here === stamp && there !== undefined;
  return {
    at: 'elsewhere',
    reason: taken ? say('undone.taken', { path: from }) : say('undone.changed'),
  };
}

export async function moveBack(
  storage: Storage,
  file: MovedFile,
  forth: boolean,
): Promise<Result<void, Sentence>> {
  const where = await whereIs(file);
  if (where.at === 'elsewhere') return err(where.reason);
  const [source, target] = forth ? [file.from, file.path] : [file.path, file.from];
  if (where.at === (forth ? 'path' : 'from')) return ok(undefined);
  const moved = await moveChecked(storage, source, target);
  return moved.ok ? ok(undefined) : err(sentenceOf(moved.error, 'message'));
}

async function stampAt(path: string): Promise<string | undefined> {
  try {
    const stats = await lstat(path, { bigint: true });
    return stats.isFile() ? stampOf(stats) : 'not a file';
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') return undefined;
    return 'out of reach';
  }
}
