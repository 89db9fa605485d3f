/** What is in a folder, for those to whom one that is not there is an empty one. */
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { codeOf } from './result.ts';

/** The names in it; throws where there may be some that cannot be read. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'ENOTDIR') return [];
    throw thrown;
  }
}

/** The same where a folder that is closed to us counts as empty, too. */
export const readableNames = (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch(() => []);

export const readableEntries = (folder: string): Promise<readonly Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => []);
