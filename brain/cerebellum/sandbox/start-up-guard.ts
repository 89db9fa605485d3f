/**
 * What has to be closed so that nothing in its owner's home begins to run by itself, also where there is no
 * such file yet. A sandbox can only close what exists, and a file made for it would mean something (an empty
 * `.bash_profile` hides `.profile`). So the level on which such a file would appear is fixed as a whole,
 * and folders that only count by what is in them are made, empty.
 */
import { lstat, readdir, readlink, realpath } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { closedPaths } from '../../shared/path-classes.ts';
import { isInside } from '../../shared/paths.ts';
import type { Storage } from '../../storage/index.ts';

export interface StartUpGuard {
  /** Files and folders that stay as they are. Real paths. */
  readonly unchanged: readonly string[];
  /** Nothing is added, replaced or removed directly in these. */
  readonly fixed: readonly string[];
  /** The folders in the fixed ones; they stay open. */
  readonly open: readonly string[];
}

/** `userHome` is real. Throws where a folder cannot be made: then nothing may start. */
export async function guardStartUp(
  userHome: string,
  storage: Pick<Storage, 'makeFolder'>,
): Promise<StartUpGuard> {
  const unchanged = new Set<string>();
  const fixed = new Set([userHome]);
  const places = { userHome, homeRoot: userHome, workingDir: userHome };

  /** Goes down to the place link by link, and fixes each level on which a link could be replaced. */
  async function guard(place: string): Promise<void> {
    let at = userHome;
    const names = relative(userHome, place).split(sep);
    for (const [index, name] of names.entries()) {
      const path = join(at, name);
      const found = await lstat(path).catch(() => undefined);
      if (found === undefined) {
        if (at === userHome) return;
        // What is missing on a level that is open is a folder in all lists of such places.
        await storage.makeFolder(join(at, ...names.slice(index)), 0o700);
        unchanged.add(join(at, ...names.slice(index)));
        return;
      }
      if (!found.isSymbolicLink()) {
        at = path;
        if (found.isDirectory()) continue;
        break;
      }
      fixed.add(at);
      const real = await realpath(path).catch(() => undefined);
      if (real === undefined) {
        // It leads to what could still be made.
        const folder = await nearestFolder(resolve(at, await readlink(path)));
        if (isInside(userHome, folder)) fixed.add(folder);
        return;
      }
      at = real;
    }
    unchanged.add(at);
  }

  for (const path of [...closedPaths(places).startUp, ...programFolders(userHome)]) {
    await guard(path);
  }
  const levels = await Promise.all([...fixed].map(foldersIn));
  return { unchanged: [...unchanged], fixed: [...fixed], open: levels.flat() };
}

/** Where a shell looks for programs: one put there is run instead of the one that is meant. */
function programFolders(userHome: string): readonly string[] {
  const listed = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((path) => resolve(path));
  const own = listed.filter((path) => path !== userHome && isInside(userHome, path));
  return [...new Set([join(userHome, 'bin'), join(userHome, '.local', 'bin'), ...own])];
}

/** A disk that is mounted there and does not answer any more is left out: nobody could show it. */
async function foldersIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const isFolder = await lstat(path).then(
        (stats) => stats.isDirectory(),
        () => false,
      );
      return isFolder ? [path] : [];
    }),
  );
  return found.flat();
}

async function nearestFolder(path: string): Promise<string> {
  for (let at = dirname(path); ; at = dirname(at)) {
    const real = await realpath(at).catch(() => undefined);
    if (real !== undefined || dirname(at) === at) return real ?? at;
  }
}
