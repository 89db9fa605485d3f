/** What a crash in the middle of a write leaves behind: temporary files that nobody will rename. */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FileOps } from './file-ops.ts';

/** So much of a file's name is in the name of its temporary file. */
export const NAME_KEPT = 100;
/** The names that `Storage.write` gives its temporary files. */
const temporary = /^\..+\.[0-9a-f]{12}\.tmp$/;

/**
 * Removes temporary files below `root` that are older than `before`. Called at a start, when no
 * other process writes here. What cannot be read or removed is left: it only takes up space.
 */
export function removeLeftovers(root: string, before: Date, ops: FileOps): Promise<number> {
  return removeIn(root, { recursive: true, fits: (name) => temporary.test(name) }, before, ops);
}

/** The same for the one file at `path`, in a folder that is not ours. */
export function removeLeftoversOf(path: string, before: Date, ops: FileOps): Promise<number> {
  const own = `.${basename(path).slice(0, NAME_KEPT)}.`;
  const fits = (name: string): boolean =>
    name.startsWith(own) && temporary.test(`.x.${name.slice(own.length)}`);
  return removeIn(dirname(path), { recursive: false, fits }, before, ops);
}

async function removeIn(
  folder: string,
  { recursive, fits }: { readonly recursive: boolean; readonly fits: (name: string) => boolean },
  before: Date,
  ops: FileOps,
): Promise<number> {
  const entries = await readdir(folder, { recursive, withFileTypes: true }).catch(() => []);
  let removed = 0;
  for (const entry of entries) {
    if (!entry.isFile() || !fits(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    try {
      if ((await stat(path)).mtime >= before) continue;
      await ops.remove(path);
      removed += 1;
    } catch {
      // Gone already, or not ours to remove.
    }
  }
  return removed;
}
