import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';

/** A file, or nothing yet: whoever opens a pipe waits for ever. */
export function isOrdinary(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}

/** Opens a database that nobody but its owner can read, made where there is none. Throws what SQLite throws. */
export function openPrivate(path: string): Database.Database {
  if (!isOrdinary(path)) throw new Error(`${path} is no ordinary file`);
  // SQLite gives its side files the mode of the database.
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  return new Database(path);
}
