import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Paths of all files below `folder` that hold `text`, whatever kind of file they are. */
export async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path)).includes(text)) found.push(path);
  }
  return found;
}
