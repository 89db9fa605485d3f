/**
 * Vectors of chunks by the hash of their text, in a file of their own (`cortex/vectors.db`), so that
 * they outlive the index: making them again costs minutes. Derived; a file that cannot be read, or is
 * of another version, is deleted.
 *
 * A vector is kept in bytes: one per number, and one factor for all (a quarter of the memory, and an
 * error far below what two texts differ by).
 */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import { openPrivate } from '../private-database.ts';
import type { Spread } from './standing-out.ts';

const VERSION = 1;
const schema = `
  CREATE TABLE vectors (
    model TEXT NOT NULL,
    hash TEXT NOT NULL,
    factor REAL NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (model, hash)
  ) WITHOUT ROWID;
`;

export interface Vectors {
  /** Notes that these are in the index, and says which have no vector of this model. */
  missing(model: string, hashes: readonly string[]): readonly string[];
  /** Vectors of length 1. One of another length than the model's first is left out. */
  add(
    model: string,
    items: readonly { readonly hash: string; readonly vector: Float32Array }[],
  ): void;
  /** Hashes with their cosines, best first, and how all cosines lie. */
  nearest(
    model: string,
    vector: Float32Array,
    count: number,
  ): { readonly found: readonly (readonly [string, number])[]; readonly spread: Spread };
  /** Drops other models' vectors and those that nobody asked about since the last sweep. */
  sweep(model: string): number;
  close(): void;
}

interface Row {
  readonly hash: string;
  readonly factor: number;
  readonly bytes: Int8Array;
}

export function openVectors(path: string): Vectors {
  const db = openOrMakeAnew(path);
  const readAll = db.prepare<[string], { hash: string; factor: number; bytes: Buffer }>(
    'SELECT hash, factor, bytes FROM vectors WHERE model = ?',
  );
  const insert = db.prepare<[string, string, number, Buffer]>(
    'INSERT OR REPLACE INTO vectors (model, hash, factor, bytes) VALUES (?, ?, ?, ?)',
  );
  const remove = db.prepare<[string, string]>('DELETE FROM vectors WHERE model = ? AND hash = ?');
  const removeOthers = db.prepare<[string]>('DELETE FROM vectors WHERE model <> ?');

  /** All vectors of the model that was asked for last. */
  let held: { readonly model: string; readonly rows: Map<string, Row> } | undefined;
  let asked = new Set<string>();

  function rowsOf(model: string): Map<string, Row> {
    if (held?.model === model) return held.rows;
    const rows = new Map<string, Row>();
    for (const { hash, factor, bytes } of readAll.iterate(model)) {
      rows.set(hash, { hash, factor, bytes: new Int8Array(bytes) });
    }
    held = { model, rows };
    asked = new Set();
    return rows;
  }

  return {
    missing(model, hashes) {
      const rows = rowsOf(model);
      for (const hash of hashes) asked.add(hash);
      return hashes.filter((hash) => !rows.has(hash));
    },
    add(model, items) {
      const rows = rowsOf(model);
      const length = [...rows.values()][0]?.bytes.length ?? items[0]?.vector.length;
      db.transaction(() => {
        for (const { hash, vector } of items) {
          if (vector.length !== length) continue;
          const row = inBytes(hash, vector);
          rows.set(hash, row);
          insert.run(model, hash, row.factor, Buffer.from(row.bytes.buffer));
        }
      })();
    },
    nearest(model, vector, count) {
      const found: [string, number][] = [];
      let enough = Number.NEGATIVE_INFINITY;
      let least = Number.POSITIVE_INFINITY;
      let [all, total, squares] = [0, 0, 0];
      for (const { hash, factor, bytes } of rowsOf(model).values()) {
        if (bytes.length !== vector.length) continue;
        const cosine = dot(vector, bytes) * factor;
        all += 1;
        total += cosine;
        squares += cosine * cosine;
        least = Math.min(least, cosine);
        if (cosine <= enough) continue;
        found.push([hash, cosine]);
        // Sorted now and then rather than at every one.
        if (found.length < count * 4) continue;
        cut(found, count);
        enough = found.at(-1)?.[1] ?? enough;
      }
      cut(found, count);
      const mean = total / all;
      const deviation = Math.sqrt(Math.max(0, squares / all - mean * mean));
      return { found, spread: { count: all, least, mean, deviation } };
    },
    sweep(model) {
      const rows = rowsOf(model);
      const gone = [...rows.keys()].filter((hash) => !asked.has(hash));
      db.transaction(() => {
        removeOthers.run(model);
        for (const hash of gone) remove.run(model, hash);
      })();
      for (const hash of gone) rows.delete(hash);
      asked = new Set();
      return gone.length;
    },
    close: () => void db.close(),
  };
}

function openOrMakeAnew(path: string): Database.Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    return open(path);
  } catch {
    // Torn, or of another version: everything in it can be made again.
    for (const suffix of ['', '-wal', '-shm', '-journal'])
      rmSync(`${path}${suffix}`, { force: true });
    return open(path);
  }
}

function open(path: string): Database.Database {
  const db = openPrivate(path);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    const version = db.pragma('user_version', { simple: true });
    if (version === 0) {
      db.exec(schema);
      db.pragma(`user_version = ${VERSION}`);
    } else if (version !== VERSION) throw new Error(`version ${String(version)}`);
    return db;
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

function inBytes(hash: string, vector: Float32Array): Row {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const factor = largest / 127;
  return { hash, factor, bytes: Int8Array.from(vector, (value) => Math.round(value / factor)) };
}

function dot(vector: Float32Array, bytes: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 1) sum += (vector[at] ?? 0) * (bytes[at] ?? 0);
  return sum;
}

function cut(found: [string, number][], count: number): void {
  found.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  found.length = Math.min(found.length, count);
}
