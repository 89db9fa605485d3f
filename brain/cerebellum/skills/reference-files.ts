/** The files of a skill beside its SKILL.md: named to the model, read by it when it needs them. */
import { join } from 'node:path';
import { readableEntries } from '../../shared/folder.ts';

/** More nobody needs to be told of; the folder can be looked through. */
const MAX_NAMED = 50;
const MAX_DEPTH = 4;
/** The code of a plugin runs; it is not reading matter. */
const leftOut = new Set(['plugin', 'node_modules', '.git', '__pycache__']);

/** Paths relative to the folder, with `/`, in order; links are not followed. */
export async function referenceFiles(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  let level = [''];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const below of level) {
      const entries = await readableEntries(join(folder, below));
      for (const entry of entries) {
        const path = below === '' ? entry.name : `${below}/${entry.name}`;
        if (entry.name.startsWith('.')) continue;
        if (entry.isFile() && path !== 'SKILL.md') found.push(path);
        else if (entry.isDirectory() && !leftOut.has(entry.name)) next.push(path);
      }
    }
    level = next;
  }
  return found.sort().slice(0, MAX_NAMED);
}
