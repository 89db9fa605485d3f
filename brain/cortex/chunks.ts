/** Chunks as far as they are scored, read once and kept in memory. */
import type Database from 'better-sqlite3';
import type { MemorySource } from '../../protocol/index.ts';
import { createKept } from '../shared/kept.ts';
import { createKeyPages } from './keys.ts';
import type { ChunkRow } from './store.ts';

/**
 * At some 400 bytes each. A chunk never changes and its id is never given again, so that what is kept
 * stays right for as long as the index says that the chunk is there. Half as many always find room: with
 * less than all of a large index they would push each other out, which takes more time, and as garbage
 * more memory, than to keep them.
 */
const MAX_KEPT = 240_000;

/** A chunk as far as it is needed to score it. */
export interface Scorable extends Pick<ChunkRow, 'turn' | 'position' | 'at' | 'words'> {
  readonly id: number;
  readonly file: number;
  readonly source: MemorySource;
  readonly keys: Uint32Array;
}

interface Origin {
  readonly path: string;
  readonly source: MemorySource;
}

export interface Chunks {
  /** Those of these that are in the index, in no order. */
  scorables(ids: readonly number[]): readonly Scorable[];
  /** The file of some of them. */
  originOf(file: number): Origin | undefined;
  /**
   * Reads some chunks behind this id before a search asks for them; undefined when there are no more,
   * else the id to go on from.
   */
  warm(after: number, most: number): number | undefined;
}

type Row = [
  id: number,
  file: number,
  turn: string,
  position: number,
  at: number,
  words: number,
  keys: Uint8Array,
];

export function createChunks(db: Database.Database): Chunks {
  const fileOf = db.prepare<[number], Origin>('SELECT path, source FROM files WHERE id = ?');
  // One statement for many: each run of one costs as much as reading two of its rows.
  const rows = db
    .prepare<[string], Row>(`
      SELECT c.id, c.file, c.turn, c.position, c.at, c.words, c.keys
      FROM json_each(?) wish CROSS JOIN chunks c ON c.id = wish.value`)
    .raw();
  const rowsAfter = db
    .prepare<[number, number], Row>(`
      SELECT id, file, turn, position, at, words, keys FROM chunks
      WHERE id > +? ORDER BY id LIMIT (SELECT ?)`)
    .raw();

  const origins = createKept<number, Origin>(MAX_KEPT);
  function originOf(file: number): Origin | undefined {
    const known = origins.get(file);
    if (known !== undefined) return known;
    const found = fileOf.get(file);
    if (found !== undefined) origins.put(file, found);
    return found;
  }

  const toKeys = createKeyPages();
  const kept = createKept<number, Scorable>(MAX_KEPT);
  function keep([id, file, turn, position, at, words, keys]: Row): Scorable | undefined {
    const source = originOf(file)?.source;
    if (source === undefined) return undefined;
    const chunk = { id, file, turn, position, at, words, keys: toKeys(keys), source };
    kept.put(id, chunk);
    return chunk;
  }

  return {
    originOf,
    scorables(ids) {
      const found: Scorable[] = [];
      const missing: number[] = [];
      for (const id of ids) {
        const known = kept.get(id);
        if (known === undefined) missing.push(id);
        else found.push(known);
      }
      if (missing.length === 0) return found;
      // In the order in which they lie in the file.
      for (const row of rows.all(JSON.stringify(missing.sort((a, b) => a - b)))) {
        const chunk = keep(row);
        if (chunk !== undefined) found.push(chunk);
      }
      return found;
    },
    warm(after, most) {
      const read = rowsAfter.all(after, most);
      for (const row of read) if (kept.get(row[0]) === undefined) keep(row);
      return read.at(-1)?.[0];
    },
  };
}
