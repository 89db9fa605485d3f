/**
 * The one module that writes files of the mind.
 *
 * Takes paths and whole contents; gives files that are either the old or the new version after any
 * crash (temp file, fsync, rename, fsync of the folder), with one queue per path, and journals whose
 * appends are whole records. Every failure is a `StorageError` with a sentence for people.
 */
import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { createQueues } from '../shared/queue.ts';
import { readRegularFile } from '../shared/regular-file.ts';
import { codeOf, messageOf } from '../shared/result.ts';
import { type Sentence, say } from '../shared/say.ts';
import { ToldError } from '../shared/told-error.ts';
import { type FileContent, type FileOps, nodeFileOps } from './file-ops.ts';
import { NAME_KEPT, removeLeftovers, removeLeftoversOf } from './leftovers.ts';

export { type FileContent, type FileOps, nodeFileOps } from './file-ops.ts';

/** Readable by the owner only: the default for everything in the home. */
export const PRIVATE_FILE = 0o600;

export class StorageError extends ToldError {
  override readonly name = 'StorageError';
  readonly path: string;
  readonly code: string;

  constructor(path: string, cause: unknown) {
    const code = codeOf(cause) ?? 'UNKNOWN';
    super(explain(path, code, messageOf(cause)), { cause });
    this.path = path;
    this.code = code;
  }
}

function explain(path: string, code: string, why: string): Sentence {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return say('disk.full', { path });
    case 'EACCES':
    case 'EPERM':
      return say('disk.permission', { path });
    case 'EROFS':
      return say('disk.readOnly', { path });
    case 'ENAMETOOLONG':
      return say('disk.longPath', { path });
    default:
      return say('disk.unwritable', { path, why });
  }
}

export interface Storage {
  /** UTF-8 text, or undefined when there is no such file. Throws `StorageError` on anything else. */
  read(path: string): Promise<string | undefined>;
  /** Replaces the file as a whole; where the content ends in an error, the old file stays. */
  write(path: string, content: FileContent, mode?: number): Promise<void>;
  /**
   * Reads, changes and writes a text file inside its queue, so that no other writer of this process
   * comes between. `change` gets undefined for a missing file and returns undefined to leave it.
   */
  update(
    path: string,
    change: (current: string | undefined) => string | undefined | Promise<string | undefined>,
    mode?: number,
  ): Promise<void>;
  /**
   * Like `update`, for a file that may be appended to meanwhile: nothing appended is lost. `change` is
   * asked again when the file has grown; `replaced` is called in the same moment as the new file is
   * there. A missing file is left alone.
   */
  rewrite(
    path: string,
    change: (current: string) => string | undefined,
    replaced?: (text: string) => void,
  ): Promise<void>;
  /**
   * Appends a record that ends in a newline, at once and in call order. The folder must exist.
   * `durable` waits for the disk, and everything else waits with it (milliseconds on a busy one).
   */
  append(path: string, record: string, options?: { readonly durable?: boolean }): void;
  /** Resolves when what was appended so far is on the disk. A file that is gone keeps nothing. */
  sync(path: string): Promise<void>;
  /** `mode` (before the umask) is for folders of the owner's projects; ours are 0700. */
  makeFolder(path: string, mode?: number): Promise<void>;
  move(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Removes a folder for good, with all that is in it. */
  removeFolder(path: string): Promise<void>;
  /**
   * Removes the temporary files below `root` that a crash left behind. Only for a start, by the one
   * process that writes there. Never fails: what cannot be removed only takes up space.
   */
  removeLeftovers(root: string): Promise<number>;
  /** The same for one file that nobody is writing, beside it: in the owner's folders nothing else is looked at. */
  removeLeftoversOf(path: string): Promise<number>;
  /** Resolves when every write asked for so far has ended, well or badly. */
  settled(): Promise<void>;
}

/** Whatever goes wrong in `job` is told as trouble with `path`. */
async function told(path: string, job: () => Promise<void>): Promise<void> {
  try {
    await job();
  } catch (cause) {
    throw new StorageError(path, cause);
  }
}

export function createStorage(ops: FileOps = nodeFileOps): Storage {
  /** Jobs of the same path wait for each other. */
  const queues = createQueues();

  async function replace(path: string, content: FileContent, mode: number): Promise<void> {
    const folder = dirname(path);
    const temp = temporaryFor(path);
    try {
      await ops.makeFolder(folder);
      await ops.writeNew(temp, content, mode);
      await ops.rename(temp, path);
      await ops.syncFolder(folder);
    } catch (cause) {
      // The failure that counts is `cause`; leftovers are cleared at the next start.
      await ops.remove(temp).catch(() => {});
      throw new StorageError(path, cause);
    }
  }

  function temporaryFor(path: string): string {
    const name = `.${basename(path).slice(0, NAME_KEPT)}.${randomBytes(6).toString('hex')}.tmp`;
    return join(dirname(path), name);
  }

  async function rewriteGrowing(
    path: string,
    change: (current: string) => string | undefined,
    replaced: (text: string) => void,
  ): Promise<void> {
    const temp = temporaryFor(path);
    try {
      for (;;) {
        const bytes = await readRegularFile(path);
        const next = change(bytes.toString('utf8'));
        if (next === undefined) return;
        await ops.writeNew(temp, next, PRIVATE_FILE);
        if (ops.renameUnchanged(temp, path, bytes.length)) {
          replaced(next);
          await ops.syncFolder(dirname(path));
          return;
        }
        await ops.remove(temp);
      }
    } catch (cause) {
      await ops.remove(temp).catch(() => {});
      if (codeOf(cause) !== 'ENOENT') throw new StorageError(path, cause);
    }
  }

  async function read(path: string): Promise<string | undefined> {
    try {
      return (await readRegularFile(path)).toString('utf8');
    } catch (cause) {
      if (codeOf(cause) === 'ENOENT') return undefined;
      throw new StorageError(path, cause);
    }
  }

  return {
    read,
    write: (path, content, mode = PRIVATE_FILE) =>
      queues.run(path, () => replace(path, content, mode)),
    update: (path, change, mode = PRIVATE_FILE) =>
      queues.run(path, async () => {
        const next = await change(await read(path));
        if (next !== undefined) await replace(path, next, mode);
      }),
    rewrite: (path, change, replaced = () => {}) =>
      queues.run(path, () => rewriteGrowing(path, change, replaced)),
    append(path, record, options) {
      try {
        ops.append(path, record, PRIVATE_FILE, options?.durable ?? false);
      } catch (cause) {
        throw new StorageError(path, cause);
      }
    },
    sync: (path) =>
      queues.run(path, async () => {
        try {
          await ops.sync(path);
        } catch (cause) {
          if (codeOf(cause) !== 'ENOENT') throw new StorageError(path, cause);
        }
      }),
    makeFolder: (path, mode) => told(path, () => ops.makeFolder(path, mode)),
    move: (from, to) =>
      queues.run(from, () =>
        told(from, async () => {
          await ops.makeFolder(dirname(to));
          await ops.rename(from, to);
          await ops.syncFolder(dirname(to));
        }),
      ),
    remove: (path) => queues.run(path, () => told(path, () => ops.remove(path))),
    removeFolder: (path) => queues.run(path, () => told(path, () => ops.removeFolder(path))),
    // Whatever is older than this process was not begun by it.
    removeLeftovers: (root) => removeLeftovers(root, new Date(performance.timeOrigin), ops),
    removeLeftoversOf: (path) => queues.run(path, () => removeLeftoversOf(path, new Date(), ops)),
    settled: queues.settled,
  };
}
