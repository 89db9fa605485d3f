import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { type HomePaths, homePaths } from '../shared/home.ts';
import { codeOf, err, messageOf, ok, type Result } from '../shared/result.ts';
import { type Storage, StorageError } from '../storage/index.ts';

/** A sentence on why this folder cannot be a home; undefined when it can, or does not exist yet. */
export async function checkHome(root: string): Promise<string | undefined> {
  if (!isAbsolute(root)) return `The home must be an absolute path, not "${root}".`;
  try {
    const found = await stat(root);
    if (!found.isDirectory()) return `The home ${root} is a file; a folder is needed there.`;
    await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (thrown) {
    switch (codeOf(thrown)) {
      case 'ENOENT':
        return undefined;
      case 'ENOTDIR':
        return `The home ${root} cannot be made: ${dirname(root)} is not a folder.`;
      case 'EACCES':
      case 'EPERM':
        return `No permission to use the home ${root}.`;
      case 'EROFS':
        return `The home ${root} is on a read-only disk.`;
      case 'ENAMETOOLONG':
        return `The path of the home is too long: ${root}.`;
      case 'ELOOP':
        return `The home ${root} is a link that leads back to itself.`;
      default:
        return `The home ${root} cannot be used: ${messageOf(thrown)}`;
    }
  }
}

/** Checks the home and makes every folder of it that is missing, for its owner's eyes only. */
export async function prepareHome(deps: {
  readonly root: string;
  readonly storage: Storage;
}): Promise<Result<HomePaths>> {
  const problem = await checkHome(deps.root);
  if (problem !== undefined) return err(problem);
  const paths = homePaths(deps.root);
  const folders = [
    paths.root,
    paths.logs,
    paths.checkpoints,
    paths.trash,
    paths.history,
    paths.attachments,
    paths.privateSessions,
    paths.archives,
    paths.identity,
    paths.snapshots,
    paths.cerebellum,
    paths.episodes,
    paths.knowledge,
    paths.sessions,
    paths.outcomes,
    paths.tasks,
    paths.corpus,
    paths.spending,
    dirname(paths.index),
  ];
  try {
    for (const folder of folders) await deps.storage.makeFolder(folder);
    // Minds that were on their way when the program ended.
    for (const name of await readdir(paths.archives)) {
      await deps.storage.remove(join(paths.archives, name));
    }
    // Not waited for: a start does not depend on it.
    void deps.storage.removeLeftovers(paths.root);
    return ok(paths);
  } catch (thrown) {
    if (!(thrown instanceof StorageError)) throw thrown;
    const after = await checkHome(deps.root);
    return err(after ?? thrown.message);
  }
}
