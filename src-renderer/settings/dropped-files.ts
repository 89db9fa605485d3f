/** What the owner drops or chooses - a folder, a zip archive, a SKILL.md - as one zip archive. */
import { zipOf } from './zip.ts';

interface Found {
  /** With `/`, from the folder that was dropped. */
  readonly path: string;
  readonly file: File;
}

/** Fetched anew or nobody's business; the brain leaves them out, too. */
const leftOut = /(?:^|\/)(?:node_modules|\.git|__MACOSX)(?:\/|$)/;

/** Must be called while the drop is handled: afterwards its items are gone. */
export function droppedEntries(transfer: DataTransfer): readonly FileSystemEntry[] {
  return [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
}

export async function filesIn(entries: readonly FileSystemEntry[]): Promise<readonly Found[]> {
  const found: Found[] = [];
  const waiting = [...entries];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const path = entry.fullPath.replace(/^\//, '');
    if (leftOut.test(path)) continue;
    if (isFile(entry)) found.push({ path, file: await fileOf(entry) });
    else if (isFolder(entry)) waiting.push(...(await childrenOf(entry)));
  }
  return found;
}

/** Chosen in a dialogue; of a folder each file tells its path. */
export function chosenFiles(files: Iterable<File>): readonly Found[] {
  return [...files]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !leftOut.test(path));
}

export async function asArchive(found: readonly Found[]): Promise<File> {
  const [first] = found;
  if (first !== undefined && found.length === 1 && /\.zip$/i.test(first.path)) return first.file;
  const packed = await Promise.all(
    found.map(async ({ path, file }) => ({
      path,
      content: new Uint8Array(await file.arrayBuffer()),
    })),
  );
  return new File([zipOf(packed)], 'skills.zip', { type: 'application/zip' });
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** The browser gives them in parts, until one is empty. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries((entries) => resolve(entries), reject),
    );
    if (part.length === 0) return all;
    all.push(...part);
  }
}
