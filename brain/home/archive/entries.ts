/** The entries of an archive that came from outside: nothing in it is believed. */
import type { Readable } from 'node:stream';
import { type Entry, openPromise } from 'yauzl';
import { type Place, placeOf } from './format.ts';

/** More than any mind has; a crafted archive must not fill the disk or take hours. */
const MAX_ENTRIES = 500_000;
/** Each is held in the memory while it is looked at. */
const MAX_ENTRY_BYTES = 128 * 1024 ** 2;
const MAX_UNPACKED_BYTES = 8 * 1024 ** 3;

export interface ArchiveEntry {
  readonly name: string;
  readonly place: Place;
  /** Bytes when unpacked; reading fails when it is not true. */
  readonly bytes: number;
  open(): Promise<Readable>;
}

/**
 * Goes through the archive at `path`. Throws with a sentence for people when it is not a zip file,
 * is encrypted, too large when unpacked, or has a name that leads out of it.
 */
export async function* archiveEntries(path: string): AsyncGenerator<ArchiveEntry> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  let unpacked = 0;
  try {
    if (zip.entryCount > MAX_ENTRIES) throw new Error('The archive has too many files.');
    for await (const entry of zip.eachEntry()) {
      const { fileName: name, uncompressedSize: bytes } = entry;
      if (name.endsWith('/') || isLink(entry)) continue;
      unpacked += bytes;
      if (bytes > MAX_ENTRY_BYTES || unpacked > MAX_UNPACKED_BYTES) {
        throw new Error(`The archive is too large when unpacked ("${name}").`);
      }
      yield { name, place: placeOf(name), bytes, open: () => zip.openReadStreamPromise(entry) };
    }
  } finally {
    zip.close();
  }
}

/** A symbolic link, by the Unix mode that the archive names. */
function isLink(entry: Entry): boolean {
  return ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
}
