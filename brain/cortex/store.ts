/** The index as the rest of cortex sees it: statements, and nothing that knows about files on disk. */
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { MemorySource } from '../../protocol/index.ts';

/** Column weights of the ranking: heading, text, extra (character pairs and dates in words). */
const WEIGHTS = '4.0, 1.0, 0.8';

const MAX_COUNTED_TERMS = 20_000;

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

export interface Found
  extends Pick<ChunkRow, 'heading' | 'text' | 'hash' | 'tokens' | 'turn' | 'at'> {
  readonly id: number;
  readonly path: string;
  readonly source: MemorySource;
  /** Minus `bm25()`: larger is better. */
  readonly rank: number;
}

export interface Filter {
  readonly sources: readonly MemorySource[] | undefined;
  readonly after: number;
  readonly before: number;
  /** A transcript: what is about any of its turns is not wanted. Empty: no such wish. */
  readonly withoutTranscript: string;
  readonly limit: number;
}

export type Table = 'words' | 'grams';

export interface Store {
  file(path: string): FileRow | undefined;
  files(): readonly FileRow[];
  /** Inserts or replaces what is known of a file; returns its id. */
  putFile(file: Omit<FileRow, 'id'>): number;
  removeFile(path: string): void;
  /** Chunks of a file from `position` on. */
  removeChunks(file: number, position: number): void;
  addChunk(file: number, chunk: ChunkRow): void;
  find(table: Table, match: string, filter: Filter): readonly Found[];
  /** The index's own words in a text, with the number of chunks that contain each. */
  frequencies(words: readonly string[]): ReadonlyMap<string, number>;
  /** Files of which something is indexed. */
  documents(): number;
  chunks(): number;
  /** All of the job or nothing of it, by itself or as a part of the large transaction. */
  transaction<T>(job: () => T): T;
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
  const inode = statSync(path).ino;
  // Words go through a table with the same tokenizer, so that we count exactly what it counts.
  const scratch = new Database(':memory:');
  scratch.exec(`
    CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = "porter unicode61 remove_diacritics 2");
    CREATE VIRTUAL TABLE instances USING fts5vocab (words, 'instance');
  `);
  const clearScratch = scratch.prepare('DELETE FROM words');
  const fillScratch = scratch.prepare<[number, string]>(
    'INSERT INTO words (rowid, text) VALUES (?, ?)',
  );
  const readScratch = scratch.prepare<[], { doc: number; term: string }>(
    'SELECT doc, term FROM instances',
  );

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
  const frequency = db
    .prepare<[string], number>('SELECT doc FROM vocabulary WHERE term = ?')
    .pluck();
  const countDocuments = db
    .prepare<[], number>('SELECT count(*) FROM files WHERE skipped IS NULL')
    .pluck();
  const countChunks = db.prepare<[], number>('SELECT count(*) FROM chunks').pluck();

  function removeChunks(file: number, position: number): void {
    for (const chunk of chunksFrom.all(file, position)) {
      deleteWords.run(chunk);
      deleteGrams.run(chunk);
      deleteChunk.run(chunk.id);
    }
  }

  /** Counting a common word reads all its places; the same ones are asked for again and again. */
  const counted = new Map<string, number>();
  const frequencyOf = (term: string): number => {
    const known = counted.get(term);
    if (known !== undefined) return known;
    const count = frequency.get(term) ?? 0;
    if (counted.size > MAX_COUNTED_TERMS) counted.clear();
    counted.set(term, count);
    return count;
  };

  type FindParams = [Omit<Filter, 'sources'> & { match: string; sources: string }];
  const columns = `c.id, c.heading, c.text, c.hash, c.tokens, c.turn, c.at, f.path, f.source`;
  const wanted = `c.at >= @after AND c.at < @before
    AND (@sources = '' OR f.source IN (SELECT value FROM json_each(@sources)))
    AND (@withoutTranscript = '' OR c.turn = '' OR c.turn NOT IN (
      SELECT own.turn FROM chunks own JOIN files transcript ON transcript.id = own.file
      WHERE transcript.path = @withoutTranscript))`;
  const best = (table: Table, rank: string, count: string): string => `
    SELECT rowid AS id, -${rank} AS rank FROM ${table} WHERE ${table} MATCH @match
    ORDER BY rank DESC, rowid LIMIT ${count}`;
  const finderOf = (table: Table, rank: string) => ({
    // Ranks first and looks at the notes afterwards: most of what is found is never looked at.
    quick: db.prepare<FindParams, Found & { wanted: number }>(`
      SELECT ${columns}, hit.rank, (${wanted}) AS wanted
      FROM (${best(table, rank, '@limit')}) hit
      JOIN chunks c ON c.id = hit.id JOIN files f ON f.id = c.file
      ORDER BY hit.rank DESC, c.id`),
    thorough: db.prepare<FindParams, Found>(`
      SELECT ${columns}, -${rank} AS rank
      FROM ${table} JOIN chunks c ON c.id = ${table}.rowid JOIN files f ON f.id = c.file
      WHERE ${table} MATCH @match AND ${wanted}
      ORDER BY rank DESC, c.id LIMIT @limit`),
  });
  const finders = {
    words: finderOf('words', `bm25(words, ${WEIGHTS})`),
    grams: finderOf('grams', 'bm25(grams, 2.0, 1.0)'),
  };

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
    },
    find(table, match, filter) {
      const { limit } = filter;
      const sources = filter.sources === undefined ? '' : JSON.stringify(filter.sources);
      const params = { ...filter, match, sources };
      const ranked = finders[table].quick.all(params);
      const kept = ranked.filter((row) => row.wanted === 1);
      // Either everything that matches was seen, or enough of it was wanted.
      if (ranked.length < limit || kept.length >= limit / 2) return kept;
      return finders[table].thorough.all(params);
    },
    frequencies(words) {
      clearScratch.run();
      words.forEach((word, index) => void fillScratch.run(index, word));
      const counts = new Map<string, number>();
      for (const { doc, term } of readScratch.all()) {
        const word = words[doc];
        if (word === undefined) continue;
        const count = frequencyOf(term);
        // A word that the tokenizer splits is as rare as its rarest piece.
        counts.set(word, Math.min(counts.get(word) ?? count, count));
      }
      return counts;
    },
    documents: () => countDocuments.get() ?? 0,
    chunks: () => countChunks.get() ?? 0,
    transaction(job) {
      counted.clear();
      return db.transaction(job)();
    },
    begin() {
      counted.clear();
      if (!db.inTransaction) db.exec('BEGIN');
    },
    commit() {
      if (db.inTransaction) db.exec('COMMIT');
    },
    rollback() {
      if (db.inTransaction) db.exec('ROLLBACK');
    },
    stillThere() {
      try {
        return statSync(path).ino === inode;
      } catch {
        // Gone, or no longer ours to look at: both mean that it cannot be used.
        return false;
      }
    },
    close() {
      scratch.close();
      db.close();
    },
  };
}
