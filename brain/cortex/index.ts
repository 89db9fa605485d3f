/**
 * Cortex: finds things in the mind's files.
 *
 * Takes the workspace's markdown and transcripts, as they are on disk. Gives ranked chunks for a
 * query. A worker thread keeps the index in step with the files; this side only reads. What must
 * always hold: the index is derived, so that a database that is missing, broken or of another version
 * is built anew and nothing is lost; a worker that dies is started again; what a person types is never
 * query syntax; no file of the workspace, whatever is in it, can stop the index; and a turn waits for
 * nothing but its own just-written files.
 */
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Cortex } from '../regions.ts';
import type { HomePaths } from '../shared/home.ts';
import type { Logger } from '../shared/log.ts';
import { codeOf, messageOf } from '../shared/result.ts';
import type { Clock } from '../shared/time.ts';
import { isIndex, SCHEMA_VERSION } from './database.ts';
import { createLookedUp } from './looked-up.ts';
import { createMeaning, type Embedding, type Page } from './meaning/index.ts';
import type { FromWorker, IndexState, ToWorker, WorkerData } from './messages.ts';
import { readyNearness } from './nearness.ts';
import { openReader, type Reader } from './reader.ts';
import { createWarmer } from './warm.ts';
import { workerFile } from './worker-file.ts';

export interface CortexDeps {
  readonly paths: Pick<HomePaths, 'workspace' | 'index'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when the state or, at the end of a batch, the number of documents has changed. */
  readonly onState: (state: IndexState) => void;
  /** Where texts become vectors; without it the search goes by words alone. */
  readonly embedding?: Embedding;
  /** Workspace-relative paths that were added, changed or removed on disk. */
  readonly onChanged?: (paths: readonly string[]) => void;
}

/** Times a worker is started again before the index counts as broken; the next refresh tries anew. */
const MAX_CRASHES = 3;

/**
 * A turn goes on without its latest words rather than wait longer for a disk that hangs. A machine that
 * is only busy gets there in less.
 */
const MAX_WAIT_MS = 20_000;

/** A first index would leave behind hundreds of megabytes of memory that nobody asks for again. */
const YOUNG_MB = 24;

interface Refresh {
  readonly paths: readonly string[];
  readonly anew: boolean;
  readonly promise: Promise<void>;
  done(): void;
}

export function createCortex(deps: CortexDeps): Cortex {
  const { paths, clock, logger } = deps;
  let worker: Worker | undefined;
  let ended: Promise<void> = Promise.resolve();
  let reader: Reader | undefined;
  let generation = 0;
  let state: IndexState = { state: 'building', documents: 0 };
  let closed = false;
  let crashes = 0;
  let lastRefresh = 0;
  const lookedUp = createLookedUp();
  const refreshes = new Map<number, Refresh>();
  const firstReady = Promise.withResolvers<void>();
  const warmer = createWarmer({ clock, logger, reader: () => reader });
  const meaning =
    deps.embedding &&
    createMeaning({
      file: join(dirname(paths.index), 'vectors.db'),
      embedding: deps.embedding,
      chunksAfter,
      logger,
    });

  function chunksAfter(id: number, limit: number): readonly Page[] {
    try {
      return reader?.chunksAfter(id, limit) ?? [];
    } catch (thrown) {
      // The file went away under us: whoever searches next says so.
      logger.debug('the index cannot be read for vectors', { reason: messageOf(thrown) });
      return [];
    }
  }

  function tell(next: IndexState): void {
    if (closed || (next.state === state.state && next.documents === state.documents)) return;
    state = next;
    deps.onState(next);
  }

  function start(): void {
    const data: WorkerData = {
      workspace: paths.workspace,
      index: paths.index,
      schemaVersion: SCHEMA_VERSION,
    };
    // Flags that this process was started with are not meant for it.
    const started = new Worker(workerFile('index'), {
      workerData: data,
      name: 'index',
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const exited = Promise.withResolvers<void>();
    worker = started;
    ended = exited.promise;
    started.on('message', heard);
    started.on('error', (thrown) => {
      logger.error('index: its thread failed', { reason: messageOf(thrown) });
    });
    started.on('exit', () => {
      worker = undefined;
      exited.resolve();
      if (!closed) restart();
    });
    for (const [id, { paths: files, anew }] of refreshes) {
      send({ type: 'refresh', id, paths: files, anew });
    }
  }

  function restart(): void {
    // The next one may have to delete the file, which must then be open nowhere.
    closeReader();
    crashes += 1;
    if (crashes <= MAX_CRASHES) {
      logger.warn('index: its thread ended and is started again');
      start();
      return;
    }
    tell({ ...state, state: 'broken' });
    for (const { done } of refreshes.values()) done();
    refreshes.clear();
    firstReady.resolve();
  }

  function send(message: ToWorker): void {
    worker?.postMessage(message);
  }

  function heard(message: FromWorker): void {
    switch (message.type) {
      case 'opened':
        generation = message.generation;
        openIndex();
        warmer.readAhead();
        break;
      case 'release':
        closeReader();
        send({ type: 'released' });
        break;
      case 'state':
        tell({ state: message.state, documents: message.documents });
        warmer.readAhead();
        break;
      case 'refreshed':
        refreshes.get(message.id)?.done();
        meaning?.changed();
        refreshes.delete(message.id);
        break;
      case 'ready':
        crashes = 0;
        meaning?.changed();
        setImmediate(readyNearness);
        void warmer.finish().then(firstReady.resolve);
        break;
      case 'changed':
        if (!closed) deps.onChanged?.(message.paths);
        meaning?.changed();
        break;
      case 'log':
        logger[message.level](message.message, message.fields);
        break;
    }
  }

  function openIndex(): void {
    closeReader();
    if (closed) return;
    try {
      reader = openReader(paths.index);
    } catch (thrown) {
      lost(messageOf(thrown));
    }
  }

  function closeReader(): void {
    reader?.close();
    reader = undefined;
  }

  function lost(reason: string): void {
    send({ type: 'lost', generation, reason });
  }

  // What was indexed when the last brain ended can be searched before the thread is there.
  if (isIndex(paths.index)) openIndex();
  start();

  const cortex: Cortex = {
    search(query) {
      if (reader === undefined || closed) return [];
      if (!reader.stillThere()) {
        lost('its file was deleted');
        return [];
      }
      try {
        return lookedUp(reader, query, clock.now());
      } catch (thrown) {
        if (!(codeOf(thrown) ?? '').startsWith('SQLITE_')) throw thrown;
        // It is built anew from the files; until then there is nothing to be found.
        lost(messageOf(thrown));
        return [];
      }
    },
    refresh(files, { anew = false } = {}) {
      if (closed) return Promise.resolve();
      lastRefresh += 1;
      const id = lastRefresh;
      const { promise, resolve } = Promise.withResolvers<void>();
      refreshes.set(id, { paths: files, anew, promise, done: resolve });
      if (worker === undefined) start();
      else send({ type: 'refresh', id, paths: files, anew });
      return promise;
    },
    async refreshed() {
      if (refreshes.size === 0) return;
      const enough = new AbortController();
      const all = Promise.all([...refreshes.values()].map(({ promise }) => promise));
      const waited = delay(MAX_WAIT_MS, undefined, { signal: enough.signal });
      await Promise.race([all, waited]);
      // Ends the timer, whose complaint about that interests nobody.
      waited.catch(() => {});
      enough.abort();
    },
    near: async (question) => meaning?.near(question),
    async recall(query) {
      const near = await meaning?.near(query.query);
      return cortex.search(near === undefined ? query : { ...query, near });
    },
    state: () => state,
    ready: () => firstReady.promise,
    async close() {
      if (closed) return;
      closed = true;
      await meaning?.close();
      // The last connection puts everything into one file; it has to be the one that can write.
      closeReader();
      send({ type: 'close' });
      await ended;
      for (const { done } of refreshes.values()) done();
      refreshes.clear();
      firstReady.resolve();
    },
  };
  return cortex;
}
