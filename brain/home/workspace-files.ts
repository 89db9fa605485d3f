/**
 * The mind's files for `workspace.list`, `.read` and `.write`.
 *
 * Must always hold: no path leads out of the workspace, also not through a link; nothing is
 * overwritten that the writer has not seen; what the program derives or keeps the truth in
 * (index, sessions, its own records) is not written through here.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileVersion, WorkspaceFile } from '../../protocol/index.ts';
import type { HomePaths } from '../shared/home.ts';
import { hashOf } from '../shared/ids.ts';
import { codeOf, messageOf, ok, type Result } from '../shared/result.ts';
import { type Sentence, say } from '../shared/say.ts';
import { isoLocal } from '../shared/time.ts';
import { sentenceOfThrown } from '../shared/told-error.ts';
import type { Storage } from '../storage/index.ts';
import type { FileHistory } from './file-history.ts';
import { failure, insideWorkspace, isClosed, type WorkspaceFileError } from './inside-workspace.ts';

const MAX_WORKSPACE_FILE_BYTES = 5 * 1024 * 1024;

type Answer<T> = Result<T, WorkspaceFileError>;

export interface WorkspaceFiles {
  list(): Promise<readonly WorkspaceFile[]>;
  read(
    path: string,
  ): Promise<Answer<{ readonly path: string; readonly content: string; readonly hash: string }>>;
  /** Without `baseHash` the file must not exist yet. */
  write(file: {
    readonly path: string;
    readonly content: string;
    readonly baseHash?: string;
  }): Promise<Answer<{ readonly hash: string }>>;
  /** What the file said before, the newest first; looking begins its history. */
  versions(path: string): Promise<Answer<readonly FileVersion[]>>;
  version(path: string, versionId: string): Promise<Answer<string>>;
  /** Writes an older version in place of what `baseHash` names. */
  restore(file: {
    readonly path: string;
    readonly versionId: string;
    readonly baseHash?: string;
  }): Promise<Answer<{ readonly hash: string }>>;
}

export function createWorkspaceFiles(deps: {
  readonly paths: Pick<HomePaths, 'workspace'>;
  readonly storage: Storage;
  readonly history: FileHistory;
}): WorkspaceFiles {
  const { storage, history } = deps;
  const root = deps.paths.workspace;
  const resolve = (path: string) => insideWorkspace(root, path);

  return {
    async list() {
      const files: WorkspaceFile[] = [];
      async function walk(folder: string, prefix: string): Promise<void> {
        for (const entry of await readdir(folder, { withFileTypes: true })) {
          const path = `${prefix}${entry.name}`;
          // Hidden ones are the program's own: snapshots, records, `.gitignore`, a repository.
          if (entry.name.startsWith('.') || isClosed(path)) continue;
          const full = join(folder, entry.name);
          if (entry.isDirectory()) await walk(full, `${path}/`);
          if (!entry.isFile()) continue;
          try {
            const { size, mtime } = await stat(full);
            files.push({ path, size, modified: isoLocal(mtime) });
          } catch (thrown) {
            // It went away between the two looks.
            if (codeOf(thrown) !== 'ENOENT') throw thrown;
          }
        }
      }
      await walk(root, '');
      return files.sort((a, b) => (a.path < b.path ? -1 : 1));
    },

    async read(path) {
      const place = await resolve(path);
      if (!place.ok) return place;
      try {
        const found = await stat(place.value.real);
        if (!found.isFile()) return failure('not_found', say('file.notOne', { path }));
        if (found.size > MAX_WORKSPACE_FILE_BYTES) {
          return failure('too_large', say('file.tooLarge', { path }));
        }
        const bytes = await readFile(place.value.real);
        let content: string;
        try {
          // The byte order mark stays: what is read and written back must be the same bytes.
          content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
        } catch {
          return failure('unavailable', say('file.notText', { path }));
        }
        return ok({ path, content, hash: hashOf(bytes) });
      } catch (thrown) {
        if (codeOf(thrown) === 'ENOENT') return failure('not_found', say('file.none', { path }));
        return failure('unavailable', say('file.unreadable', { path, why: messageOf(thrown) }));
      }
    },

    write: (file) => write(file, 'window'),

    async versions(path) {
      const place = await resolve(path);
      if (!place.ok) return place;
      try {
        await history.keep(place.value.name, 'outside');
        return ok(await history.list(place.value.name));
      } catch (thrown) {
        return failure('unavailable', sentenceOfThrown(thrown));
      }
    },

    version,

    async restore({ path, versionId, baseHash }) {
      const old = await version(path, versionId);
      if (!old.ok) return old;
      const base = baseHash === undefined ? {} : { baseHash };
      return await write({ path, content: old.value, ...base }, 'restored');
    },
  };

  async function version(path: string, versionId: string): Promise<Answer<string>> {
    const place = await resolve(path);
    if (!place.ok) return place;
    try {
      const content = await history.read(place.value.name, versionId);
      return content === undefined
        ? failure('not_found', say('file.noVersion', { path }))
        : ok(content);
    } catch (thrown) {
      return failure('unavailable', sentenceOfThrown(thrown));
    }
  }

  async function write(
    { path, content, baseHash }: Parameters<WorkspaceFiles['write']>[0],
    by: FileVersion['by'],
  ): Promise<Answer<{ readonly hash: string }>> {
    const place = await resolve(path);
    if (!place.ok) return place;
    const { name, real } = place.value;
    if (isClosed(name)) {
      return failure('denied', say('file.keptByProgram', { path }));
    }
    if (Buffer.byteLength(content) > MAX_WORKSPACE_FILE_BYTES) {
      return failure('too_large', say('file.wouldBeTooLarge', { path }));
    }
    let conflict: Sentence | undefined;
    let changes = true;
    try {
      await storage.update(real, async (current) => {
        const hash = current === undefined ? undefined : hashOf(current);
        if (hash === baseHash) {
          // Nothing is replaced that could not be kept.
          await history.keep(name, 'outside');
          changes = current !== content;
          return content;
        }
        if (hash === undefined) conflict = say('file.gone', { path });
        else if (baseHash === undefined) conflict = say('file.exists', { path });
        else conflict = say('file.changed', { path });
        return undefined;
      });
    } catch (thrown) {
      return failure('unavailable', sentenceOfThrown(thrown));
    }
    if (conflict !== undefined) return failure('conflict', conflict);
    // It is written; that its copy is not kept yet is made up for at the next look.
    if (changes) await history.keepOwn(name, by).catch(() => {});
    return ok({ hash: hashOf(content) });
  }
}
