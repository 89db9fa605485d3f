import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../brain/shared/result.ts';

/** Paths of all files below `folder` that hold `text`, whatever kind of file they are. */
export async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // A file that is replaced at this moment has gone by the name under which it was written.
    const bytes = await readFile(path).catch((thrown: unknown) => {
      if (codeOf(thrown) === 'ENOENT') return undefined;
      throw thrown;
    });
    if (bytes?.includes(text)) found.push(path);
  }
  return found;
}
