import type { ArchiveResult } from '../../../protocol/index.ts';
import type { ImportResult } from '../../home/index.ts';
import { spoken } from '../../shared/say.ts';
import type { Methods } from '../dispatcher.ts';
import { fail } from '../errors.ts';
import type { Parts } from '../parts.ts';

type ArchiveMethods = Pick<
  Methods,
  | 'archive.create'
  | 'archive.read'
  | 'archive.put'
  | 'archive.review'
  | 'archive.file'
  | 'archive.import'
>;

/** A mind that travels: out as one file and in again. */
export function archiveMethods({ archives }: Pick<Parts, 'archives'>): ArchiveMethods {
  return {
    async 'archive.create'() {
      const made = await archives.create();
      return made.ok ? made.value : fail(made.error.code, made.error.message);
    },
    async 'archive.read'({ archiveId, offset }) {
      const read = await archives.read(archiveId, offset);
      if (!read.ok) return fail(read.error.code, read.error.message);
      const { data, totalBytes } = read.value;
      return { data: data.toString('base64'), totalBytes };
    },
    async 'archive.put'({ archiveId, data, offset, totalBytes }) {
      const piece = { offset, totalBytes, data: Buffer.from(data, 'base64') };
      const put = await archives.put(archiveId, piece);
      return put.ok ? put.value : fail(put.error.code, put.error.message);
    },
    async 'archive.review'({ archiveId }) {
      const reviewed = await archives.review(archiveId);
      return reviewed.ok
        ? shown(reviewed.value)
        : fail(reviewed.error.code, reviewed.error.message);
    },
    async 'archive.file'({ archiveId, path }) {
      const found = await archives.file(archiveId, path);
      if (!found.ok) return fail(found.error.code, found.error.message);
      const { bytes, text, before, cut } = found.value;
      return {
        bytes,
        cut,
        ...(text !== undefined && { text }),
        ...(before !== undefined && { before }),
      };
    },
    async 'archive.import'({ archiveId, replace = false }) {
      const done = await archives.import(archiveId, { replace });
      return done.ok ? shown(done.value) : fail(done.error.code, done.error.message);
    },
  };
}

function shown({ manifest, added, changed, same, refused }: ImportResult): ArchiveResult {
  return {
    at: manifest.at,
    program: manifest.program,
    added: [...added],
    changed: [...changed],
    same,
    refused: refused.map(({ path, reason }) => ({ path, ...spoken({ reason }) })),
  };
}
