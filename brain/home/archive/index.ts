/**
 * A mind that travels: the workspace and its attachments as one archive, out and in again.
 *
 * Takes pieces of archives from clients; gives reviews (what would an import change?) and imports.
 * Must always hold: nothing of the owner is overwritten unless he said so, and then a copy goes to
 * the trash; no entry leads out of the workspace; no secret and no setting is in an archive.
 */
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HomePaths } from '../../shared/home.ts';
import { isSafeId, newId } from '../../shared/ids.ts';
import { createQueue } from '../../shared/queue.ts';
import { ok, type Result } from '../../shared/result.ts';
import { say } from '../../shared/say.ts';
import { type Clock, isoLocal, localDate } from '../../shared/time.ts';
import { sentenceOfThrown } from '../../shared/told-error.ts';
import { type Storage, StorageError } from '../../storage/index.ts';
import { failure, type WorkspaceFileError } from '../inside-workspace.ts';
import { collectMind } from './collect.ts';
import { ARCHIVE_VERSION } from './format.ts';
import { type ImportedSessions, type ImportResult, importArchive } from './import.ts';
import { type ArchivedFile, lookInto } from './look.ts';
import { type ArchivePiece, beginUpload, type Upload } from './uploads.ts';

export type { ImportedSessions, ImportResult } from './import.ts';
export type { ArchivedFile } from './look.ts';

type Answer<T> = Result<T, WorkspaceFileError>;

export interface ArchiveInfo {
  readonly archiveId: string;
  /** A file name to offer. */
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}

export interface MindArchives {
  /** Packs the mind as it is now. The archive before it is removed. */
  create(): Promise<Answer<ArchiveInfo>>;
  /** At most 4 MiB from `offset`; empty at the end. */
  read(
    archiveId: string,
    offset: number,
  ): Promise<Answer<{ readonly data: Buffer; readonly totalBytes: number }>>;
  /** The first piece comes without `archiveId`. */
  put(
    archiveId: string | undefined,
    piece: ArchivePiece,
  ): Promise<Answer<{ readonly archiveId: string; readonly receivedBytes: number }>>;
  /** What an import would do; changes nothing. */
  review(archiveId: string): Promise<Answer<ImportResult>>;
  /** One file of an archive that was sent, by its path in it. */
  file(archiveId: string, path: string): Promise<Answer<ArchivedFile>>;
  /**
   * Takes in what is new. What is here and differs stays as it is, or with `replace` is replaced
   * and a copy of it kept in the trash.
   */
  import(archiveId: string, options: { readonly replace: boolean }): Promise<Answer<ImportResult>>;
  /** Throws away what is on its way in or out. */
  discard(): Promise<void>;
  /** Gives up an upload that is not whole: nobody will finish it. */
  close(): void;
}

const PIECE_BYTES = 4 * 1024 * 1024;

export function createMindArchives(deps: {
  readonly paths: HomePaths;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly version: string;
  readonly sessions: ImportedSessions;
  /** Told the absolute paths of all files that an import wrote. */
  readonly onImported: (paths: readonly string[]) => void;
}): MindArchives {
  const { paths, storage, clock, sessions } = deps;
  const fileOf = (archiveId: string): string => join(paths.archives, `${archiveId}.zip`);
  let made: string | undefined;
  /** One after the other: of what is being packed while something is forgotten, nothing may be left. */
  const packing = createQueue();
  let upload: { readonly archiveId: string; readonly upload: Upload } | undefined;

  const isHere = (archiveId: string): boolean =>
    upload?.archiveId === archiveId && upload.upload.isWhole;

  async function onUpload(archiveId: string, replace: boolean | undefined) {
    if (!isHere(archiveId)) return failure('not_found', say('archive.sendAgain'));
    const review = { paths, storage, clock, sessions, replace: undefined, onWritten: () => {} };
    const written: string[] = [];
    try {
      // Looked through as a whole first: a damaged one must not be found out half way.
      const reviewed = await importArchive(fileOf(archiveId), review);
      if (replace === undefined) return ok(reviewed);
      const onWritten = (path: string): void => void written.push(path);
      return ok(await importArchive(fileOf(archiveId), { ...review, replace, onWritten }));
    } catch (thrown) {
      if (thrown instanceof StorageError) return failure('unavailable', thrown.sentence);
      return failure('denied', say('archive.unusable', { why: sentenceOfThrown(thrown) }));
    } finally {
      // Also what was written before the disk was full.
      if (written.length > 0) deps.onImported(written);
    }
  }

  return {
    create: () =>
      packing.run(async () => {
        const archiveId = newId('u');
        const at = clock.now();
        const manifest = { v: ARCHIVE_VERSION, at: isoLocal(at), program: deps.version };
        try {
          if (made !== undefined) await storage.remove(fileOf(made));
          const { files, content } = await collectMind(paths, manifest);
          await storage.write(fileOf(archiveId), content);
          made = archiveId;
          const { size: bytes } = await stat(fileOf(archiveId));
          return ok({ archiveId, name: `connectome-mind-${localDate(at)}.zip`, files, bytes });
        } catch (thrown) {
          return failure('unavailable', sentenceOfThrown(thrown));
        }
      }),

    async read(archiveId, offset) {
      if (archiveId !== made || !isSafeId(archiveId)) {
        return failure('not_found', say('archive.makeAgain'));
      }
      const file = await open(fileOf(archiveId), 'r');
      try {
        const { size: totalBytes } = await file.stat();
        const data = Buffer.alloc(Math.max(0, Math.min(PIECE_BYTES, totalBytes - offset)));
        const { bytesRead } = await file.read(data, 0, data.length, offset);
        return ok({ data: data.subarray(0, bytesRead), totalBytes });
      } finally {
        await file.close();
      }
    },

    async put(archiveId, piece) {
      if (archiveId === undefined) {
        // One at a time: an owner has one mind to bring.
        const former = upload;
        former?.upload.abandon();
        if (former?.upload.isWhole === true) await storage.remove(fileOf(former.archiveId));
        const id = newId('u');
        const begun = beginUpload(fileOf(id), piece.totalBytes, storage);
        if (!begun.ok) return failure('too_large', say('archive.tooLarge'));
        upload = { archiveId: id, upload: begun.value };
      } else if (archiveId !== upload?.archiveId) {
        return failure('not_found', say('archive.beginAnew'));
      }
      const current = upload;
      if (current === undefined) return failure('not_found', say('archive.beginAnew'));
      try {
        const taken = await current.upload.put(piece);
        if (!taken.ok) return failure('conflict', say('archive.wrongPiece'));
      } catch (thrown) {
        return failure('unavailable', sentenceOfThrown(thrown));
      }
      const { receivedBytes } = current.upload;
      return ok({ archiveId: current.archiveId, receivedBytes });
    },

    review: (archiveId) => onUpload(archiveId, undefined),

    async file(archiveId, path) {
      if (!isHere(archiveId)) return failure('not_found', say('archive.sendAgain'));
      try {
        const found = await lookInto(fileOf(archiveId), path, paths);
        return found === undefined ? failure('not_found', say('file.none', { path })) : ok(found);
      } catch (thrown) {
        return failure('denied', say('archive.unusable', { why: sentenceOfThrown(thrown) }));
      }
    },

    async import(archiveId, { replace }) {
      const done = await onUpload(archiveId, replace);
      if (done.ok) {
        await storage.remove(fileOf(archiveId));
        upload = undefined;
      }
      return done;
    },

    discard: () =>
      packing.run(async () => {
        const ids = [made, upload?.archiveId].filter((id) => id !== undefined);
        upload?.upload.abandon();
        upload = undefined;
        made = undefined;
        for (const id of ids) await storage.remove(fileOf(id));
      }),

    close: () => upload?.upload.abandon(),
  };
}
