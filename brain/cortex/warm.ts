/**
 * Does ahead what the first searches would else wait for. Of every chunk it reads what scores it; then it
 * searches some times for what stands in the index itself: nobody wants those hits, but from then on the
 * code of the search is compiled and what it reads again and again is in memory. In small steps, between
 * which the thread does everything else.
 */
import type { Logger } from '../shared/log.ts';
import { messageOf } from '../shared/result.ts';
import type { Clock } from '../shared/time.ts';
import type { Reader } from './reader.ts';
import { searchIndex } from './search.ts';

export interface WarmerDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** The index as it is open now. */
  reader(): Reader | undefined;
}

export interface Warmer {
  /** Reads what has come to the index, or all of it when it is another one than before. */
  readAhead(): void;
  /** Reads the rest and searches on trial. Resolves when that is done, or cannot be. */
  finish(): Promise<void>;
}

/** Chunks that are read in one go, about two milliseconds; and the pause for whoever else waits. */
const READ_AT_ONCE = 500;
const PAUSE_MS = 5;
/** After so many searches another one makes the next no faster. A small index is quick at once. */
const TRIALS = 30;
const CHUNKS_PER_TRIAL = 100;
/** One in so many is for a whole chunk, the others are as long as questions are. */
const LONG_EVERY = 10;
const QUESTION_LENGTH = 60;
const HITS = 20;

export function createWarmer({ clock, logger, reader }: WarmerDeps): Warmer {
  let read: Reader | undefined;
  /** The last chunk that was read. */
  let last = 0;
  let trials = 0;
  let running = false;
  const waiting: (() => void)[] = [];

  /** False when there is nothing left to do for now. */
  function step(index: Reader): boolean {
    const next = index.warm(last, READ_AT_ONCE);
    if (next !== undefined) {
      last = next;
      return true;
    }
    if (waiting.length === 0) return false;
    const most = Math.min(TRIALS, Math.floor(index.counts().chunks / CHUNKS_PER_TRIAL));
    if (trials >= most) return false;
    const [page] = index.chunksAfter(Math.floor((last * trials) / most), 1);
    const length = trials % LONG_EVERY === LONG_EVERY - 1 ? undefined : QUESTION_LENGTH;
    trials += 1;
    const query = page?.text.slice(0, length) ?? '';
    searchIndex(index, { query, limit: HITS }, clock.now());
    return true;
  }

  function run(): void {
    const index = reader();
    if (index !== read) {
      read = index;
      last = 0;
    }
    try {
      if (index !== undefined && step(index)) {
        setTimeout(run, PAUSE_MS).unref();
        return;
      }
    } catch (thrown) {
      // The file went away under us: whoever searches next says so.
      logger.debug('the index cannot be read ahead', { reason: messageOf(thrown) });
    }
    running = false;
    for (const resolve of waiting.splice(0)) resolve();
  }

  function readAhead(): void {
    if (running) return;
    running = true;
    run();
  }

  return {
    readAhead,
    finish() {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      readAhead();
      return promise;
    },
  };
}
