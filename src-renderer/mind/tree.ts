/** The workspace's files as folders in folders. Pure. */
import type { WorkspaceFile } from '../../protocol/index.ts';

export interface Folder {
  /** With slashes; empty for the workspace itself. */
  readonly path: string;
  readonly name: string;
  readonly folders: readonly Folder[];
  readonly files: readonly WorkspaceFile[];
  /** In it and below. */
  readonly count: number;
}

/** What an owner looks for first. */
const firstFolders = [
  'identity',
  'prefrontal',
  'hippocampus',
  'hippocampus/knowledge',
  'cerebellum',
];
/** Journals are read from their end. */
const newestFirst = /^\d{4}-/;

export function folderTree(files: readonly WorkspaceFile[]): Folder {
  return folderOf('', files);
}

function folderOf(path: string, files: readonly WorkspaceFile[]): Folder {
  const start = path === '' ? 0 : path.length + 1;
  const here = files.filter((file) => !file.path.slice(start).includes('/'));
  const below = Map.groupBy(
    files.filter((file) => file.path.slice(start).includes('/')),
    (file) => file.path.slice(0, file.path.indexOf('/', start)),
  );
  return {
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    folders: [...below]
      .map(([folder, inside]) => folderOf(folder, inside))
      .sort((a, b) => rankOf(a.path) - rankOf(b.path) || (a.path < b.path ? -1 : 1)),
    files: here.toSorted(byName),
    count: files.length,
  };
}

function byName(a: WorkspaceFile, b: WorkspaceFile): number {
  const [first, second] = [a.path, b.path].map((path) => path.slice(path.lastIndexOf('/') + 1));
  if (first === undefined || second === undefined) return 0;
  const later = first < second ? -1 : 1;
  return newestFirst.test(first) && newestFirst.test(second) ? -later : later;
}

function rankOf(folder: string): number {
  const rank = firstFolders.indexOf(folder);
  return rank < 0 ? firstFolders.length : rank;
}

/** Journals and skills are many; what it is and knows is shown at once. */
export function openAtFirst(path: string): boolean {
  return firstFolders.includes(path) && path !== 'cerebellum';
}

export function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
