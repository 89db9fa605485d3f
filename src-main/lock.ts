/**
 * One brain per home. Who holds a home is known by an answering socket; `brain.lock` only settles
 * the race of two starters. It is a lock of the operating system (through SQLite, which has it on
 * every platform) and so ends with its process, however that ends. No pid is written or believed.
 */
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { homePaths } from '../brain/shared/home.ts';
import { codeOf, messageOf } from '../brain/shared/result.ts';
import { connectToSocket } from './socket.ts';
import { socketPaths } from './socket-path.ts';

const RETRY_MS = 50;

export interface HomeLock {
  release(): void;
}

export type Claim =
  | { readonly kind: 'held'; readonly lock: HomeLock; readonly socketPath: string }
  /** Another brain answers on its socket. */
  | { readonly kind: 'live'; readonly socketPath: string }
  /** Another process holds the lock, but its socket did not answer in the time given. */
  | { readonly kind: 'silent' };

/** Takes the lock of a home; undefined when another process (or another part of this one) has it. */
async function takeLock(path: string): Promise<HomeLock | undefined> {
  const { default: Database } = await import('better-sqlite3');
  let database: InstanceType<typeof Database> | undefined;
  try {
    database = new Database(path, { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
  } catch (thrown) {
    database?.close();
    if (codeOf(thrown)?.startsWith('SQLITE_BUSY')) return undefined;
    throw new Error(`${path} cannot be locked: ${messageOf(thrown)}`, { cause: thrown });
  }
  const held = database;
  return { release: () => void held.close() };
}

/** The path at which somebody answers for this home. */
async function answeringPath(home: string): Promise<string | undefined> {
  const answered = await connectToSocket(socketPaths(home));
  answered?.socket.destroy();
  return answered?.path;
}

/**
 * Makes the home if needed and claims it. A starter that has the lock but no socket yet, or is
 * just ending, is waited for, at most `waitMs`.
 */
export async function claimHome(home: string, waitMs = 15_000): Promise<Claim> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const [socketPath] = socketPaths(home);
  if (socketPath === undefined) {
    throw new Error('No folder is short enough for the socket; set TMPDIR to a shorter path.');
  }
  for (const deadline = Date.now() + waitMs; ; ) {
    const answering = await answeringPath(home);
    if (answering !== undefined) return { kind: 'live', socketPath: answering };
    const lock = await takeLock(homePaths(home).lock);
    if (lock !== undefined) return { kind: 'held', lock, socketPath };
    if (Date.now() >= deadline) return { kind: 'silent' };
    await sleep(RETRY_MS);
  }
}
