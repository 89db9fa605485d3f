/** The index as its keeper sees it: what is written, and nothing that knows about files on disk. */
import type Database from 'better-sqlite3';
import type { MemorySource } from '../../protocol/index.ts';
import { inodeOf } from './database.ts';
import { createPostings } from './postings.ts';
import type { ChunkTerms, Word } from './terms.ts';

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

/** What tells a chunk of a file from the others of it. */
export interface KnownChunk
  extends Pick<ChunkRow, 'heading' | 'hash' | 'turn' | 'position' | 'at'> {
  readonly id: number;
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

export interface Store {
  file(path: string): FileRow | undefined;
  files(): readonly FileRow[];
  /** Inserts or replaces what is known of a file; returns its id. */
  putFile(file: Omit<FileRow, 'id'>): number;
  removeFile(path: string): void;
  chunksOf(file: number): readonly KnownChunk[];
  removeChunks(ids: readonly number[]): void;
  /** Chunks of a file from `position` on. */
  removeChunksFrom(file: number, position: number): void;
  addChunk(file: number, chunk: ChunkRow, terms: ChunkTerms): void;
  /** Files of which something is indexed. */
  documents(): number;
  /**
   * Opens a large transaction, if none is open: what is added to a list is written at the commit, so
   * that few large ones are much cheaper.
   */
  begin(): void;
  /** Closes the large transaction, if one is open. */
  commit(): void;
  rollback(): void;
  /** Leaves nothing of what was removed in the file, not even single words. Takes long; not while begun. */
  scrub(): void;
  /** Gives back what is only kept to make many changes quick. */
  rest(): void;
  /** False once the file has been deleted or replaced under us. */
  stillThere(): boolean;
  close(): void;
}

/** Shorter words have no parts and no typos that are worth a guess; longer ones are keys and codes. */
const SHORTEST_FORM = 4;
const LONGEST_FORM = 40;
const MAX_NOTED = 50_000;

/** Ends of words become beginnings, which an index can look up. */
export function backwards(form: string): string {
  return [...form].reverse().join('');
}

/** `path` is the file of `db`. */
export function createStore(db: Database.Database, path: string): Store {
  const inode = inodeOf(path);
  const fileByPath = db.prepare<[string], FileRow>('SELECT * FROM files WHERE path = ?');
  const allFiles = db.prepare<[], FileRow>('SELECT * FROM files');
  const insertFile = db.prepare<[FileRow]>(`
    INSERT INTO files (id, path, source, size, mtime, hash, offset, skipped)
    VALUES (@id, @path, @source, @size, @mtime, @hash, @offset, @skipped)`);
  const updateFile = db.prepare<[FileRow]>(`
    UPDATE files SET source = @source, size = @size, mtime = @mtime, hash = @hash,
      offset = @offset, skipped = @skipped
    WHERE id = @id`);
  const deleteFile = db.prepare<[number]>('DELETE FROM files WHERE id = ?');
  type Removed = Pick<ChunkRow, 'words' | 'keys'>;
  const chunksFrom = db
    .prepare<[number, number], number>('SELECT id FROM chunks WHERE file = ? AND position >= ?')
    .pluck();
  const chunkToRemove = db.prepare<[number], Removed>(
    'SELECT words, keys FROM chunks WHERE id = ?',
  );
  const chunksOf = db.prepare<[number], KnownChunk>(`
    SELECT c.id, c.position, c.at, c.turn, t.heading, t.hash
    FROM chunks c JOIN texts t ON t.id = c.id WHERE c.file = ?`);
  const deleteChunk = db.prepare<[number]>('DELETE FROM chunks WHERE id = ?');
  const deleteText = db.prepare<[number]>('DELETE FROM texts WHERE id = ?');
  const insertChunk = db.prepare<[ChunkRow & { id: number; file: number }]>(`
    INSERT INTO chunks (id, file, turn, position, at, words, keys)
    VALUES (@id, @file, @turn, @position, @at, @words, @keys)`);
  const insertText = db.prepare<[ChunkRow & { id: number }]>(`
    INSERT INTO texts (id, hash, tokens, heading, text)
    VALUES (@id, @hash, @tokens, @heading, @text)`);
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

  const postings = createPostings(db);
  function removeChunks(ids: readonly number[]): void {
    for (const id of ids) {
      const { words, keys } = chunkToRemove.get(id) ?? {};
      if (words === undefined || keys === undefined) continue;
      postings.remove(id, keys);
      deleteText.run(id);
      deleteChunk.run(id);
      totals = { ...totals, chunks: totals.chunks - 1, words: totals.words - words };
    }
  }

  function removeChunksFrom(file: number, position: number): void {
    removeChunks(chunksFrom.all(file, position));
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
      removeChunksFrom(row.id, 0);
      deleteFile.run(row.id);
    },
    chunksOf: (file) => chunksOf.all(file),
    removeChunks,
    removeChunksFrom,
    addChunk(file, chunk, terms) {
      const id = totals.lastChunk + 1;
      insertChunk.run({ ...chunk, id, file });
      insertText.run({ ...chunk, id });
      postings.add(id, chunk.keys, terms);
      for (const word of terms.heading) noteForm(word);
      for (const word of terms.text) noteForm(word);
      totals = {
        ...totals,
        chunks: totals.chunks + 1,
        words: totals.words + chunk.words,
        lastChunk: id,
      };
    },
    documents: () => countDocuments.get() ?? 0,
    begin() {
      if (!db.inTransaction) db.exec('BEGIN');
    },
    commit() {
      if (!db.inTransaction) return;
      writeTotals.run(totals);
      postings.write();
      db.exec('COMMIT');
    },
    rollback() {
      if (db.inTransaction) db.exec('ROLLBACK');
      totals = readTotals.get() ?? nothing;
      postings.forget();
      noted.clear();
    },
    scrub() {
      db.exec(`
        DELETE FROM forms WHERE NOT EXISTS (SELECT 1 FROM terms WHERE term = forms.term);
        VACUUM;`);
      db.pragma('wal_checkpoint(TRUNCATE)');
      noted.clear();
    },
    rest() {
      postings.rest();
      noted.clear();
      db.pragma('shrink_memory');
    },
    stillThere: () => inode !== undefined && inodeOf(path) === inode,
    close() {
      db.close();
    },
  };
}
