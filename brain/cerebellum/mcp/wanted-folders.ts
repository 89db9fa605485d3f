/**
 * In the sandbox a server makes no folder directly in its owner's home (`~/.mcp-auth`), since a file there
 * could run by itself one day. A folder cannot: where a server says that it could not make one, it is made
 * for it, and it starts again.
 */
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { classifyPath } from '../../shared/path-classes.ts';

/** As many as one server gets; one that makes more has its own ways with the log. */
const MAX_FOLDERS = 5;
/** What is said about one failure comes in several lines. */
const REMEMBERED = 4_000;

export interface WantedFolders {
  /** What the server says; gives the folder that was made for it. */
  heard(text: string): Promise<string | undefined>;
}

export function createWantedFolders(deps: {
  readonly userHome: string;
  readonly homeRoot: string;
  makeFolder(path: string, mode: number): Promise<void>;
}): WantedFolders {
  const { userHome, homeRoot } = deps;
  let said = '';
  let made = 0;
  return {
    async heard(text) {
      said = (said + text).slice(-REMEMBERED);
      const path = folderIn(said, userHome);
      if (path === undefined || made >= MAX_FOLDERS) return undefined;
      said = '';
      const places = { userHome, homeRoot, workingDir: userHome };
      const isOrdinary = classifyPath(path, places, 'write') === 'inside' && !/\/bin$/i.test(path);
      const isThere = await lstat(path).then(
        () => true,
        () => false,
      );
      if (!isOrdinary || isThere) return undefined;
      made += 1;
      await deps.makeFolder(path, 0o700);
      return path;
    },
  };
}

/** `EROFS: read-only file system, mkdir '/home/ada/.mcp-auth'`, and how others say it. */
function folderIn(said: string, userHome: string): string | undefined {
  if (!/mkdir|makedirs|creat\w* (?:\w+ )*director/i.test(said)) return undefined;
  for (const line of said.split('\n').filter((one) => /EROFS|read-only file system/i.test(one))) {
    for (const [, path = ''] of line.matchAll(/['"`]?(\/[^'"`:,()\n]+)/g)) {
      const child = childOf(userHome, path.trim());
      if (child !== undefined) return child;
    }
  }
  return undefined;
}

/** The entry of the folder that the path is, or lies in. */
function childOf(folder: string, path: string): string | undefined {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    if (dirname(at) === folder) return at;
  }
  return undefined;
}
