/**
 * What the owner's texts said before: whole versions of a file below `history/<its path>/`, one plain
 * file each, the name tells its number, when the file began to say so, and who wrote it.
 *
 * A history begins when a file is first changed through a window, by the mind, or looked at in the
 * Mind room; from then on every change is kept, whoever makes it. Nothing is kept of what the program
 * writes as journals. Must always hold: a version is the exact bytes; there is no list beside the
 * files, so that no crash can part the two.
 */
import { isUtf8 } from 'node:buffer';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FileVersion } from '../../protocol/index.ts';
import { namesIn } from '../shared/folder.ts';
import type { HomePaths } from '../shared/home.ts';
import { createQueue } from '../shared/queue.ts';
import { readRegularFile } from '../shared/regular-file.ts';
import { codeOf } from '../shared/result.ts';
import { type Clock, fileStamp, isoLocal } from '../shared/time.ts';
import type { Storage } from '../storage/index.ts';

/** Of one file; the oldest go first. */
const MAX_VERSIONS = 50;
/** A larger file has no history, nor has one that is no UTF-8 text. */
const MAX_FILE_BYTES = 1024 * 1024;
/** Of all files together; room is made down to a part of it, not for one version at a time. */
const MAX_BYTES = 64 * 1024 * 1024;
const AFTER_CLEARING = 0.8;

/** What the program appends to by itself. */
const journals = /^(?:corpus|motor|thalamus|basalganglia|hippocampus\/episodes)\//;
const hidden = /(?:^|\/)\./;

/** `00003_2026-11-21_09-05-00.000_window.md` */
const versionName =
  /^(\d{5,})_(\d{4})-(\d\d)-(\d\d)_(\d\d)-(\d\d)-(\d\d)\.(\d{3})_(window|restored|mind|outside)(?:\.\w+)?$/;

export interface FileHistory {
  /** Keeps what the file holds now, unless that is its last version. `path` as in the workspace. */
  keep(path: string, by: FileVersion['by']): Promise<void>;
  /** The same right after a change of ours, also where it was seen and taken for another's in between. */
  keepOwn(path: string, by: FileVersion['by']): Promise<void>;
  /**
   * The same for what has changed behind its back, and never fails. What the mind itself changed
   * begins a history; what others did only continues one, lest a first start copies ten thousand notes.
   */
  follow(paths: readonly string[], by: 'mind' | 'outside'): Promise<void>;
  /** The newest first. */
  list(path: string): Promise<readonly FileVersion[]>;
  read(path: string, versionId: string): Promise<string | undefined>;
  /** Resolves when nothing is being kept any more. */
  settled(): Promise<void>;
}

export interface FileHistoryDeps {
  readonly paths: Pick<HomePaths, 'workspace' | 'history'>;
  readonly storage: Storage;
  readonly clock: Clock;
  /** Told what went wrong where nobody waits for it. */
  readonly onTrouble: (path: string, reason: unknown) => void;
  readonly maxBytes?: number;
}

interface Kept {
  readonly name: string;
  readonly number: number;
  readonly at: Date;
  readonly by: FileVersion['by'];
}

export function createFileHistory(deps: FileHistoryDeps): FileHistory {
  const { paths, storage, clock, maxBytes = MAX_BYTES } = deps;
  /** One after the other: two that look at the same time would keep the same version twice. */
  const queue = createQueue();
  /** Bytes of all versions, once they were counted. */
  let total: number | undefined;

  const folderOf = (path: string): string => join(paths.history, ...path.split('/'));
  const hasHistory = (path: string): boolean => !journals.test(path) && !hidden.test(path);

  async function keptOf(path: string): Promise<readonly Kept[]> {
    const names = hasHistory(path) ? await namesIn(folderOf(path)) : [];
    return names.flatMap(keptFrom).sort((a, b) => a.number - b.number);
  }

  async function keepNow(path: string, by: FileVersion['by'], own = false): Promise<void> {
    if (!hasHistory(path)) return;
    const now = await contentOf(join(paths.workspace, ...path.split('/')));
    if (now === undefined) return;
    const kept = await keptOf(path);
    const last = kept.at(-1);
    if (last !== undefined) {
      const before = await readRegularFile(join(folderOf(path), last.name));
      if (before.equals(now.content)) {
        if (!own || last.by !== 'outside') return;
        const folder = folderOf(path);
        const renamed = last.name.replace(/_outside(?=\.|$)/, `_${by}`);
        return await storage.move(join(folder, last.name), join(folder, renamed));
      }
    }
    const number = String((last?.number ?? 0) + 1).padStart(5, '0');
    // Who edits elsewhere does it before we hear of it.
    const at = by === 'outside' && now.changed < clock.now() ? now.changed : clock.now();
    const name = `${number}_${fileStamp(at)}_${by}${extname(path)}`;
    await storage.write(join(folderOf(path), name), now.content);
    for (const old of kept.slice(0, Math.max(0, kept.length + 1 - MAX_VERSIONS))) {
      await storage.remove(join(folderOf(path), old.name));
    }
    await makeRoom(now.content.length);
  }

  async function makeRoom(added: number): Promise<void> {
    if (total !== undefined && total + added <= maxBytes) {
      total += added;
      return;
    }
    const files = await allVersions(paths.history);
    total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total <= maxBytes) return;
    for (const { path, bytes } of files.toSorted((a, b) => a.at - b.at)) {
      if (total <= maxBytes * AFTER_CLEARING) break;
      await storage.remove(path);
      total -= bytes;
    }
  }

  return {
    keep: (path, by) => queue.run(() => keepNow(path, by)),
    keepOwn: (path, by) => queue.run(() => keepNow(path, by, true)),
    follow: (changed, by) =>
      queue.run(async () => {
        for (const path of changed) {
          try {
            if (by === 'mind' || (await keptOf(path)).length > 0) await keepNow(path, by);
          } catch (thrown) {
            deps.onTrouble(path, thrown);
          }
        }
      }),
    list: (path) =>
      queue.run(async () => {
        const versions = await Promise.all(
          (await keptOf(path)).map(async ({ name, at, by }): Promise<FileVersion> => {
            const { size } = await stat(join(folderOf(path), name));
            return { versionId: name, at: isoLocal(at), by, bytes: size };
          }),
        );
        return versions.reverse();
      }),
    read: (path, versionId) =>
      queue.run(async () => {
        // The name comes from a client: only what is in the list is read.
        const known = (await keptOf(path)).some(({ name }) => name === versionId);
        if (!known) return undefined;
        return (await readRegularFile(join(folderOf(path), versionId))).toString('utf8');
      }),
    settled: queue.settled,
  };
}

function keptFrom(name: string): readonly Kept[] {
  const parts = versionName.exec(name);
  if (parts === null) return [];
  const [, number, year, month, day, hour, minute, second, ms, by] = parts;
  const at = new Date(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(ms),
  );
  return [{ name, number: Number(number), at, by: by as FileVersion['by'] }];
}

async function contentOf(
  path: string,
): Promise<{ readonly content: Buffer; readonly changed: Date } | undefined> {
  try {
    const content = await readRegularFile(path, { maxBytes: MAX_FILE_BYTES });
    return isUtf8(content) ? { content, changed: (await stat(path)).mtime } : undefined;
  } catch (thrown) {
    // Gone, too large, or no file at all: nothing to keep, as of what is no text.
    if (['ENOENT', 'ENOTDIR', 'EFBIG', 'EISDIR', 'EINVAL'].includes(codeOf(thrown) ?? '')) {
      return undefined;
    }
    throw thrown;
  }
}

async function allVersions(
  root: string,
): Promise<readonly { readonly path: string; readonly bytes: number; readonly at: number }[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && versionName.test(entry.name))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const { size, mtimeMs } = await stat(path);
        return { path, bytes: size, at: mtimeMs };
      }),
  );
  return files;
}
