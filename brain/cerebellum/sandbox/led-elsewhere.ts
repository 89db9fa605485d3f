/**
 * A file `commondir` in a repository's `.git` leads Git to hooks and settings in another place. Only Git's
 * own work trees have one, in folders of their own. It cannot be closed before it is there: so one that has
 * appeared is taken away when what ran is over.
 */
import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Storage } from '../../storage/index.ts';
import type { Profile } from './profile.ts';

/** To be called before it runs; gives what is to be done afterwards. */
export async function watchRepositories(
  { denyWrite }: Pick<Profile, 'denyWrite'>,
  storage: Pick<Storage, 'remove'>,
): Promise<() => Promise<void>> {
  const places = denyWrite
    .filter((path) => path.endsWith('/config') && path.includes('/.git/'))
    .map((path) => join(dirname(path), 'commondir'));
  const isThere = (path: string): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );
  const before = await Promise.all(places.map(isThere));
  return async () => {
    for (const [at, path] of places.entries()) {
      if (before[at] === false && (await isThere(path))) await storage.remove(path);
    }
  };
}
