/** The index as its keeper sees it: what is written, and nothing that knows about files on disk. */
import type Database from 'better-sqlite3';
import type { MemorySource } from '../../protocol/index.ts';
import { inodeOf } from './database.ts';
import { hashesIn } from './keys.ts';
import type { Word } from './terms.ts';

export interface FileRow {
  readonly id: number;
  readonly path: string;
  readonly source: MemorySource;
  readonly size: number;
  readonly mtime: number;
  readonly hash: string;
  readonly offset: number;
  readonly skipped: string | null;
}

export interface ChunkRow {
  readonly heading: string;
  readonly text: string;
  readonly hash: string;
  readonly tokens: number;
  /** The turn it is about; empty for everything but exchanges and episodes. */
  readonly turn: string;
  /** Line of a markdown file, byte of a transcript. */
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How many words it has. */
  readonly words: number;
  /** Its distinct terms, see keys.ts. */
  readonly keys: Uint8Array;
}

/** Of the whole index. */
export interface Counts {
  readonly chunks: number;
  /** Of all chunks together. */
  readonly words: number;
}

interface Totals extends Counts {
  /** The highest id that was ever given to a chunk. */
  readonly lastChunk: number;
  readonly lastFile: number;
}

const nothing: Totals = { chunks: 0, words: 0, lastChunk: 0, lastFile: 0 };

/** What a chunk is found by. */
export interface ChunkTerms {
  readonly heading: readonly Word[];
  readonly text: readonly Word[];
  /** Days, months and years, as times.ts names them. */
  readonly times: readonly string[];
}

export interface Store {
  file(path: string): FileRow | undefined;
  files(): readonly FileRow[];
  /** Inserts or replaces what is known of a file; returns its id. */
  putFile(file: Omit<FileRow, 'id'>): number;
  removeFile(path: string): void;
  /** Chunks of a file from `position` on. */
  removeChunks(file: number, position: number): void;
  addChunk(file: number, chunk: ChunkRow, terms: ChunkTerms): void;
  /** Files of which something is indexed. */
  documents(): number;
  /**
   * Opens a large transaction, if none is open: the index merges its pieces at every commit, so that
   * few large ones are much cheaper. Searches see what is in it.
   */
  begin(): void;
  /** Closes the large transaction, if one is open. */
  commit(): void;
  rollback(): void;
  /**
   * Puts the pieces of the term index together a little, after much was added: a search looks for each
   * term in every piece. True while more is to be done. Not while begun.
   */
  gather(): boolean;
  /** Leaves nothing of what was removed in the file, not even single words. Takes long; not while begun. */
  scrub(): void;
  /** False once the file has been deleted or replaced under us. */
  stillThere(): boolean;
  close(): void;
}

/** Shorter words have no parts and no typos that are worth a guess; longer ones are keys and codes. */
const SHORTEST_FORM = 4;
const LONGEST_FORM = 40;
const MAX_NOTED = 50_000;

/** This many chunks, and this part of all, make new pieces that are worth gathering. */
const MANY_ADDED = 1_000;
const ADDED_PART = 0.1;
/** Pages that are written in one go: some ten milliseconds. */
const GATHERED_PAGES = 50;

/** Every term once: what is in a heading, and how often, is in the chunk's keys. */
const joined = ({ heading, text, times }: ChunkTerms): string =>
  [...new Set([...heading, ...text].map(({ term }) => term).concat(times))].join(' ');

/** Ends of words become beginnings, which an index can look up. */
export function backwards(form: string): string {
  return [...form].reverse().join('');
}

/** `path` is the file of `db`. */
export function createStore(db: Database.Database, path: string): Store {
  const inode = inodeOf(path);
  const fileByPath = db.prepare<[string], FileRow>('SELECT * FROM files WHERE path = ?');
  const allFiles = db.prepare<[], FileRow>('SELECT * FROM files');
  // No triggers, no upsert: a statement that may have to be taken back halfway makes FTS5 write out
  // all it holds, which is ten times as slow.
  const insertFile = db.prepare<[FileRow]>(`
    INSERT INTO files (id, path, source, size, mtime, hash, offset, skipped)
    VALUES (@id, @path, @source, @size, @mtime, @hash, @offset, @skipped)`);
  const updateFile = db.prepare<[FileRow]>(`
    UPDATE files SET source = @source, size = @size, mtime = @mtime, hash = @hash,
      offset = @offset, skipped = @skipped
    WHERE id = @id`);
  const deleteFile = db.prepare<[number]>('DELETE FROM files WHERE id = ?');
  type Removed = Pick<ChunkRow, 'words' | 'keys'> & { readonly id: number };
  const chunksFrom = db.prepare<[number, number], Removed>(
    'SELECT id, words, keys FROM chunks WHERE file = ? AND position >= ?',
  );
  const deleteChunk = db.prepare<[number]>('DELETE FROM chunks WHERE id = ?');
  const deleteText = db.prepare<[number]>('DELETE FROM texts WHERE id = ?');
  const insertChunk = db.prepare<[ChunkRow & { id: number; file: number }]>(`
    INSERT INTO chunks (id, file, turn, position, at, words, keys)
    VALUES (@id, @file, @turn, @position, @at, @words, @keys)`);
  const insertText = db.prepare<[ChunkRow & { id: number }]>(`
    INSERT INTO texts (id, hash, tokens, heading, text)
    VALUES (@id, @hash, @tokens, @heading, @text)`);
  const insertTerms = db.prepare<[number, string]>('INSERT INTO terms (rowid, held) VALUES (?, ?)');
  const deleteTerms = db.prepare<[number]>('DELETE FROM terms WHERE rowid = ?');
  const knownForm = db.prepare<[string], number>('SELECT 1 FROM forms WHERE form = ?').pluck();
  const insertForm = db.prepare<[string, string, string]>(
    'INSERT INTO forms (form, back, term) VALUES (?, ?, ?)',
  );
  const readTotals = db.prepare<[], Totals>('SELECT * FROM counts');
  const writeTotals = db.prepare<[Totals]>(
    `UPDATE counts SET chunks = @chunks, words = @words,
      lastChunk = @lastChunk, lastFile = @lastFile`,
  );
  let totals = readTotals.get() ?? nothing;
  const countDocuments = db
    .prepare<[], number>('SELECT count(*) FROM files WHERE skipped IS NULL')
    .pluck();

  /** Chunks that were added since the pieces were gathered. */
  let added = 0;
  let gathering = false;
  const merge = db.prepare<[number]>(`INSERT INTO terms (terms, rank) VALUES ('merge', ?)`);
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();

  const raiseHeld = db.prepare<[number, number]>(
    'UPDATE held SET chunks = chunks + ? WHERE term = ?',
  );
  const insertHeld = db.prepare<[number, number]>('INSERT INTO held (chunks, term) VALUES (?, ?)');
  /** In how many chunks more (or fewer) a term is since the last commit. */
  const held = new Map<number, number>();
  function noteHeld(keys: Uint8Array, by: 1 | -1): void {
    for (const hash of hashesIn(keys)) held.set(hash, (held.get(hash) ?? 0) + by);
  }
  function writeHeld(): void {
    for (const [hash, by] of held) {
      if (by !== 0 && raiseHeld.run(by, hash).changes === 0) insertHeld.run(by, hash);
    }
    held.clear();
  }

  function removeChunks(file: number, position: number): void {
    for (const { id, words, keys } of chunksFrom.all(file, position)) {
      noteHeld(keys, -1);
      deleteTerms.run(id);
      deleteText.run(id);
      deleteChunk.run(id);
      totals = { ...totals, chunks: totals.chunks - 1, words: totals.words - words };
    }
  }

  /** Forms that are in the table, so that it need not be asked again and again. */
  const noted = new Set<string>();
  function noteForm({ form, term }: Word): void {
    if (form.length < SHORTEST_FORM || form.length > LONGEST_FORM || noted.has(form)) return;
    if (noted.size >= MAX_NOTED) noted.clear();
    noted.add(form);
    if (/\d/.test(form) || knownForm.get(form) !== undefined) return;
    insertForm.run(form, backwards(form), term);
  }

  return {
    file: (name) => fileByPath.get(name),
    files: () => allFiles.all(),
    putFile(file) {
      const known = fileByPath.get(file.path);
      if (known === undefined) {
        const id = totals.lastFile + 1;
        insertFile.run({ ...file, id });
        totals = { ...totals, lastFile: id };
        return id;
      }
      updateFile.run({ ...file, id: known.id });
      return known.id;
    },
    removeFile(name) {
      const row = fileByPath.get(name);
      if (row === undefined) return;
      removeChunks(row.id, 0);
      deleteFile.run(row.id);
    },
    removeChunks,
    addChunk(file, chunk, terms) {
      const id = totals.lastChunk + 1;
      insertChunk.run({ ...chunk, id, file });
      insertText.run({ ...chunk, id });
      insertTerms.run(id, joined(terms));
      noteHeld(chunk.keys, 1);
      for (const word of terms.heading) noteForm(word);
      for (const word of terms.text) noteForm(word);
      totals = {
        ...totals,
        chunks: totals.chunks + 1,
        words: totals.words + chunk.words,
        lastChunk: id,
      };
      added += 1;
    },
    documents: () => countDocuments.get() ?? 0,
    begin() {
      if (!db.inTransaction) db.exec('BEGIN');
    },
    commit() {
      if (!db.inTransaction) return;
      writeTotals.run(totals);
      writeHeld();
      db.exec('COMMIT');
    },
    rollback() {
      if (db.inTransaction) db.exec('ROLLBACK');
      totals = readTotals.get() ?? nothing;
      noted.clear();
    },
    gather() {
      if (!gathering && added < Math.max(MANY_ADDED, totals.chunks * ADDED_PART)) return false;
      const before = changes.get() ?? 0;
      // To FTS5 a negative number means: of all pieces, however few and large they are.
      const pages = gathering ? GATHERED_PAGES : -GATHERED_PAGES;
      // On a full disk it is not tried again and again.
      added = 0;
      gathering = false;
      merge.run(pages);
      gathering = (changes.get() ?? 0) - before >= 2;
      return gathering;
    },
    scrub() {
      db.exec(`
        INSERT INTO terms (terms) VALUES ('optimize');
        DELETE FROM forms WHERE NOT EXISTS (SELECT 1 FROM vocabulary WHERE term = forms.term);
        VACUUM;`);
      db.pragma('wal_checkpoint(TRUNCATE)');
      noted.clear();
      held.clear();
    },
    stillThere: () => inode !== undefined && inodeOf(path) === inode,
    close() {
      db.close();
    },
  };
}
