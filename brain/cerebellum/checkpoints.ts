/**
 * What files held before a turn changed them, so that it can be undone: content under its hash in
 * `checkpoints/` of the home, the oldest out first; that of a private session inside its own folder,
 * so that it goes with it. Beside it a proof of every change: a transcript may come from elsewhere and
 * say anything, but what is here was put here by the tools of this home.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readableNames } from '../shared/folder.ts';
import type { HomePaths } from '../shared/home.ts';
import { hashOf, isPrivateSession } from '../shared/ids.ts';
import { readRegularFile } from '../shared/regular-file.ts';
import { codeOf } from '../shared/result.ts';
import type { Storage } from '../storage/index.ts';

/** What is kept at most, in bytes; a single file that is larger cannot be edited anyway. */
const MAX_BYTES = 512 * 1024 * 1024;
/** Room is made down to this part of it, not for one file at a time. */
const AFTER_CLEARING = 0.8;

export interface Checkpoints {
  /** Throws `StorageError` where it cannot be kept: then the file must not be changed. */
  keep(sessionId: string, content: Uint8Array): Promise<void>;
  /** Undefined where it is not kept (any more). */
  get(sessionId: string, hash: string): Promise<Buffer | undefined>;
  /** Remembers that a tool of this home made this change. Throws as `keep` does. */
  prove(sessionId: string, change: ProvenChange): Promise<void>;
  proven(sessionId: string, change: ProvenChange): Promise<boolean>;
  /** The same for all that one command moved, in one piece. */
  proveMoves(sessionId: string, moves: readonly ProvenMove[]): Promise<void>;
  movesProven(sessionId: string, moves: readonly ProvenMove[]): Promise<boolean>;
}

/** A file that a command moved. */
export interface ProvenMove {
  readonly toolCallId: string;
  readonly path: string;
  readonly from: string;
  readonly stamp: string;
}

/** The change as a move, where it is one. */
export function movedOf(change: Partial<ProvenMove>): readonly ProvenMove[] {
  const { toolCallId, path, from, stamp } = change;
  if (toolCallId === undefined || path === undefined) return [];
  return from === undefined || stamp === undefined ? [] : [{ toolCallId, path, from, stamp }];
}

function proofOfMoves(moves: readonly ProvenMove[]): Buffer {
  const lines = moves.map(({ toolCallId, path, from, stamp }) =>
    JSON.stringify([toolCallId, from, path, stamp]),
  );
  return Buffer.from(`connectome:moves v1\n${lines.join('\n')}\n`);
}

/** One change of one file by one call; hashes, absent where there is no file. */
export interface ProvenChange {
  readonly toolCallId: string;
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

function proofOf({ toolCallId, path, before = '', after = '' }: ProvenChange): Buffer {
  return Buffer.from(
    `connectome:change v1\n${JSON.stringify([toolCallId, path, before, after])}\n`,
  );
}

export function createCheckpoints(
  paths: HomePaths,
  storage: Storage,
  maxBytes: number = MAX_BYTES,
): Checkpoints {
  /** Bytes in each folder, once it was looked at. */
  const sizes = new Map<string, number>();

  const folderOf = (sessionId: string): string =>
    isPrivateSession(sessionId)
      ? join(paths.privateSessions, sessionId, 'checkpoints')
      : paths.checkpoints;

  async function clear(folder: string): Promise<void> {
    const files = await listed(folder);
    let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total > maxBytes) {
      for (const { path, bytes } of files.toSorted((a, b) => a.at - b.at)) {
        if (total <= maxBytes * AFTER_CLEARING) break;
        await storage.remove(path);
        total -= bytes;
      }
    }
    sizes.set(folder, total);
  }

  async function keep(sessionId: string, content: Uint8Array): Promise<void> {
    const folder = folderOf(sessionId);
    // Written anew where it is there already: what was needed last goes last.
    await storage.write(join(folder, hashOf(content)), content);
    const known = sizes.get(folder);
    if (known === undefined || known + content.length > maxBytes) await clear(folder);
    else sizes.set(folder, known + content.length);
  }

  const isThere = async (sessionId: string, content: Buffer): Promise<boolean> =>
    (await sizeOf(join(folderOf(sessionId), hashOf(content)))) !== undefined;

  return {
    keep,
    async get(sessionId, hash) {
      const content = await read(join(folderOf(sessionId), hash));
      // A damaged copy must not be put in place of a good file.
      return content !== undefined && hashOf(content) === hash ? content : undefined;
    },
    prove: (sessionId, change) => keep(sessionId, proofOf(change)),
    proven: (sessionId, change) => isThere(sessionId, proofOf(change)),
    proveMoves: (sessionId, moves) => keep(sessionId, proofOfMoves(moves)),
    movesProven: (sessionId, moves) => isThere(sessionId, proofOfMoves(moves)),
  };
}

async function read(path: string): Promise<Buffer | undefined> {
  try {
    return await readRegularFile(path);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

async function sizeOf(path: string): Promise<{ bytes: number; at: number } | undefined> {
  try {
    const { size, mtimeMs } = await stat(path);
    return { bytes: size, at: mtimeMs };
  } catch {
    // Gone, or not readable: then it is of no use either.
    return undefined;
  }
}

async function listed(folder: string) {
  const names = await readableNames(folder);
  const files = await Promise.all(
    names
      .filter((name) => /^[0-9a-f]{64}$/.test(name))
      .map(async (name) => {
        const path = join(folder, name);
        const found = await sizeOf(path);
        return found === undefined ? [] : [{ path, ...found }];
      }),
  );
  return files.flat();
}
