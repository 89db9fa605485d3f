/**
 * Cortex: finds things in the mind's files.
 *
 * Takes the workspace's markdown and transcripts, as they are on disk. Gives ranked chunks for a
 * query. What must always hold: the index is derived, so that a database that is missing, broken or
 * of another version is built anew and nothing is lost; what a person types is never query syntax;
 * no file of the workspace, whatever is in it, can stop the index; and indexing yields to the event
 * loop, so that a turn waits for nothing but its own just-written files.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cortex } from '../regions.ts';
import type { HomePaths } from '../shared/home.ts';
import type { Logger } from '../shared/log.ts';
import { codeOf, messageOf } from '../shared/result.ts';
import type { Clock } from '../shared/time.ts';
import { deleteDatabase, type OpenDatabase, openDatabase } from './database.ts';
import { indexFile } from './indexer.ts';
import { walk, workspacePath } from './places.ts';
import { searchStore } from './search.ts';
import { createStore, type Store } from './store.ts';
import { watchWorkspace } from './watch.ts';

export interface CortexDeps {
  readonly paths: Pick<HomePaths, 'workspace' | 'index'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when the state or, at the end of a batch, the number of documents has changed. */
  readonly onState: (state: ReturnType<Cortex['state']>) => void;
  /** Workspace-relative paths that were added, changed or removed on disk. */
  readonly onChanged?: (paths: readonly string[]) => void;
}

/** How long one batch may keep the event loop, in milliseconds. */
const BATCH_MS = 10;
/** How long indexing goes on before its work is committed. A crash costs this much of it at most. */
const COMMIT_MS = 1_000;
/** How often everything is looked through when the system cannot watch the files. */
const RESCAN_MS = 30_000;
const MAX_REBUILDS = 3;

export function createCortex(deps: CortexDeps): Cortex {
  const { paths, clock, logger } = deps;
  const waiting = new Set<string>();
  let store: Store | undefined;
  let state: 'building' | 'ready' | 'broken' = 'building';
  let documents = 0;
  let told = '';
  let scanWanted = true;
  let closed = false;
  let pump: Promise<void> | undefined;
  let begunAt = 0;
  let rescan: NodeJS.Timeout | undefined;
  /** Times it was built anew since it last was ready. */
  let rebuilds = 0;
  const firstReady = Promise.withResolvers<void>();

  function tell(next: typeof state): void {
    state = next;
    const line = `${state} ${documents}`;
    if (line === told || closed) return;
    told = line;
    deps.onState({ state, documents });
  }

  /** Opens the index; one that cannot be opened is deleted and begun anew. */
  function open(): Store | undefined {
    if (store !== undefined) return store;
    for (const last of [false, true]) {
      try {
        const opened = openDatabase(paths.index);
        store = storeOf(opened.db);
        if (opened.fresh) scanWanted = true;
        documents = store.documents();
        return store;
      } catch (thrown) {
        const reason = messageOf(thrown);
        logger.warn(last ? 'index: cannot be made' : 'index: is built anew', { reason });
        if (!last) remove();
      }
    }
    tell('broken');
    return undefined;
  }

  /** Preparing the statements is the first reading of the tables: a broken file fails here. */
  function storeOf(db: OpenDatabase['db']): Store {
    try {
      return createStore(db, paths.index);
    } catch (thrown) {
      db.close();
      throw thrown;
    }
  }

  function remove(): void {
    try {
      deleteDatabase(paths.index);
    } catch (thrown) {
      logger.warn('index: could not be deleted', { reason: messageOf(thrown) });
    }
  }

  function drop(): void {
    try {
      store?.close();
    } catch (thrown) {
      // A broken database may fail to close; it is deleted next.
      logger.debug('index: closing failed', { reason: messageOf(thrown) });
    }
    store = undefined;
  }

  function rebuild(reason: string): void {
    logger.warn('index: is built anew', { reason });
    drop();
    remove();
    scanWanted = true;
    rebuilds += 1;
    // A disk that fails every time would have us begin anew for ever; the next change tries again.
    tell(rebuilds > MAX_REBUILDS ? 'broken' : 'building');
    if (state === 'building') start();
  }

  /** The store, if it is open and its file is still the one that was opened. */
  function usable(): Store | undefined {
    if (closed) return undefined;
    if (store !== undefined && !store.stillThere()) rebuild('its file was deleted');
    return store;
  }

  /** Runs a job on the store. A broken database is rebuilt, anything else is thrown on. */
  function guarded<T>(job: (store: Store) => T, otherwise: T): T {
    const current = usable();
    if (current === undefined) return otherwise;
    try {
      return job(current);
    } catch (thrown) {
      const code = codeOf(thrown) ?? '';
      if (!code.startsWith('SQLITE_')) throw thrown;
      if (code.startsWith('SQLITE_FULL') || code.startsWith('SQLITE_BUSY')) {
        logger.error('index: could not be written', { reason: messageOf(thrown) });
        undo(current);
        tell('broken');
      } else {
        rebuild(messageOf(thrown));
      }
      return otherwise;
    }
  }

  /** Takes back what could not be committed; the files are looked through again later. */
  function undo(current: Store): void {
    try {
      current.rollback();
    } catch (thrown) {
      logger.debug('index: taking back failed', { reason: messageOf(thrown) });
      drop();
    }
  }

  function start(): void {
    if (closed || pump !== undefined) return;
    pump = run()
      .catch((thrown: unknown) => {
        logger.error('index: stopped', { reason: messageOf(thrown) });
        begunAt = 0;
        if (store !== undefined) undo(store);
        tell('broken');
        firstReady.resolve();
      })
      .finally(() => {
        pump = undefined;
        if (!closed && state !== 'broken' && (scanWanted || waiting.size > 0)) start();
      });
  }

  /** Looks through the workspace where that is wanted, then indexes what waits, batch by batch. */
  async function run(): Promise<void> {
    await nextTurn();
    while (!closed && (scanWanted || waiting.size > 0)) {
      if (open() === undefined) {
        firstReady.resolve();
        return;
      }
      if (scanWanted) {
        scanWanted = false;
        await scan();
      }
      if (!batch()) {
        firstReady.resolve();
        return;
      }
      await nextTurn();
    }
    if (closed) return;
    documents = guarded((current) => current.documents(), documents);
    if (store === undefined || scanWanted) return;
    rebuilds = 0;
    tell('ready');
    firstReady.resolve();
  }

  async function scan(): Promise<void> {
    const found = new Set<string>();
    for await (const path of walk(paths.workspace, logger)) {
      if (closed) return;
      found.add(path);
      // Unchanged files cost one look at their size and time, in the batch.
      waiting.add(path);
    }
    const known = guarded((current) => current.files(), []);
    for (const file of known) if (!found.has(file.path)) waiting.add(file.path);
  }

  /** Indexes for a moment. False when the index cannot be written: a later change tries again. */
  function batch(): boolean {
    const end = performance.now() + BATCH_MS;
    const done: string[] = [];
    const written = guarded((current) => {
      if (begunAt === 0) begunAt = performance.now();
      current.begin();
      for (const path of waiting) {
        if (indexFile(current, paths.workspace, path, logger) !== 'more') done.push(path);
        if (performance.now() >= end) break;
      }
      return true;
    }, false);
    if (written) {
      for (const path of done) waiting.delete(path);
      if (waiting.size > 0 && performance.now() - begunAt < COMMIT_MS) return true;
      begunAt = 0;
      if (committed()) return true;
    }
    begunAt = 0;
    scanWanted = true;
    return state !== 'broken';
  }

  function committed(): boolean {
    return guarded((current) => {
      current.commit();
      return true;
    }, false);
  }

  function commitRest(): void {
    try {
      store?.commit();
    } catch (thrown) {
      // What is not committed is indexed again at the next start.
      logger.debug('index: the last part was not kept', { reason: messageOf(thrown) });
    }
  }

  const watcher = watchWorkspace({
    workspace: paths.workspace,
    index: paths.index,
    logger,
    onFiles(changed) {
      for (const path of changed) waiting.add(path);
      deps.onChanged?.(changed);
      start();
    },
    onFolderGone() {
      scanWanted = true;
      start();
    },
    onIndexGone() {
      usable();
    },
    onReady() {
      // What changed while the watch was being set up.
      scanWanted = true;
      start();
    },
    onBlind() {
      rescan ??= setInterval(() => {
        scanWanted = true;
        start();
      }, RESCAN_MS).unref();
    },
  });
  start();

  return {
    search(query) {
      return guarded((current) => searchStore(current, query, clock.now()), []);
    },
    async refresh(files) {
      if (closed || open() === undefined) return;
      const inside = files
        .map((file) => workspacePath(paths.workspace, file))
        .filter((path) => path !== undefined);
      for (const path of inside) {
        let left = true;
        while (left && !closed) {
          left = guarded(
            (current) =>
              current.transaction(() => indexFile(current, paths.workspace, path, logger)) ===
              'more',
            false,
          );
          if (left) await nextTurn();
        }
      }
      if (closed) return;
      documents = guarded((current) => current.documents(), documents);
      tell(state);
    },
    state: () => ({ state, documents }),
    ready: () => firstReady.promise,
    async close() {
      if (closed) return;
      closed = true;
      clearInterval(rescan);
      await watcher.close();
      await pump;
      commitRest();
      drop();
      firstReady.resolve();
    },
  };
}
