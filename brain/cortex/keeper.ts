/**
 * Keeps the index in step with the files, in a thread of its own: looks through the workspace,
 * watches it, and indexes what changed, batch by batch. What is asked for by name (a turn's own
 * files) goes before everything else and is committed at once.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '../shared/log.ts';
import { codeOf, messageOf } from '../shared/result.ts';
import { createHeldStore } from './held-store.ts';
import { indexFile } from './index-file.ts';
import type { FromWorker, IndexState } from './messages.ts';
import { walk, workspacePath } from './places.ts';
import { giveMemoryBack } from './spare-memory.ts';
import type { Store } from './store.ts';
import { watchWorkspace } from './watch.ts';

export interface KeeperDeps {
  readonly workspace: string;
  readonly index: string;
  readonly logger: Logger;
  tell(message: FromWorker): void;
}

export interface Keeper {
  /** Indexes these absolute paths before everything else; tells `refreshed` when they are in. */
  refresh(request: Request): void;
  lost(generation: number, reason: string): void;
  released(): void;
  close(): Promise<void>;
}

/** How long a batch goes on before it is asked whether there is something more urgent. */
const BATCH_MS = 20;
/** How long indexing goes on before its work is committed. A crash costs this much of it at most. */
const COMMIT_MS = 1_000;
/** A commit writes every list that grew. When that takes long it is done less often. */
const COMMIT_PART = 1 / 15;
/** How often everything is looked through when the system cannot watch the files. */
const RESCAN_MS = 30_000;
const MAX_REBUILDS = 3;

interface Request {
  readonly id: number;
  readonly paths: readonly string[];
  readonly anew: boolean;
}

export function createKeeper({ workspace, index, logger, tell }: KeeperDeps): Keeper {
  const held = createHeldStore(index, logger);
  const waiting = new Set<string>();
  let urgent: Request[] = [];
  let state: IndexState['state'] = 'building';
  let told = '';
  let documents = 0;
  let scanWanted = true;
  let closed = false;
  let pump: Promise<void> | undefined;
  let begunAt = 0;
  /** How long the last commit took. */
  let commitMs = 0;
  let rescan: NodeJS.Timeout | undefined;
  /** Times it was built anew since it last was ready. */
  let rebuilds = 0;
  let rebuildBecause: string | undefined;
  let release: PromiseWithResolvers<void> | undefined;

  function say(next: typeof state): void {
    state = next;
    const line = `${state} ${documents}`;
    if (line === told || closed) return;
    told = line;
    tell({ type: 'state', state, documents });
  }

  function open(): boolean {
    if (held.current() !== undefined) return true;
    const opened = held.open();
    if (opened === undefined) {
      say('broken');
      return false;
    }
    if (opened.fresh) scanWanted = true;
    documents = opened.documents;
    tell({ type: 'opened', generation: held.generation() });
    return true;
  }

  function wantRebuild(reason: string): void {
    rebuildBecause ??= reason;
    start();
  }

  async function rebuild(reason: string): Promise<void> {
    rebuildBecause = undefined;
    logger.warn('index: is built anew', { reason });
    rebuilds += 1;
    scanWanted = true;
    // Where open files cannot be deleted, ours and the other connection have to go first.
    release = Promise.withResolvers();
    tell({ type: 'release' });
    await release.promise;
    release = undefined;
    held.drop();
    begunAt = 0;
    held.remove();
    // A disk that fails every time would have us begin anew for ever; the next change tries again.
    say(rebuilds > MAX_REBUILDS ? 'broken' : 'building');
  }

  /** Runs a job on the store. A broken database is rebuilt, anything else is thrown on. */
  function guarded<T>(job: (store: Store) => T, otherwise: T): T {
    const store = held.current();
    if (closed || store === undefined || rebuildBecause !== undefined) return otherwise;
    if (!store.stillThere()) {
      wantRebuild('its file was deleted');
      return otherwise;
    }
    try {
      return job(store);
    } catch (thrown) {
      const code = codeOf(thrown) ?? '';
      if (!code.startsWith('SQLITE_')) throw thrown;
      if (code.startsWith('SQLITE_FULL') || code.startsWith('SQLITE_BUSY')) {
        logger.error('index: could not be written', { reason: messageOf(thrown) });
        undo();
        say('broken');
      } else {
        wantRebuild(messageOf(thrown));
      }
      return otherwise;
    }
  }

  /** Takes back what could not be committed; the files are looked through again later. */
  function undo(): void {
    begunAt = 0;
    scanWanted = true;
    held.rollback();
  }

  function start(): void {
    if (closed || pump !== undefined) return;
    pump = run()
      .catch((thrown: unknown) => {
        logger.error('index: stopped', { reason: messageOf(thrown) });
        undo();
        say('broken');
      })
      .finally(() => {
        pump = undefined;
        if (closed) return;
        if (rebuildBecause !== undefined || (state !== 'broken' && isWanted())) {
          start();
          return;
        }
        // Nobody is left waiting for an index that cannot be written.
        answer(urgent.splice(0));
        if (state === 'broken') tell({ type: 'ready' });
      });
  }

  const isWanted = (): boolean =>
    rebuildBecause !== undefined || scanWanted || waiting.size > 0 || urgent.length > 0;

  function answer(requests: readonly Request[]): void {
    for (const { id } of requests) tell({ type: 'refreshed', id });
  }

  /** Looks through the workspace where that is wanted, then indexes what waits, batch by batch. */
  async function run(): Promise<void> {
    await nextTurn();
    while (!closed && isWanted()) {
      if (rebuildBecause !== undefined) await rebuild(rebuildBecause);
      if (state === 'broken' && rebuilds > MAX_REBUILDS) {
        rebuilds = 0;
        return;
      }
      if (!open()) return;
      if (urgent.length > 0) refreshNow();
      if (scanWanted) {
        scanWanted = false;
        await scan();
      }
      if (!batch()) return;
      await nextTurn();
      if (!isWanted()) await giveMemoryBack(() => guarded((current) => current.rest(), undefined));
    }
    if (closed || held.current() === undefined) return;
    rebuilds = 0;
    say('ready');
    tell({ type: 'ready' });
  }

  async function scan(): Promise<void> {
    const found = new Set<string>();
    for await (const path of walk(workspace, logger)) {
      if (closed) return;
      found.add(path);
      // Unchanged files cost one look at their size and time, in the batch.
      waiting.add(path);
      if (urgent.length > 0) refreshNow();
    }
    const known = guarded((current) => current.files(), []);
    for (const file of known) if (!found.has(file.path)) waiting.add(file.path);
  }

  function refreshNow(): void {
    const requests = urgent;
    urgent = [];
    const inside = (wanted: readonly Request[]): readonly string[] =>
      wanted
        .flatMap((request) => request.paths)
        .map((path) => workspacePath(workspace, path))
        .filter((path) => path !== undefined);
    guarded((current) => {
      current.begin();
      for (const path of inside(requests.filter(({ anew }) => anew))) current.removeFile(path);
      for (const path of new Set(inside(requests))) {
        while (indexFile(current, workspace, path, logger) === 'more');
      }
    }, undefined);
    commit();
    // What was written over is not to be found in the file either.
    if (requests.some(({ anew }) => anew)) guarded((current) => current.scrub(), undefined);
    if (rebuildBecause === undefined) answer(requests);
    // They are the first to be read into the new one.
    else urgent.unshift(...requests);
  }

  /** Indexes for a moment. False when the index cannot be written: a later change tries again. */
  function batch(): boolean {
    if (waiting.size === 0) return true;
    const end = performance.now() + BATCH_MS;
    const done: string[] = [];
    const written = guarded((current) => {
      if (begunAt === 0) begunAt = performance.now();
      current.begin();
      for (const path of waiting) {
        if (indexFile(current, workspace, path, logger) !== 'more') done.push(path);
        if (performance.now() >= end) break;
      }
      return true;
    }, false);
    if (written) {
      for (const path of done) waiting.delete(path);
      const soon = Math.max(COMMIT_MS, commitMs / COMMIT_PART);
      if (waiting.size > 0 && performance.now() - begunAt < soon) return true;
      if (commit()) return true;
    }
    begunAt = 0;
    scanWanted = true;
    return state !== 'broken';
  }

  function commit(): boolean {
    const startedAt = performance.now();
    const committed = guarded((current) => {
      current.commit();
      commitMs = performance.now() - startedAt;
      documents = current.documents();
      return true;
    }, false);
    begunAt = 0;
    if (committed) say(state);
    return committed;
  }

  const watcher = watchWorkspace({
    workspace,
    index,
    logger,
    onFiles(changed) {
      for (const path of changed) waiting.add(path);
      tell({ type: 'changed', paths: changed });
      start();
    },
    onFolderGone() {
      scanWanted = true;
      start();
    },
    onIndexGone() {
      if (held.current()?.stillThere() === false) wantRebuild('its file was deleted');
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
    refresh({ id, paths, anew }) {
      urgent.push({ id, paths, anew });
      start();
    },
    lost(lostGeneration, reason) {
      if (lostGeneration === held.generation() && held.current() !== undefined) {
        wantRebuild(reason);
      }
    },
    released() {
      release?.resolve();
    },
    async close() {
      if (closed) return;
      // The last turn's own files are not left to the next start.
      if (urgent.length > 0) refreshNow();
      closed = true;
      release?.resolve();
      clearInterval(rescan);
      await watcher.close();
      await pump;
      held.commitRest();
      held.drop();
    },
  };
}
