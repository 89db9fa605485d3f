/**
 * Which chunks hold a term: of each term the ids of its chunks, in pieces. What changes is gathered in
 * memory until the commit, when each list that grew or shrank is written once, at its end or where an id
 * was taken out.
 */
import type Database from 'better-sqlite3';
import { hashesIn, hashTerm } from './keys.ts';
import { type Piece, packIds, unpackIds } from './packed-ids.ts';
import type { ChunkTerms } from './store.ts';

export interface Postings {
  /** Chunks come with ascending ids. */
  add(chunk: number, terms: ChunkTerms): void;
  /** `keys` are those that the chunk was added with. */
  remove(chunk: number, keys: Uint8Array): void;
  write(): void;
  /** Forgets what is not written yet. */
  forget(): void;
}

/** What became of a term since the last writing. */
interface Change {
  /** Unknown where chunks were only removed. */
  term: string | undefined;
  readonly added: number[];
  readonly removed: number[];
}

export function createPostings(db: Database.Database): Postings {
  const changes = new Map<number, Change>();
  function changeOf(hash: number): Change {
    let change = changes.get(hash);
    if (change === undefined) {
      change = { term: undefined, added: [], removed: [] };
      changes.set(hash, change);
    }
    return change;
  }
  function note(chunk: number, term: string): void {
    const change = changeOf(hashTerm(term));
    change.term ??= term;
    // A term that the chunk holds several times.
    if (change.added.at(-1) !== chunk) change.added.push(chunk);
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
  const count = db.prepare<[number, number]>('UPDATE terms SET chunks = chunks + ? WHERE hash = ?');
  const putTerm = db.prepare<[number, string, number]>(
    'INSERT INTO terms (hash, term, chunks) VALUES (?, ?, ?)',
  );
  const deleteUnheld = db.prepare<[number]>('DELETE FROM terms WHERE hash = ? AND chunks <= 0');

  function put(hash: number, ids: ArrayLike<number>): void {
    for (const [first, steps] of packIds(ids)) putPiece.run(hash, first, steps);
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

  return {
    add(chunk, { heading, text, times }) {
      for (const { term } of heading) note(chunk, term);
      for (const { term } of text) note(chunk, term);
      for (const term of times) note(chunk, term);
    },
    remove(chunk, keys) {
      for (const hash of hashesIn(keys)) changeOf(hash).removed.push(chunk);
    },
    write() {
      // In the order in which they lie in the file.
      for (const hash of [...changes.keys()].sort((a, b) => a - b)) {
        const { term, added, removed } = changeOf(hash);
        if (added.length > 0) append(hash, added);
        for (const id of removed) take(hash, id);
        const by = added.length - removed.length;
        const known = count.run(by, hash).changes > 0;
        if (!known && term !== undefined) putTerm.run(hash, term, by);
        if (by <= 0) deleteUnheld.run(hash);
      }
      changes.clear();
    },
    forget() {
      changes.clear();
    },
  };
}
