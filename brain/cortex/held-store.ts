/**
 * The index's file in the keeper's hand: opened, given up, deleted. Apart from the keeper, which
 * decides when: here is only how, so that a broken file is met in one place and never throws.
 */
import type { Logger } from '../shared/log.ts';
import { messageOf } from '../shared/result.ts';
import { deleteDatabase, type OpenDatabase, openDatabase } from './database.ts';
import { createStore, type Store } from './store.ts';

export interface Opened {
  /** Begun anew: nothing is in it yet. */
  readonly fresh: boolean;
  readonly documents: number;
}

export interface HeldStore {
  /** Undefined until it is opened, and after it was dropped. */
  current(): Store | undefined;
  /** Counts the openings, so that a report about an earlier file can be told from one about this. */
  generation(): number;
  /** A file that cannot be opened is deleted and begun anew; undefined when that fails, too. */
  open(): Opened | undefined;
  /** Takes back what is not committed; a file that cannot even do that is dropped. */
  rollback(): void;
  /** Commits what can be committed: the last thing before it is dropped for good. */
  commitRest(): void;
  drop(): void;
  /** Deletes the file; drop it first. */
  remove(): void;
}

export function createHeldStore(index: string, logger: Logger): HeldStore {
  let store: Store | undefined;
  let generation = 0;

  /** Preparing the statements is the first reading of the tables: a broken file fails here. */
  function storeOf(db: OpenDatabase['db']): Store {
    try {
      return createStore(db, index);
    } catch (thrown) {
      db.close();
      throw thrown;
    }
  }

  function open(): Opened | undefined {
    for (const last of [false, true]) {
      try {
        const { db, fresh } = openDatabase(index);
        store = storeOf(db);
        const documents = store.documents();
        generation += 1;
        return { fresh, documents };
      } catch (thrown) {
        const reason = messageOf(thrown);
        logger.warn(last ? 'index: cannot be made' : 'index: is built anew', { reason });
        drop();
        if (!last) remove();
      }
    }
    return undefined;
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

  function remove(): void {
    try {
      deleteDatabase(index);
    } catch (thrown) {
      logger.warn('index: could not be deleted', { reason: messageOf(thrown) });
    }
  }

  return {
    current: () => store,
    generation: () => generation,
    open,
    rollback() {
      try {
        store?.rollback();
      } catch (thrown) {
        logger.debug('index: taking back failed', { reason: messageOf(thrown) });
        drop();
      }
    },
    commitRest() {
      try {
        store?.commit();
      } catch (thrown) {
        // What is not committed is indexed again at the next start.
        logger.debug('index: the last part was not kept', { reason: messageOf(thrown) });
      }
    },
    drop,
    remove,
  };
}
