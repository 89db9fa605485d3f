/** The folders a server is told of: the default working directory, and those that calls are made in. */
import type { Connection } from './connection.ts';
import type { Later } from './later.ts';

/** It answers, or the turn goes on without. */
const ROOTS_MS = 500;

export interface LentFolders {
  all(): readonly string[];
  /** It has asked which there are. */
  asked(): void;
  /** The server may work in the folder that the call is made in. */
  lend(folder: string, live: Connection): Promise<void>;
}

export function createLentFolders(first: string, later: Later): LentFolders {
  const folders = new Set<string>([first]);
  let onAsked = (): void => {};

  return {
    all: () => [...folders],
    asked: () => onAsked(),
    async lend(folder, live) {
      if (folder === '' || folders.has(folder)) return;
      folders.add(folder);
      const asked = new Promise<void>((resolve) => {
        onAsked = resolve;
      });
      // It is gone, or does not listen: the call itself will tell.
      await live.rootsChanged().catch(() => {});
      let cancel = (): void => {};
      const enough = new Promise<void>((resolve) => {
        cancel = later(resolve, ROOTS_MS);
      });
      await Promise.race([asked, enough]);
      cancel();
    },
  };
}
