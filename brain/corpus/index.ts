/**
 * Corpus: the nerve bundle that carries news between the regions, and the daily log of that news.
 *
 * Takes events from anyone; gives them to every listener at once and to `corpus/YYYY-MM-DD.jsonl`.
 * Must always hold: broadcast only, never control flow; a failing listener or a full disk never
 * reaches the one who tells the news; what looks like a secret is masked in the log.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Corpus, CorpusEvents } from '../regions.ts';
import type { HomePaths } from '../shared/home.ts';
import { isPrivateSession } from '../shared/ids.ts';
import type { Logger } from '../shared/log.ts';
import type { Redactor } from '../shared/redact.ts';
import { codeOf, messageOf } from '../shared/result.ts';
import { type Clock, isoLocal, localDate } from '../shared/time.ts';
import type { Storage } from '../storage/index.ts';
import { maskedLine } from './masked-line.ts';

export { CORPUS_VERSION } from './masked-line.ts';

/** Log files of more than this many days ago are removed. */
const CORPUS_DAYS = 30;

export function createCorpus(deps: {
  readonly paths: Pick<HomePaths, 'corpus'>;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly logger: Logger;
}): Corpus {
  const { paths, storage, clock, redactor, logger } = deps;
  type Listener = (payload: CorpusEvents[keyof CorpusEvents]) => void;
  const listeners = new Map<keyof CorpusEvents, Set<Listener>>();
  let day = localDate(clock.now());
  let broken = false;
  let work: Promise<void> = prune();

  async function prune(): Promise<void> {
    const oldest = new Date(clock.now());
    oldest.setDate(oldest.getDate() - CORPUS_DAYS);
    try {
      for (const name of await readdir(paths.corpus)) {
        const date = /^(\d{4}-\d\d-\d\d)\.jsonl$/.exec(name)?.[1];
        if (date !== undefined && date < localDate(oldest)) {
          await storage.remove(join(paths.corpus, name));
        }
      }
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return;
      logger.warn('old event logs could not be removed', { reason: messageOf(thrown) });
    }
  }

  function write(path: string, line: string, mayMakeFolder: boolean): void {
    try {
      storage.append(path, line);
      broken = false;
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT' && mayMakeFolder) {
        work = work
          .then(() => storage.makeFolder(paths.corpus))
          .then(() => write(path, line, false))
          .catch(complain);
        return;
      }
      complain(thrown);
    }
  }

  /** Once per trouble, not once per event. */
  function complain(thrown: unknown): void {
    if (!broken) logger.warn('the event log cannot be written', { reason: messageOf(thrown) });
    broken = true;
  }

  return {
    emit(name, payload) {
      const now = clock.now();
      const today = localDate(now);
      if (today !== day) {
        day = today;
        work = work.then(prune);
      }
      // Of a private conversation not even the fact is logged.
      if (!('turn' in payload) || !isPrivateSession(payload.turn.sessionId)) {
        const line = maskedLine(isoLocal(now), name, payload, redactor);
        write(join(paths.corpus, `${today}.jsonl`), line, true);
      }
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          listener(payload);
        } catch (thrown) {
          logger.error('a listener to an event failed', { name, reason: messageOf(thrown) });
        }
      }
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      // One registration is one entry, also when the same function listens twice.
      const entry: Listener = (payload) => listener(payload as CorpusEvents[typeof name]);
      set.add(entry);
      return () => set.delete(entry);
    },
    async close() {
      listeners.clear();
      await work;
    },
  };
}
