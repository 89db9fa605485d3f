/** The text files of our own making, beside conversations, in which a fact may stand. */
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { namesIn } from '../shared/folder.ts';
import type { HomePaths } from '../shared/home.ts';
import { codeOf } from '../shared/result.ts';

/** `since`: only those written since then. */
export async function ownFiles(paths: HomePaths, since?: number): Promise<readonly string[]> {
  const written = [
    paths.episodes,
    paths.consolidated,
    paths.outcomes,
    paths.tasks,
    paths.snapshots,
  ];
  // What an import replaced lies in the trash as it lay in the workspace.
  const imports = (await namesIn(paths.trash)).filter((name) => name.startsWith('import-'));
  const copies = imports.flatMap((name) =>
    [...written, paths.knowledge].map((folder) =>
      join(paths.trash, name, relative(paths.workspace, folder)),
    ),
  );
  const all = [...(await filesBelow(paths.history))];
  for (const folder of [...written, join(paths.trash, 'knowledge'), ...copies]) {
    for (const name of await namesIn(folder)) {
      if (/\.(?:md|log)$/.test(name)) all.push(join(folder, name));
    }
  }
  if (since === undefined) return all;
  const times = await Promise.all(all.map(modified));
  return all.filter((_, index) => (times[index] ?? 0) >= since);
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}

async function modified(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    // Gone meanwhile: nothing to mask.
    return 0;
  }
}
