/** The temporary folders of sessions, plugins and whatever else runs; they are gone when the brain stops. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { HomePaths } from '../../shared/home.ts';
import type { Logger } from '../../shared/log.ts';
import { messageOf } from '../../shared/result.ts';
import type { Storage } from '../../storage/index.ts';

export interface TempFolders {
  of(name: string): Promise<string>;
  /** What used it is over. Whoever asks for it next gets it empty. */
  empty(name: string): Promise<void>;
  close(): Promise<void>;
}

export function createTempFolders(deps: {
  readonly paths: Pick<HomePaths, 'root'>;
  readonly storage: Storage;
  readonly logger: Logger;
}): TempFolders {
  const tempRoot = join(deps.paths.root, 'tmp');
  const temps = new Map<string, Promise<string>>();

  return {
    of(name) {
      const known = temps.get(name);
      if (known) return known;
      const folder = join(tempRoot, createHash('sha256').update(name).digest('hex').slice(0, 12));
      const made = deps.storage.makeFolder(folder).then(() => folder);
      temps.set(name, made);
      // A disk that was full once must not keep it from ever running again.
      made.catch(() => temps.delete(name));
      return made;
    },
    async empty(name) {
      const used = temps.get(name);
      if (used === undefined) return;
      const emptied = used.then(async (folder) => {
        await deps.storage.removeFolder(folder);
        await deps.storage.makeFolder(folder);
        return folder;
      });
      temps.set(name, emptied);
      await emptied.catch((thrown: unknown) => {
        temps.delete(name);
        deps.logger.warn('a temporary folder was not emptied', { reason: messageOf(thrown) });
      });
    },
    async close() {
      await Promise.allSettled(temps.values());
      // The system clears its folder for temporary files, too.
      if (temps.size > 0) await deps.storage.removeFolder(tempRoot).catch(() => {});
    },
  };
}
