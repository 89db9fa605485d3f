/**
 * Where a file goes that is taken away: its content and, beside it, where it was.
 * Layout: `trash/files/<key>-<name>` and `<key>-<name>.json`; a private session keeps its own.
 */
import { basename, join } from 'node:path';
import type { HomePaths } from '../shared/home.ts';
import { hashOf, isPrivateSession } from '../shared/ids.ts';
import { type Clock, isoLocal } from '../shared/time.ts';
import type { Storage } from '../storage/index.ts';

export interface Trash {
  /** Keeps the content; the file itself is left to the caller. Returns where it is. */
  keep(
    sessionId: string,
    file: { readonly path: string; readonly content: Uint8Array },
  ): Promise<string>;
}

export function createTrash(deps: {
  readonly paths: HomePaths;
  readonly storage: Storage;
  readonly clock: Clock;
}): Trash {
  const { paths, storage, clock } = deps;
  return {
    async keep(sessionId, { path, content }) {
      const folder = isPrivateSession(sessionId)
        ? join(paths.privateSessions, sessionId, 'trash')
        : join(paths.trash, 'files');
      const hash = hashOf(content);
      // The same file twice (a crash in between) is one entry.
      const key = hashOf(`${path}\0${hash}`).slice(0, 16);
      const kept = join(folder, `${key}-${basename(path).slice(-100)}`);
      await storage.write(kept, content);
      const note = { v: 1, path, at: isoLocal(clock.now()), sha256: hash };
      await storage.write(`${kept}.json`, `${JSON.stringify(note)}\n`);
      return kept;
    },
  };
}
