/**
 * The file of the index: its tables, and how it is opened.
 *
 * Everything in it is derived from the workspace. Another schema version, or a file that SQLite
 * cannot read, is deleted and built anew by the caller; there is no migration.
 */
import { chmodSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { isOrdinary, openPrivate } from './private-database.ts';

/** Grows with every change of the tables, the tokenizers, the chunking or what is indexed. */
export const SCHEMA_VERSION = 13;

/*
 * Statements: a "?" by which SQLite would choose its plan (beside an ORDER BY, in a LIMIT) has it made
 * anew by every run, which takes ten times as long as the run. It says "+?" or "(SELECT ?)" there.
 */

const CACHE_KIB = 8 * 1024;
/** What a search scores is kept elsewhere; for the rest a large one is no faster than the system's own. */
export const READER_CACHE_KIB = 8 * 1024;

const schema = `
  CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime REAL NOT NULL,
    hash TEXT NOT NULL,
    -- bytes that need not be read again (transcripts only grow)
    offset INTEGER NOT NULL,
    -- why nothing of it is indexed, else NULL
    skipped TEXT
  );
  -- what scores a chunk: narrow, so that many of them lie on one page; never changed, only removed
  CREATE TABLE chunks (
    id INTEGER PRIMARY KEY,
    file INTEGER NOT NULL,
    -- the turn it is about, else ''
    turn TEXT NOT NULL,
    position INTEGER NOT NULL,
    at REAL NOT NULL,
    -- number of its words, and its distinct terms as keys.ts packs them
    words INTEGER NOT NULL,
    keys BLOB NOT NULL
  );
  CREATE INDEX chunks_by_file ON chunks (file, position);
  -- what is shown of it, under the same id
  CREATE TABLE texts (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    heading TEXT NOT NULL,
    text TEXT NOT NULL
  );
  CREATE INDEX texts_by_hash ON texts (hash);
  -- one row: counting them all takes too long for a search. No chunk and no file ever gets the id of
  -- another: what was read of one stays right
  CREATE TABLE counts (
    chunks INTEGER NOT NULL,
    words INTEGER NOT NULL,
    lastChunk INTEGER NOT NULL,
    lastFile INTEGER NOT NULL
  );
  INSERT INTO counts VALUES (0, 0, 0, 0);
  -- what the chunks hold: terms, not words, by their hash as it is in keys; and in how many chunks
  CREATE TABLE terms (hash INTEGER PRIMARY KEY, term TEXT NOT NULL, chunks INTEGER NOT NULL);
  CREATE INDEX terms_by_name ON terms (term);
  -- which chunks hold a term, nothing else: how well they match is in their keys. A list in pieces, as
  -- packed-ids.ts makes them
  CREATE TABLE postings (
    term INTEGER NOT NULL,
    first INTEGER NOT NULL,
    ids BLOB NOT NULL,
    PRIMARY KEY (term, first)
  ) WITHOUT ROWID;
  -- words as they stand in the texts, by their beginnings and by their ends
  CREATE TABLE forms (form TEXT PRIMARY KEY, back TEXT NOT NULL, term TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX forms_by_back ON forms (back, form, term);
`;

export interface OpenDatabase {
  readonly db: Database.Database;
  /** It was made just now: nothing is in it. */
  readonly fresh: boolean;
}

/** Opens the index, making it where there is none. Throws what SQLite throws. */
export function openDatabase(path: string): OpenDatabase {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  chmodSync(dirname(path), 0o700);
  const db = openPrivate(path);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma(`cache_size = -${CACHE_KIB}`);
    const version = db.pragma('user_version', { simple: true });
    const empty = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
    if (empty) {
      db.transaction(() => {
        db.exec(schema);
        db.pragma(`user_version = ${SCHEMA_VERSION}`);
      })();
    } else if (version !== SCHEMA_VERSION) {
      throw new Error(`schema version ${String(version)} instead of ${SCHEMA_VERSION}`);
    }
    return { db, fresh: empty };
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

/** Whether there is an index that this version of the program can read. */
export function isIndex(path: string): boolean {
  if (!existsSync(path) || !isOrdinary(path)) return false;
  try {
    const db = new Database(path, { readonly: true });
    try {
      return db.pragma('user_version', { simple: true }) === SCHEMA_VERSION;
    } finally {
      db.close();
    }
  } catch {
    // No database at all: whoever keeps the index finds that out too, and makes a new one.
    return false;
  }
}

export function deleteDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    rmSync(`${path}${suffix}`, { force: true, recursive: true });
  }
}

/** Tells one file of this name from the next; undefined when there is none. */
export function inodeOf(path: string): number | undefined {
  try {
    return statSync(path).ino;
  } catch {
    // Gone, or no longer ours to look at: both mean that it cannot be used.
    return undefined;
  }
}
