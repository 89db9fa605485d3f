/** The index as a search sees it: a connection that only reads, and the statements of the search. */
import Database from 'better-sqlite3';
import type { MemorySource } from '../../protocol/index.ts';
import { inodeOf, READER_CACHE_KIB } from './database.ts';
import { unpackKeys } from './keys.ts';
import type { Page } from './meaning/index.ts';
import { backwards, type ChunkRow, type Counts } from './store.ts';

/** Column weights of the first choice: heading, text, times. */
const WEIGHTS = '3.0, 1.0, 1.0';

const MAX_COUNTED_TERMS = 20_000;

/** A chunk as far as it is needed to score it. */
export interface Scorable extends Pick<ChunkRow, 'turn' | 'position' | 'at' | 'words'> {
  readonly id: number;
  readonly file: number;
  readonly source: MemorySource;
  readonly keys: Uint32Array;
}

/** What is shown of a chunk. */
export interface Shown extends Pick<ChunkRow, 'heading' | 'text' | 'hash' | 'tokens'> {
  readonly path: string;
}

export interface Filter {
  readonly sources: readonly MemorySource[] | undefined;
  readonly after: number;
  readonly before: number;
  /** A transcript: what is about any of its turns is not wanted. Empty: no such wish. */
  readonly withoutTranscript: string;
}

export interface Form {
  readonly form: string;
  readonly term: string;
}

export interface Reader {
  /** The best chunks that hold any of the terms, roughly ranked. */
  find(terms: readonly string[], filter: Filter, limit: number): readonly Scorable[];
  /** The chunks before and behind one in its file. */
  neighbours(chunk: Scorable): readonly Scorable[];
  show(id: number): Shown | undefined;
  /** Chunks with these texts, as far as they are wanted. */
  byHash(hashes: readonly string[], filter: Filter): readonly (Scorable & { hash: string })[];
  /** Chunks behind this id, in order. */
  chunksAfter(id: number, limit: number): readonly Page[];
  /** Number of chunks that hold a term. */
  count(term: string): number;
  counts(): Counts;
  /** Words of the texts that begin with `start`; at most `limit`. */
  formsFrom(start: string, limit: number): readonly Form[];
  /** Words of the texts that end with `end`; at most `limit`. */
  formsTo(end: string, limit: number): readonly Form[];
  /** Terms that begin with `start`; at most `limit`. */
  termsFrom(start: string, limit: number): readonly string[];
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

/** An FTS5 string: quotes doubled, NUL out. Whatever is in it, it is never syntax. */
export function quote(term: string): string {
  return `"${term.replaceAll('\0', '').replaceAll('"', '""')}"`;
}

type Row = Omit<Scorable, 'keys'> & { readonly keys: Uint8Array; readonly wanted: number };

function readerOf(db: Database.Database, stillThere: () => boolean): Reader {
  const frequency = db
    .prepare<[string], number>('SELECT doc FROM vocabulary WHERE term = ?')
    .pluck();
  const readCounts = db.prepare<[], Counts>('SELECT * FROM counts');
  const version = db.prepare<[], number>('PRAGMA data_version').pluck();
  let seen = version.get();
  let counts = readCounts.get() ?? { chunks: 0, words: 0 };
  /** Counting a common term reads all its places; the same ones are asked for again and again. */
  const counted = new Map<string, number>();

  /** Forgets what was counted before the keeper's last commit. */
  function freshen(): void {
    const now = version.get();
    if (now === seen) return;
    seen = now;
    counts = readCounts.get() ?? { chunks: 0, words: 0 };
    counted.clear();
  }

  const columns = 'c.id, c.file, c.turn, c.position, c.at, c.words, c.keys, f.source';
  const wanted = `c.at >= @after AND c.at < @before
    AND (@sources = '' OR f.source IN (SELECT value FROM json_each(@sources)))
    AND (@withoutTranscript = '' OR c.turn = '' OR c.turn NOT IN (
      SELECT own.turn FROM chunks own JOIN files transcript ON transcript.id = own.file
      WHERE transcript.path = @withoutTranscript))`;
  const rank = `bm25(terms, ${WEIGHTS})`;
  type Params = [Omit<Filter, 'sources'> & { sources: string; match: string; limit: number }];
  // Ranks first and looks at the notes afterwards: most of what is found is never looked at.
  const quick = db.prepare<Params, Row>(`
    SELECT ${columns}, (${wanted}) AS wanted
    FROM (SELECT rowid AS id, ${rank} AS rank FROM terms WHERE terms MATCH @match
      ORDER BY rank, rowid LIMIT @limit) hit
    CROSS JOIN chunks c ON c.id = hit.id CROSS JOIN files f ON f.id = c.file
    ORDER BY hit.rank, c.id`);
  const thorough = db.prepare<Params, Row>(`
    SELECT ${columns}, 1 AS wanted
    FROM terms JOIN chunks c ON c.id = terms.rowid JOIN files f ON f.id = c.file
    WHERE terms MATCH @match AND ${wanted}
    ORDER BY ${rank}, c.id LIMIT @limit`);
  const near = (condition: string, order: string) =>
    db.prepare<[Pick<Scorable, 'id' | 'file' | 'position'>], Row>(`
      SELECT ${columns}, 1 AS wanted FROM chunks c CROSS JOIN files f ON f.id = c.file
      WHERE c.file = @file AND ${condition} ORDER BY c.position ${order}, c.id ${order} LIMIT 1`);
  const beforeIt = near(
    'c.position <= @position AND (c.position < @position OR c.id < @id)',
    'DESC',
  );
  const behindIt = near(
    'c.position >= @position AND (c.position > @position OR c.id > @id)',
    'ASC',
  );
  type HashParams = [Omit<Filter, 'sources'> & { sources: string; hashes: string }];
  const withHash = db.prepare<HashParams, Row & { hash: string }>(`
    SELECT ${columns}, c.hash, 1 AS wanted
    FROM json_each(@hashes) wish CROSS JOIN chunks c ON c.hash = wish.value
    CROSS JOIN files f ON f.id = c.file WHERE ${wanted}`);
  const page = db.prepare<[number, number], Page>(
    'SELECT id, hash, heading, text FROM chunks WHERE id > ? ORDER BY id LIMIT ?',
  );
  const shown = db.prepare<[number], Shown>(`
    SELECT c.heading, c.text, c.hash, c.tokens, f.path
    FROM chunks c JOIN files f ON f.id = c.file WHERE c.id = ?`);
  const fromTerm = db
    .prepare<[string, string, number], string>(
      'SELECT term FROM vocabulary WHERE term >= ? AND term < ? LIMIT ?',
    )
    .pluck();
  const fromStart = db.prepare<[string, string, number], Form>(
    'SELECT form, term FROM forms WHERE form >= ? AND form < ? LIMIT ?',
  );
  const fromEnd = db.prepare<[string, string, number], Form>(
    'SELECT form, term FROM forms WHERE back >= ? AND back < ? LIMIT ?',
  );

  const scorable = ({ wanted: _, keys, ...row }: Row): Scorable => ({
    ...row,
    keys: unpackKeys(keys),
  });
  const params = ({ sources, ...filter }: Filter) => ({
    ...filter,
    sources: sources === undefined ? '' : JSON.stringify(sources),
  });

  return {
    find(terms, filter, limit) {
      if (terms.length === 0) return [];
      const asked = { ...params(filter), match: terms.map(quote).join(' OR '), limit };
      const ranked = quick.all(asked);
      const kept = ranked.filter((row) => row.wanted === 1);
      // Either everything that matches was seen, or enough of it was wanted.
      const enough = ranked.length < limit || kept.length >= limit / 2;
      return (enough ? kept : thorough.all(asked)).map(scorable);
    },
    neighbours({ id, file, position }) {
      const place = { id, file, position };
      return [beforeIt.get(place), behindIt.get(place)]
        .filter((row) => row !== undefined)
        .map(scorable);
    },
    show: (id) => shown.get(id),
    byHash(hashes, filter) {
      const rows = withHash.all({ ...params(filter), hashes: JSON.stringify(hashes) });
      return rows.map((row) => ({ ...scorable(row), hash: row.hash }));
    },
    chunksAfter: (id, limit) => page.all(id, limit),
    count(term) {
      const known = counted.get(term);
      if (known !== undefined) return known;
      const count = frequency.get(term) ?? 0;
      if (counted.size > MAX_COUNTED_TERMS) counted.clear();
      counted.set(term, count);
      return count;
    },
    counts() {
      freshen();
      return counts;
    },
    termsFrom: (start, limit) => fromTerm.all(start, `${start}\u{10ffff}`, limit),
    formsFrom: (start, limit) => fromStart.all(start, `${start}\u{10ffff}`, limit),
    formsTo(end, limit) {
      const back = backwards(end);
      return fromEnd.all(back, `${back}\u{10ffff}`, limit);
    },
    stillThere,
    close() {
      db.close();
    },
  };
}
