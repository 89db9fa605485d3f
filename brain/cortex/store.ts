/** The index as its keeper sees it: what is written, and nothing that knows about files on disk. */
import type Database from 'better-sqlite3';
import type { MemorySource } from '../../protocol/index.ts';
import { inodeOf } from './database.ts';

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
  readonly extra: string;
  readonly hash: string;
  readonly tokens: number;
  /** The turn it is about; empty for everything but exchanges and episodes. */
  readonly turn: string;
  /** Line of a markdown file, byte of a transcript. */
  readonly position: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What of a chunk the two full-text tables hold. */
type Indexed = Pick<ChunkRow, 'heading' | 'text' | 'extra'> & { readonly id: number };

export interface Store {
  file(path: string): FileRow | undefined;
  files(): readonly FileRow[];
  /** Inserts or replaces what is known of a file; returns its id. */
  putFile(file: Omit<FileRow, 'id'>): number;
  removeFile(path: string): void;
  /** Chunks of a file from `position` on. */
  removeChunks(file: number, position: number): void;
  addChunk(file: number, chunk: ChunkRow): void;
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
  /** False once the file has been deleted or replaced under us. */
  stillThere(): boolean;
  close(): void;
}

/** `path` is the file of `db`. */
export function createStore(db: Database.Database, path: string): Store {
  const inode = inodeOf(path);
  const fileByPath = db.prepare<[string], FileRow>('SELECT * FROM files WHERE path = ?');
  const allFiles = db.prepare<[], FileRow>('SELECT * FROM files');
  // No triggers, no upsert: a statement that may have to be taken back halfway makes FTS5 write out
  // all it holds, which is ten times as slow.
  const insertFile = db.prepare<[Omit<FileRow, 'id'>]>(`
    INSERT INTO files (path, source, size, mtime, hash, offset, skipped)
    VALUES (@path, @source, @size, @mtime, @hash, @offset, @skipped)`);
  const updateFile = db.prepare<[FileRow]>(`
    UPDATE files SET source = @source, size = @size, mtime = @mtime, hash = @hash,
      offset = @offset, skipped = @skipped
    WHERE id = @id`);
  const deleteFile = db.prepare<[number]>('DELETE FROM files WHERE id = ?');
  const chunksFrom = db.prepare<[number, number], Indexed>(
    'SELECT id, heading, text, extra FROM chunks WHERE file = ? AND position >= ?',
  );
  const deleteChunk = db.prepare<[number]>('DELETE FROM chunks WHERE id = ?');
  const insertChunk = db.prepare<[ChunkRow & { file: number }]>(`
    INSERT INTO chunks (file, heading, text, extra, hash, tokens, turn, position, at)
    VALUES (@file, @heading, @text, @extra, @hash, @tokens, @turn, @position, @at)`);
  const insertWords = db.prepare<[Indexed]>(
    'INSERT INTO words (rowid, heading, text, extra) VALUES (@id, @heading, @text, @extra)',
  );
  const insertGrams = db.prepare<[Indexed]>(
    'INSERT INTO grams (rowid, heading, text) VALUES (@id, @heading, @text)',
  );
  const deleteWords = db.prepare<[Indexed]>(`
    INSERT INTO words (words, rowid, heading, text, extra)
    VALUES ('delete', @id, @heading, @text, @extra)`);
  const deleteGrams = db.prepare<[Indexed]>(`
    INSERT INTO grams (grams, rowid, heading, text) VALUES ('delete', @id, @heading, @text)`);
  const readCount = db.prepare<[], number>('SELECT chunks FROM counts').pluck();
  const writeCount = db.prepare<[number]>('UPDATE counts SET chunks = ?');
  let chunks = readCount.get() ?? 0;
  const countDocuments = db
    .prepare<[], number>('SELECT count(*) FROM files WHERE skipped IS NULL')
    .pluck();

  function removeChunks(file: number, position: number): void {
    for (const chunk of chunksFrom.all(file, position)) {
      deleteWords.run(chunk);
      deleteGrams.run(chunk);
      deleteChunk.run(chunk.id);
      chunks -= 1;
    }
  }

  return {
    file: (name) => fileByPath.get(name),
    files: () => allFiles.all(),
    putFile(file) {
      const known = fileByPath.get(file.path);
      if (known === undefined) return Number(insertFile.run(file).lastInsertRowid);
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
    addChunk(file, chunk) {
      const { heading, text, extra } = chunk;
      const id = Number(insertChunk.run({ ...chunk, file }).lastInsertRowid);
      insertWords.run({ id, heading, text, extra });
      insertGrams.run({ id, heading, text, extra });
      chunks += 1;
    },
    documents: () => countDocuments.get() ?? 0,
    begin() {
      if (!db.inTransaction) db.exec('BEGIN');
    },
    commit() {
      if (!db.inTransaction) return;
      writeCount.run(chunks);
      db.exec('COMMIT');
    },
    rollback() {
      if (db.inTransaction) db.exec('ROLLBACK');
      chunks = readCount.get() ?? 0;
    },
    stillThere: () => inode !== undefined && inodeOf(path) === inode,
    close() {
      db.close();
    },
  };
}
