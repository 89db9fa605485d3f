/** Watches the workspace with chokidar and tells, in bundles, which indexed files changed. */
import { dirname } from 'node:path';
import { watch } from 'chokidar';
import type { Logger } from '../shared/log.ts';
import { messageOf } from '../shared/result.ts';
import { isIgnored, placeOf, workspacePath } from './places.ts';

export interface WatchDeps {
  readonly workspace: string;
  readonly index: string;
  readonly logger: Logger;
  /** Workspace-relative paths, each one once. */
  onFiles(paths: readonly string[]): void;
  onFolderGone(): void;
  onIndexGone(): void;
  onReady(): void;
  /** The system cannot watch (too many files, no notifications): someone else has to look. */
  onBlind(): void;
}

export interface Watch {
  close(): Promise<void>;
}

/** One save makes several events; they are told together after this time. */
const BUNDLE_MS = 40;

export function watchWorkspace(deps: WatchDeps): Watch {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const isUninteresting = (absolute: string): boolean => {
    if (absolute === deps.index || absolute === dirname(deps.index)) return false;
    const path = workspacePath(deps.workspace, absolute);
    return path !== undefined && isIgnored(path);
  };

  const watcher = watch(deps.workspace, {
    ignored: (path) => isUninteresting(path),
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    persistent: true,
  });

  watcher.on('all', (event, absolute) => {
    if (absolute === deps.index) {
      if (event === 'unlink') deps.onIndexGone();
      return;
    }
    if (event === 'unlinkDir') deps.onFolderGone();
    const path = workspacePath(deps.workspace, absolute);
    if (path === undefined || placeOf(path) === undefined || event.endsWith('Dir')) return;
    changed.add(path);
    timer ??= setTimeout(() => {
      timer = undefined;
      const paths = [...changed];
      changed.clear();
      deps.onFiles(paths);
    }, BUNDLE_MS);
  });
  watcher.on('ready', () => deps.onReady());
  watcher.on('error', (thrown) => {
    deps.logger.warn('index: files cannot be watched; they are looked through now and then', {
      reason: messageOf(thrown),
    });
    deps.onBlind();
  });

  return {
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
