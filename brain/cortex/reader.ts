/** The index as a search sees it: a connection that only reads, and the statements of the search. */
import Database from 'better-sqlite3';
import type { MemorySource } from '../../protocol/index.ts';
import { createKept } from '../shared/kept.ts';
import { choose } from './choose.ts';
import { createChunks, type Scorable } from './chunks.ts';
import { inodeOf, READER_CACHE_KIB } from './database.ts';
import { hashTerm } from './keys.ts';
import type { Page } from './meaning/index.ts';
import { type Piece, unpackIds } from './packed-ids.ts';
import { backwards, type ChunkRow, type Counts } from './store.ts';

/** To show a chunk takes about three kilobytes. */
const MAX_SHOWN = 4_000;
/** Of what holds some of the terms, so many are looked at closely. */
const MIN_WEIGHED = 400;
const WEIGHED_PART = 3;

export type { Scorable } from './chunks.ts';

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
  /** What happens in `job` sees one state of the index; and a search is rid of a lock for each statement. */
  atOnce<T>(job: () => T): T;
  /** The chunks that hold any of the terms (with their values) and are wanted; those of the highest `worth`, with it. */
  find(
    terms: ReadonlyMap<string, number>,
    filter: Filter,
    limit: number,
    worth: (chunk: Scorable) => number,
  ): readonly { readonly chunk: Scorable; readonly score: number }[];
  /** Of each of these chunks the ones before and behind it in its file. */
  neighbours(chunks: readonly Scorable[]): readonly (readonly Scorable[])[];
  show(chunk: Scorable): Shown | undefined;
  /** Of many at once, in the same order. */
  showAll(chunks: readonly Scorable[]): readonly (Shown | undefined)[];
  /** Chunks with these texts, as far as they are wanted. */
  byHash(hashes: readonly string[], filter: Filter): readonly (Scorable & { hash: string })[];
  /** Chunks behind this id, in order. */
  chunksAfter(id: number, limit: number): readonly Page[];
  /** Number of chunks that hold a term. */
  count(term: string): number;
  /** Of many at once, in the same order: a statement costs as much as five of its rows. */
  countEach(terms: readonly string[]): readonly number[];
  counts(): Counts;
  /** Words of the texts that begin with `start`; at most `limit`. */
  formsFrom(start: string, limit: number): readonly Form[];
  /** Words of the texts that end with `end`; at most `limit`. */
  formsTo(end: string, limit: number): readonly Form[];
  /** Terms that begin with `start`; at most `limit`. */
  termsFrom(start: string, limit: number): readonly string[];
  /** Changes with everything that is written into the index. */
  version(): number;
  /** Is anything of this file of the workspace in the index? */
  hasFile(path: string): boolean;
  /** False once the file has been deleted or replaced under us. */
  stillThere(): boolean;
  /**
   * Reads some chunks behind this id before a search asks for them; undefined when there are no more,
   * else the id to go on from.
   */
  warm(after: number, most: number): number | undefined;
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
  const chunksHolding = db
    .prepare<[number], number>('SELECT chunks FROM terms WHERE hash = ?')
    .pluck();
  const chunksHoldingEach = db
    .prepare<[string], [place: number, chunks: number]>(`
      SELECT wish.key, terms.chunks FROM json_each(?) wish CROSS JOIN terms ON terms.hash = wish.value`)
    .raw();
  const readCounts = db
    .prepare<[], [chunks: number, words: number]>('SELECT chunks, words FROM counts')
    .raw();
  const dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck();
  const version = (): number => dataVersion.get() ?? 0;
  let seen = version();
  /** What stands beside a chunk changes when its file does. */
  let keptNeighbours = createKept<number, readonly number[]>(MAX_SHOWN);
  function freshen(): void {
    const now = version();
    if (now === seen) return;
    seen = now;
    keptNeighbours = createKept(MAX_SHOWN);
  }

  const { originOf, scorables, warm } = createChunks(db);
  const piecesOf = db
    .prepare<[number], Piece>('SELECT first, ids FROM postings WHERE term = +? ORDER BY first')
    .raw();
  const fileNamed = db.prepare<[string], number>('SELECT 1 FROM files WHERE path = ?').pluck();
  const turnsOf = db
    .prepare<[string], string>(`
      SELECT own.turn FROM chunks own JOIN files transcript ON transcript.id = own.file
      WHERE transcript.path = ? AND own.turn <> ''`)
    .pluck();
  type Around = [id: number, before: number | null, behind: number | null];
  const around = db
    .prepare<[string], Around>(`
      SELECT c.id,
        (SELECT id FROM chunks WHERE file = c.file AND position <= c.position
          AND (position < c.position OR id < c.id) ORDER BY position DESC, id DESC LIMIT 1),
        (SELECT id FROM chunks WHERE file = c.file AND position >= c.position
          AND (position > c.position OR id > c.id) ORDER BY position, id LIMIT 1)
      FROM json_each(?) wish CROSS JOIN chunks c ON c.id = wish.value`)
    .raw();
  function idsAround(chunks: readonly Scorable[]): readonly (readonly number[])[] {
    freshen();
    const missing = chunks.flatMap(({ id }) => (keptNeighbours.get(id) === undefined ? [id] : []));
    if (missing.length > 0) {
      for (const [id, ...ids] of around.all(JSON.stringify(missing))) {
        keptNeighbours.put(
          id,
          ids.filter((other) => other !== null),
        );
      }
    }
    return chunks.map(({ id }) => keptNeighbours.get(id) ?? []);
  }
  const withHash = db.prepare<[string], { id: number; hash: string }>(`
    SELECT t.id, t.hash FROM json_each(?) wish CROSS JOIN texts t ON t.hash = wish.value`);
  const page = db.prepare<[number, number], Page>(
    'SELECT id, hash, heading, text FROM texts WHERE id > ? ORDER BY id LIMIT (SELECT ?)',
  );
  type Text = [id: number, heading: string, text: string, hash: string, tokens: number];
  const texts = db
    .prepare<[string], Text>(`
      SELECT t.id, t.heading, t.text, t.hash, t.tokens
      FROM json_each(?) wish CROSS JOIN texts t ON t.id = wish.value`)
    .raw();
  const keptTexts = createKept<number, Shown>(MAX_SHOWN);
  function showAll(chunks: readonly Scorable[]): readonly (Shown | undefined)[] {
    const shown = new Map<number, Shown>();
    const missing: Scorable[] = [];
    for (const chunk of chunks) {
      const known = keptTexts.get(chunk.id);
      if (known === undefined) missing.push(chunk);
      else shown.set(chunk.id, known);
    }
    if (missing.length > 0) {
      const files = new Map(missing.map(({ id, file }) => [id, file]));
      const wanted = JSON.stringify([...files.keys()].sort((a, b) => a - b));
      for (const [id, heading, text, hash, tokens] of texts.all(wanted)) {
        const path = originOf(files.get(id) ?? 0)?.path;
        if (path === undefined) continue;
        const found = { path, heading, text, hash, tokens };
        keptTexts.put(id, found);
        shown.set(id, found);
      }
    }
    return chunks.map(({ id }) => shown.get(id));
  }
  const fromTerm = db
    .prepare<[string, string, number], string>(
      'SELECT term FROM terms WHERE term >= ? AND term < ? ORDER BY term LIMIT (SELECT ?)',
    )
    .pluck();
  type FormRow = [form: string, term: string];
  const toForm = ([form, term]: FormRow): Form => ({ form, term });
  const fromStart = db
    .prepare<[string, string, number], FormRow>(
      'SELECT form, term FROM forms WHERE form >= ? AND form < ? LIMIT (SELECT ?)',
    )
    .raw();
  const fromEnd = db
    .prepare<[string, string, number], FormRow>(
      'SELECT form, term FROM forms WHERE back >= ? AND back < ? LIMIT (SELECT ?)',
    )
    .raw();

  /** Of the filter that was asked for last: a search has one, and several looks into the index. */
  let wanted: { readonly filter: Filter; readonly is: (chunk: Scorable) => boolean } | undefined;
  function wantedBy(filter: Filter): (chunk: Scorable) => boolean {
    if (wanted?.filter === filter) return wanted.is;
    const { after, before, withoutTranscript } = filter;
    const sources = filter.sources && new Set(filter.sources);
    const without = new Set(withoutTranscript === '' ? [] : turnsOf.all(withoutTranscript));
    const is = ({ at, source, turn }: Scorable): boolean =>
      at >= after &&
      at < before &&
      (sources === undefined || sources.has(source)) &&
      (turn === '' || !without.has(turn));
    wanted = { filter, is };
    return is;
  }

  const begin = db.prepare('BEGIN');
  const end = db.prepare('COMMIT');

  return {
    atOnce(job) {
      begin.run();
      try {
        return job();
      } finally {
        // Nothing was written: it cannot fail for more than what failed before.
        if (db.inTransaction) end.run();
      }
    },
    find(terms, filter, limit, worth) {
      const lists = [...terms].map(([term, value]) => {
        return { ids: unpackIds(piecesOf.all(hashTerm(term))), value };
      });
      const { first, rest } = choose(lists, Math.max(MIN_WEIGHED, limit * WEIGHED_PART));
      const isWanted = wantedBy(filter);
      let wanted = scorables(first).filter(isWanted);
      if (wanted.length < limit / 2) wanted = [...wanted, ...scorables(rest()).filter(isWanted)];
      const scored = wanted.map((chunk) => ({ chunk, score: worth(chunk) }));
      if (scored.length <= limit) return scored;
      return scored.sort((a, b) => b.score - a.score || a.chunk.id - b.chunk.id).slice(0, limit);
    },
    neighbours(chunks) {
      const ids = idsAround(chunks);
      const found = new Map(scorables([...new Set(ids.flat())]).map((one) => [one.id, one]));
      return ids.map((own) => own.flatMap((id) => found.get(id) ?? []));
    },
    show: (chunk) => keptTexts.get(chunk.id) ?? showAll([chunk])[0],
    showAll,
    byHash(hashes, filter) {
      const isWanted = wantedBy(filter);
      return withHash.all(JSON.stringify(hashes)).flatMap(({ id, hash }) => {
        const [chunk] = scorables([id]);
        return chunk !== undefined && isWanted(chunk) ? [{ ...chunk, hash }] : [];
      });
    },
    chunksAfter: (id, limit) => page.all(id, limit),
    count: (term) => chunksHolding.get(hashTerm(term)) ?? 0,
    countEach(terms) {
      const counts = terms.map(() => 0);
      if (terms.length === 0) return counts;
      for (const [place, chunks] of chunksHoldingEach.all(JSON.stringify(terms.map(hashTerm)))) {
        counts[place] = chunks;
      }
      return counts;
    },
    counts() {
      const [chunks = 0, words = 0] = readCounts.get() ?? [];
      return { chunks, words };
    },
    termsFrom: (start, limit) => fromTerm.all(start, `${start}\u{10ffff}`, limit),
    formsFrom: (start, limit) => fromStart.all(start, `${start}\u{10ffff}`, limit).map(toForm),
    formsTo(end, limit) {
      const back = backwards(end);
      return fromEnd.all(back, `${back}\u{10ffff}`, limit).map(toForm);
    },
    version,
    hasFile: (path) => fileNamed.get(path) !== undefined,
    stillThere,
    warm,
    close() {
      db.close();
    },
  };
}
