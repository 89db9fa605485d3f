import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Whole, or in pieces where it is too large for the memory. */
export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>;

const datasync = promisify(fdatasync);

/**
 * The few calls that change files, as one small interface: the tests make the n-th of them fail
 * (disk full, power cut) and check what is left behind.
 */
export interface FileOps {
  /** Makes missing folders; `mode` (before the umask) is 0700 where none is given. */
  makeFolder(path: string, mode?: number): Promise<void>;
  /** Creates a file that must not exist, writes it whole and forces it to the disk. */
  writeNew(path: string, data: FileContent, mode: number): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Renames at once where `to` still has `size` bytes; else false. Nothing can be appended between. */
  renameUnchanged(from: string, to: string, size: number): boolean;
  /** Forces a folder's entries to the disk, so that a rename survives a power cut. */
  syncFolder(path: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Removes a folder and all that is in it. */
  removeFolder(path: string): Promise<void>;
  /** Appends at once, in order; starts a new line first where the file ends in a torn one. */
  append(path: string, data: string, mode: number, durable: boolean): void;
  /** Forces what was appended to the disk. */
  sync(path: string): Promise<void>;
}

const NEWLINE = 0x0a;
const APPEND =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

function endsInTornLine(fd: number, size: number): boolean {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(fd, last, 0, 1, size - 1);
  return last[0] !== NEWLINE;
}

export const nodeFileOps: FileOps = {
  async makeFolder(path, mode = 0o700) {
    // Nearly always it is there. Only a look at it is done at once: whatever changes a disk may have to
    // wait for it, and everybody else would wait with it.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    await mkdir(path, { recursive: true, mode });
  },
  async writeNew(path, data, mode) {
    const file = await open(path, 'wx', mode);
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  rename,
  renameUnchanged(from, to, size) {
    if (statSync(to).size !== size) return false;
    renameSync(from, to);
    return true;
  },
  async syncFolder(path) {
    // Windows cannot open folders; NTFS journals renames by itself.
    if (process.platform === 'win32') return;
    const folder = await open(path, constants.O_RDONLY);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
  async remove(path) {
    await rm(path, { force: true });
  },
  async removeFolder(path) {
    await rm(path, { force: true, recursive: true });
  },
  append(path, data, mode, durable) {
    const fd = openSync(path, APPEND, mode);
    try {
      const stats = fstatSync(fd);
      // A pipe would swallow the record, and stand still once it is full.
      if (!stats.isFile()) throw new Error('it is not a regular file');
      const bytes = Buffer.from(endsInTornLine(fd, stats.size) ? `\n${data}` : data);
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
      if (durable) fdatasyncSync(fd);
    } finally {
      closeSync(fd);
    }
  },
  async sync(path) {
    // Windows flushes only what may be written. Opened at once: only the disk is worth a thread.
    const fd = openSync(path, 'r+');
    try {
      await datasync(fd);
    } finally {
      closeSync(fd);
    }
  },
};
