/**
 * Reads whole files, and only files. Opening a pipe that nobody writes to waits for ever, and takes
 * one of the few threads that all reading shares; a device may have no end.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Rejects as `readFile` does, with `EISDIR` for a folder, `EINVAL` for a pipe or a device. */
export async function readRegularFile(
  path: string,
  options: { readonly maxBytes?: number } = {},
): Promise<Buffer> {
  const file = await openRegularFile(path, options);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** The same for those who read a part. The caller closes it. */
export async function openRegularFile(
  path: string,
  options: { readonly maxBytes?: number } = {},
): Promise<FileHandle> {
  const file = await open(path, FLAGS);
  try {
    refuse(path, await file.stat(), options.maxBytes);
    return file;
  } catch (thrown) {
    await file.close();
    throw thrown;
  }
}

export function readRegularFileSync(path: string): Buffer {
  const file = openSync(path, FLAGS);
  try {
    refuse(path, fstatSync(file));
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function refuse(path: string, stats: Stats, maxBytes = Number.POSITIVE_INFINITY): void {
  if (stats.isDirectory()) throw problem('EISDIR', `${path} is a folder`);
  if (!stats.isFile()) throw problem('EINVAL', `${path} is not a regular file`);
  if (stats.size > maxBytes) {
    throw problem('EFBIG', `${path} has ${stats.size} bytes, more than ${maxBytes}`);
  }
}

function problem(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
