/** Where the brain of a home listens: in the home, unless its path is too long for a socket. */
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../brain/shared/result.ts';

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, with the final zero. */
const MAX_SOCKET_PATH_BYTES = 100;

/** A short name for a home, the same however its path is spelled. */
export function homeHash(home: string): string {
  let real = home;
  try {
    real = realpathSync.native(home);
  } catch (thrown) {
    // A home that does not exist yet has no other spelling.
    if (codeOf(thrown) !== 'ENOENT') throw thrown;
  }
  const name = process.platform === 'win32' ? real.toLowerCase() : real;
  return createHash('sha256').update(name).digest('hex').slice(0, 16);
}

function runtimeFolders(): readonly string[] {
  const session = process.env.XDG_RUNTIME_DIR;
  const own = join(tmpdir(), `connectome-${process.getuid?.() ?? 'user'}`);
  return session ? [session, own] : [own];
}

/**
 * Every place where this home's brain may listen, the one for a new brain first. There are two for
 * a long path because a desktop session knows `XDG_RUNTIME_DIR` and a remote shell may not.
 */
export function socketPaths(home: string): readonly string[] {
  if (process.platform === 'win32') return [`\\\\.\\pipe\\connectome-${homeHash(home)}`];
  const inHome = join(home, 'brain.sock');
  if (Buffer.byteLength(inHome) <= MAX_SOCKET_PATH_BYTES) return [inHome];
  return runtimeFolders()
    .map((folder) => join(folder, `connectome-${homeHash(home)}.sock`))
    .filter((path) => Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES);
}

/**
 * Makes the runtime folder of a long home's socket, for the owner alone. Throws when somebody
 * else made it first: the temp folder belongs to everybody.
 */
export function prepareSocketFolder(path: string): void {
  const folder = join(tmpdir(), `connectome-${process.getuid?.() ?? 'user'}`);
  if (process.platform === 'win32' || !path.startsWith(`${folder}/`)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to somebody else; remove it or set XDG_RUNTIME_DIR.`);
  }
  if ((found.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}
