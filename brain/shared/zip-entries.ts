/** The files of a zip archive that came from outside: nothing in it is believed. */
import type { Readable } from 'node:stream';
import { type Entry, openPromise } from 'yauzl';
import { say } from './say.ts';
import { ToldError } from './told-error.ts';

export interface ZipLimits {
  readonly entries: number;
  readonly entryBytes: number;
  readonly unpackedBytes: number;
}

export interface ZipEntry {
  readonly name: string;
  /** Bytes when unpacked; reading fails when it is not true. */
  readonly bytes: number;
  open(): Promise<Readable>;
}

/**
 * Goes through the archive at `path`; folders and links are left out. Throws with a sentence for people
 * when it is not a zip file, is encrypted, too large when unpacked, or has a name that leads out of it.
 */
export async function* zipEntries(path: string, limits: ZipLimits): AsyncGenerator<ZipEntry> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  let unpacked = 0;
  try {
    if (zip.entryCount > limits.entries) throw new ToldError(say('archive.tooMany'));
    for await (const entry of zip.eachEntry()) {
      const { fileName: name, uncompressedSize: bytes } = entry;
      if (name.endsWith('/') || isLink(entry)) continue;
      unpacked += bytes;
      if (bytes > limits.entryBytes || unpacked > limits.unpackedBytes) {
        throw new ToldError(say('archive.unpackedTooLarge', { name }));
      }
      yield { name, bytes, open: () => zip.openReadStreamPromise(entry) };
    }
  } finally {
    zip.close();
  }
}

export async function bytesOf(entry: ZipEntry): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of (await entry.open()) as AsyncIterable<Uint8Array>) parts.push(part);
  return Buffer.concat(parts);
}

/** A symbolic link, by the Unix mode that the archive names. */
function isLink(entry: Entry): boolean {
  return ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}
