import { chmodSync, closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Opens a database that nobody but its owner can read, made where there is none. Throws what SQLite throws. */
export function openPrivate(path: string): Database.Database {
  // SQLite gives its side files the mode of the database.
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  return new Database(path);
}
