/** The index as a search sees it: a connection that only reads, and the statements of the search. */
import Database from 'better-sqlite3';
import type { MemorySource } from '../../protocol/index.ts';
import { inodeOf, READER_CACHE_KIB } from './database.ts';
import type { ChunkRow } from './store.ts';

/** Column weights of the ranking: heading, text, extra (character pairs and dates in words). */
const WEIGHTS = '4.0, 1.0, 0.8';

const MAX_COUNTED_TERMS = 20_000;

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

export interface Reader {
  find(table: Table, match: string, filter: Filter): readonly Found[];
  /** The index's own words in a text, with the number of chunks that contain each. */
  frequencies(words: readonly string[]): ReadonlyMap<string, number>;
  chunks(): number;
  /** False once the file has been deleted or replaced under us. */
  stillThere(): boolean;
  close(): void;
}

/** Opens the index that its keeper has made. Throws what SQLite throws. */
export function openReader(path: string): Reader {
  const inode = inodeOf(path);
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    db.pragma(`cache_size = -${READER_CACHE_KIB}`);
    return readerOf(db, () => inode !== undefined && inodeOf(path) === inode);
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

function readerOf(db: Database.Database, stillThere: () => boolean): Reader {
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

  const frequency = db
    .prepare<[string], number>('SELECT doc FROM vocabulary WHERE term = ?')
    .pluck();
  const countChunks = db.prepare<[], number>('SELECT chunks FROM counts').pluck();
  const version = db.prepare<[], number>('PRAGMA data_version').pluck();
  let seen = version.get();
  let chunks = countChunks.get() ?? 0;

  /** Forgets what was counted before the keeper's last commit. */
  function freshen(): void {
    const now = version.get();
    if (now === seen) return;
    seen = now;
    chunks = countChunks.get() ?? 0;
    counted.clear();
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
    chunks() {
      freshen();
      return chunks;
    },
    stillThere,
    close() {
      scratch.close();
      db.close();
    },
  };
}
