/** What a crash in the middle of a write leaves behind: temporary files that nobody will rename. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileOps } from './file-ops.ts';

/** The names that `Storage.write` gives its temporary files. */
const temporary = /^\..+\.[0-9a-f]{12}\.tmp$/;

/**
 * Removes temporary files below `root` that are older than `before`. Called at a start, when no
 * other process writes here. What cannot be read or removed is left: it only takes up space.
 */
export async function removeLeftovers(root: string, before: Date, ops: FileOps): Promise<number> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  let removed = 0;
  for (const entry of entries) {
    if (!entry.isFile() || !temporary.test(entry.name)) continue;
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
