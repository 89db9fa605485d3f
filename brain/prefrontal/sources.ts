/** Reads the files that are in every prompt: identity and standing instructions. */
import { isUtf8 } from 'node:buffer';
import { readdirSync, statSync } from 'node:fs';
import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Logger } from '../shared/log.ts';
import { plainMarkdown } from '../shared/markdown.ts';
import { codeOf, messageOf } from '../shared/result.ts';

export interface Source {
  /** Below the workspace, with forward slashes. */
  readonly path: string;
  /** Without front matter and comments. */
  readonly text: string;
}
export interface Unreadable {
  readonly path: string;
  readonly reason: string;
}
export interface Sources {
  readonly sources: readonly Source[];
  readonly unreadable: readonly Unreadable[];
}

/** A file that is to be in every prompt and is larger than this was put there by mistake. */
const MAX_BYTES = 1024 * 1024;

type Read = { readonly text: string } | { readonly reason: string };

export interface SourceReader {
  /** The markdown files directly in `<workspace>/<folder>`, ordered by path. */
  read(folder: 'identity' | 'prefrontal'): Promise<Sources>;
}

/**
 * Folders and versions are looked at synchronously: a few of the fastest calls there are, at every
 * message, which would each wait for a thread of the pool. Contents are read only when they changed.
 */
export function createSourceReader(workspace: string, logger: Logger): SourceReader {
  const cache = new Map<string, { readonly version: string; readonly read: Read }>();

  async function readOne(path: string): Promise<Read | undefined> {
    const absolute = join(workspace, path);
    let version: string;
    try {
      const stats = statSync(absolute, { bigint: true });
      if (!stats.isFile()) return undefined;
      version = `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
      const held = cache.get(path);
      if (held?.version === version) return held.read;
    } catch (thrown) {
      // Removed since the folder was listed; a link that leads nowhere is no file either.
      if (codeOf(thrown) === 'ENOENT') return undefined;
      return { reason: messageOf(thrown) };
    }
    const read = await parse(absolute);
    if ('reason' in read) logger.warn('context: a file is left out', { path, reason: read.reason });
    cache.set(path, { version, read });
    return read;
  }

  async function parse(absolute: string): Promise<Read> {
    try {
      if ((await lstat(absolute)).isSymbolicLink()) {
        const inside = (await realpath(workspace)) + sep;
        if (!(await realpath(absolute)).startsWith(inside)) {
          return { reason: 'a symbolic link that leads out of the workspace' };
        }
      }
      if ((await stat(absolute)).size > MAX_BYTES) return { reason: 'larger than 1 MB' };
      const bytes = await readFile(absolute);
      if (bytes.includes(0) || !isUtf8(bytes)) return { reason: 'not UTF-8 text' };
      return { text: plainMarkdown(bytes.toString('utf8')) };
    } catch (thrown) {
      return { reason: messageOf(thrown) };
    }
  }

  return {
    async read(folder) {
      let names: readonly string[];
      try {
        names = readdirSync(join(workspace, folder));
      } catch (thrown) {
        if (codeOf(thrown) === 'ENOENT') return { sources: [], unreadable: [] };
        return { sources: [], unreadable: [{ path: folder, reason: messageOf(thrown) }] };
      }
      const paths = names
        .filter((name) => !name.startsWith('.') && name.toLowerCase().endsWith('.md'))
        .toSorted()
        .map((name) => `${folder}/${name}`);
      const sources: Source[] = [];
      const unreadable: Unreadable[] = [];
      for (const path of paths) {
        const read = await readOne(path);
        if (read === undefined) continue;
        if ('reason' in read) unreadable.push({ path, reason: read.reason });
        else if (read.text !== '') sources.push({ path, text: read.text });
      }
      return { sources, unreadable };
    },
  };
}
