/** What is there on the disk when a sandbox is made: what it closes must exist, and be found. */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readableEntries, readableNames } from '../../shared/folder.ts';
import { isSecretName } from '../../shared/path-classes.ts';

/** Deeper repositories and key folders in a working folder are rare, and looking for them costs. */
const SCAN_DEPTH = 3;
const MAX_SCANNED = 2000;

/** The real paths of those that exist. */
export async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(
    [...new Set(paths)].map((path) => realpath(path).catch(() => undefined)),
  );
  return [...new Set(real.flatMap((path) => (path === undefined ? [] : [path])))];
}

/** The keys by which this machine is known. */
export async function privateHostKeys(): Promise<readonly string[]> {
  const names = await readableNames('/etc/ssh');
  return names.filter((name) => /_key$/.test(name)).map((name) => join('/etc/ssh', name));
}

export interface Scanned {
  readonly secrets: readonly string[];
  /** Hooks and settings of repositories: what Git runs by itself. */
  readonly repositories: readonly string[];
  /** Files that say where a work tree's repository is. */
  readonly gitFiles: readonly string[];
}

/** Looks for repositories and folders of keys near the top of the working folder. */
export async function scan(workingDir: string): Promise<Scanned> {
  const secrets: string[] = [];
  const repositories: string[] = [];
  const gitFiles: string[] = [];
  let level = [workingDir];
  let seen = 0;
  for (let depth = 0; depth <= SCAN_DEPTH && level.length > 0 && seen < MAX_SCANNED; depth += 1) {
    const lists = await Promise.all(
      level.map(async (folder) => ({
        folder,
        entries: await readableEntries(folder),
      })),
    );
    level = [];
    for (const { folder, entries } of lists) {
      seen += entries.length;
      for (const entry of entries) {
        const path = join(folder, entry.name);
        if (isSecretName(entry.name)) secrets.push(path);
        else if (entry.name === '.git' && entry.isDirectory()) repositories.push(path);
        else if (entry.name === '.git' && entry.isFile()) gitFiles.push(path);
        else if (entry.isDirectory() && entry.name !== 'node_modules') level.push(path);
      }
    }
  }
  const guarded = await Promise.all(repositories.map(guardedIn));
  return { secrets, repositories: guarded.flat(), gitFiles };
}

async function guardedIn(repository: string): Promise<readonly string[]> {
  const modules = join(repository, 'modules');
  const names = await readableNames(modules);
  return [repository, ...names.map((name) => join(modules, name))].flatMap((folder) =>
    ['hooks', 'config', 'config.worktree', 'info/attributes'].map((name) => join(folder, name)),
  );
}
