/** The entries of a mind's archive, with what each is in a mind. */
import { type ZipEntry, zipEntries } from '../../shared/zip-entries.ts';
import { type Place, placeOf } from './format.ts';

/** More than any mind has; a crafted archive must not fill the disk or take hours. */
const limits = {
  entries: 500_000,
  /** Each is held in the memory while it is looked at. */
  entryBytes: 128 * 1024 ** 2,
  unpackedBytes: 8 * 1024 ** 3,
};

export interface ArchiveEntry extends ZipEntry {
  readonly place: Place;
}

/** Throws with a sentence for people when the archive cannot be used. */
export async function* archiveEntries(path: string): AsyncGenerator<ArchiveEntry> {
  for await (const entry of zipEntries(path, limits))
    yield { ...entry, place: placeOf(entry.name) };
}
