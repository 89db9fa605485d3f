/** An archive on its way in: pieces in order, straight to the disk. */
import { PassThrough } from 'node:stream';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Storage } from '../../storage/index.ts';

/** Largest archive in bytes. */
const MAX_ARCHIVE_BYTES = 4 * 1024 ** 3;

export interface ArchivePiece {
  readonly offset: number;
  readonly totalBytes: number;
  readonly data: Uint8Array;
}

export interface Upload {
  readonly receivedBytes: number;
  readonly isWhole: boolean;
  /** Takes the next piece; resolves when it was taken, the last one when the file is whole. */
  put(piece: ArchivePiece): Promise<Result<void, 'conflict'>>;
  /** Forgets what came so far. */
  abandon(): void;
}

/** Begins a file at `path`; nothing is there until its last piece has come. */
export function beginUpload(
  path: string,
  totalBytes: number,
  storage: Storage,
): Result<Upload, 'too_large'> {
  if (totalBytes > MAX_ARCHIVE_BYTES) return err('too_large');
  const pieces = new PassThrough();
  // An upload that is given up before anybody reads it is no error of the program.
  pieces.on('error', () => {});
  const written = storage.write(path, pieces);
  // Awaited with the last piece; an upload that nobody finishes fails on its own.
  written.catch(() => {});
  let receivedBytes = 0;
  let isWhole = false;

  async function take(data: Uint8Array): Promise<void> {
    const drained = Promise.withResolvers<void>();
    if (pieces.write(data)) drained.resolve();
    else pieces.once('drain', drained.resolve);
    // A full disk ends the writing: the room that is waited for never comes.
    await Promise.race([drained.promise, written]);
  }

  return ok({
    get receivedBytes() {
      return receivedBytes;
    },
    get isWhole() {
      return isWhole;
    },
    async put({ offset, totalBytes: total, data }) {
      const isNext = offset === receivedBytes && total === totalBytes && !isWhole;
      if (!isNext || receivedBytes + data.length > totalBytes) return err('conflict');
      receivedBytes += data.length;
      await take(data);
      if (receivedBytes === totalBytes) {
        pieces.end();
        await written;
        isWhole = true;
      }
      return ok(undefined);
    },
    abandon() {
      pieces.destroy(new Error('the upload was abandoned'));
    },
  });
}
