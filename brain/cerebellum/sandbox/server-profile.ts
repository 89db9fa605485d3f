/**
 * What a server of others may reach: everything but keys and Connectome's home. It may change everything
 * but the system and what runs by itself at the next login, in the next shell, or by Git.
 */
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { closedPaths } from '../../shared/path-classes.ts';
import { isInside, type Places } from '../../shared/paths.ts';
import type { Storage } from '../../storage/index.ts';
import { existing, privateHostKeys, scan } from './on-disk.ts';
import type { Profile } from './profile.ts';
import { guardStartUp } from './start-up-guard.ts';

export interface ServerProfileInput {
  readonly places: Omit<Places, 'workingDir'>;
  /** The folder that it starts in. */
  readonly folder: string;
  readonly ownFiles: readonly string[];
  readonly storage: Pick<Storage, 'makeFolder'>;
}

/** For one who could change it: what the system runs by itself. */
const systemStartUp = ['/etc', '/var/spool/cron'];
/** Without these many programs do not start, and in a fixed home they could not make them. */
const commonFolders = ['.cache', '.config', '.local/share', '.local/state', '.npm'];

export async function serverProfile(input: ServerProfileInput): Promise<Profile> {
  const { places, folder, ownFiles, storage } = input;
  const userHome = await realpath(places.userHome);
  const closed = closedPaths({ ...places, workingDir: folder });
  const [hostKeys, ...scans] = await Promise.all([privateHostKeys(), scan(folder), scan(userHome)]);
  const repositories = scans.flatMap((found) => found.repositories);
  const profile = {
    denyRead: await existing([
      places.homeRoot,
      ...closed.secret,
      ...hostKeys,
      ...scans.flatMap(({ secrets }) => secrets),
    ]),
    allowRead: await existing(ownFiles),
    allowWrite: ['/'],
  };
  if (process.platform !== 'linux') {
    // There a path is closed whether anything is there or not.
    const gitFiles = scans.flatMap((found) => found.gitFiles);
    return { ...profile, denyWrite: [...closed.startUp, ...repositories, ...gitFiles] };
  }
  for (const name of commonFolders) await storage.makeFolder(join(userHome, name), 0o700);
  // A repository without hooks has no such folder, and a hook that appears is run.
  const hooks = repositories.filter((path) => path.endsWith('/hooks'));
  await Promise.all(hooks.map((path) => storage.makeFolder(path)));
  const guard = await guardStartUp(userHome, storage);
  const unchanged = await existing([
    ...repositories,
    ...scans.flatMap(({ gitFiles }) => gitFiles),
    ...systemStartUp.filter((path) => !isInside(path, userHome) && !isInside(path, folder)),
  ]);
  return {
    ...profile,
    denyWrite: [...new Set([...guard.unchanged, ...unchanged])],
    fixed: { folders: guard.fixed, open: guard.open },
  };
}
