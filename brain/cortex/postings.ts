/**
 * Which chunks hold a term: of each term the ids of its chunks, in pieces. What changes is gathered in
 * memory until the commit, when each list that grew or shrank is written once, at its end or where an id
 * was taken out.
 */
import type Database from 'better-sqlite3';
import { createGathered } from './gathered.ts';
import { hashOfKey, hashTerm, keysIn } from './keys.ts';
import { type Piece, packIds, unpackIds } from './packed-ids.ts';
import type { ChunkTerms } from './terms.ts';

export interface Postings {
  /** Chunks come with ascending ids. `keys` are those of `terms`. */
  add(chunk: number, keys: Uint8Array, terms: ChunkTerms): void;
  /** `keys` are those that the chunk was added with. */
  remove(chunk: number, keys: Uint8Array): void;
  write(): void;
  /** Forgets what is not written yet. */
  forget(): void;
  /** Gives back the room that much adding took. Not while anything is unwritten. */
  rest(): void;
}

/** Terms whose names need not be looked for again. */
const MAX_NAMED = 50_000;

export function createPostings(db: Database.Database): Postings {
  const added = createGathered();
  const removed = new Map<number, number[]>();
  /** Terms by hash: those that may be new, and the hashes of those that are in the table. */
  const names = new Map<number, string>();
  const named = new Set<number>();

  function noteName(term: string): void {
    const hash = hashTerm(term);
    if (!named.has(hash)) names.set(hash, term);
  }

  // A bare "?" would have SQLite plan these anew each time, by what it stands for: see database.ts.
  const lastPiece = db
    .prepare<[number], Piece>(
      'SELECT first, ids FROM postings WHERE term = +? ORDER BY first DESC LIMIT 1',
    )
    .raw();
  const pieceWith = db
    .prepare<[number, number], Piece>(`
      SELECT first, ids FROM postings WHERE term = +? AND first <= +?
      ORDER BY first DESC LIMIT 1`)
    .raw();
  const putPiece = db.prepare<[number, number, Uint8Array]>(
    'INSERT OR REPLACE INTO postings (term, first, ids) VALUES (?, ?, ?)',
  );
  const deletePiece = db.prepare<[number, number]>(
    'DELETE FROM postings WHERE term = ? AND first = ?',
  );
  const raise = db.prepare<[number, number]>('UPDATE terms SET chunks = chunks + ? WHERE hash = ?');
  const putTerm = db.prepare<[number, string, number]>(
    'INSERT INTO terms (hash, term, chunks) VALUES (?, ?, ?)',
  );
  const deleteUnheld = db.prepare<[number]>('DELETE FROM terms WHERE hash = ? AND chunks <= 0');

  function put(hash: number, ids: ArrayLike<number>): void {
    packIds(ids, (first, steps) => putPiece.run(hash, first, steps));
  }
  /** New ids are higher than all that are there: they go to the end of the last piece. */
  function append(hash: number, added: readonly number[]): void {
    const last = lastPiece.get(hash);
    put(hash, last === undefined ? added : [...unpackIds([last]), ...added]);
  }
  function take(hash: number, id: number): void {
    const piece = pieceWith.get(hash, id);
    if (piece === undefined) return;
    const ids = unpackIds([piece]).filter((one) => one !== id);
    if (piece[0] === id) deletePiece.run(hash, id);
    put(hash, ids);
  }

  function writeTerm(hash: number, ids: readonly number[]): void {
    const gone = removed.get(hash) ?? [];
    if (ids.length > 0) append(hash, ids);
    for (const id of gone) take(hash, id);
    const by = ids.length - gone.length;
    const name = names.get(hash);
    if (raise.run(by, hash).changes === 0 && name !== undefined) putTerm.run(hash, name, by);
    if (by <= 0 && deleteUnheld.run(hash).changes > 0) named.delete(hash);
    else named.add(hash);
  }
  function clear(): void {
    added.clear();
    removed.clear();
    names.clear();
    if (named.size > MAX_NAMED) named.clear();
  }

  return {
    add(chunk, keys, { heading, text, times }) {
      let isAnyNew = false;
      for (const key of keysIn(keys)) {
        const hash = hashOfKey(key);
        added.add(hash, chunk);
        isAnyNew ||= !named.has(hash);
      }
      if (!isAnyNew) return;
      for (const { term } of heading) noteName(term);
      for (const { term } of text) noteName(term);
      for (const term of times) noteName(term);
    },
    remove(chunk, keys) {
      for (const key of keysIn(keys)) {
        const hash = hashOfKey(key);
        const known = removed.get(hash);
        if (known === undefined) removed.set(hash, [chunk]);
        else known.push(chunk);
      }
    },
    write() {
      const grown = new Set<number>();
      added.each((hash, ids) => {
        if (removed.size > 0) grown.add(hash);
        writeTerm(hash, ids);
      });
      for (const hash of removed.keys()) if (!grown.has(hash)) writeTerm(hash, []);
      clear();
    },
    forget() {
      clear();
      // What was written may have been taken back.
      named.clear();
    },
    rest() {
      if (added.isEmpty()) added.shrink();
      named.clear();
    },
  };
}
