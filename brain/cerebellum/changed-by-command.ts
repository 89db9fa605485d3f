/**
 * What a command did to the files of the working folder, as far as that is cheap to see: the folder is
 * looked at before and after. A file that is the same one under another name was moved, and can be moved
 * back; of what was changed or deleted nothing is kept. A list for the owner, not a proof: large folders
 * are looked at in part, and folders of other programs' files not at all.
 */
import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangedFile } from '../regions.ts';
import { readableEntries } from '../shared/folder.ts';
import { isInside } from '../shared/paths.ts';
import { type FileStamp, type ReadRegistry, stampOf } from './read-registry.ts';

/** Files and folders looked at, the upper folders first. */
const MAX_ENTRIES = 4000;
/** Of the files that cannot be restored; what was moved is listed whole. */
const MAX_LISTED = 500;
/** File systems stamp with a clock that may lag this far behind, in ms. */
const CLOCK_LAG = 12;
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules', '.venv', '__pycache__']);

interface Seen {
  readonly stamp: FileStamp;
  readonly ctimeNs: bigint;
  readonly birthtimeMs: number;
  /** Under one name only: then the same file under another name was moved. */
  readonly single: boolean;
}

/** How a folder stood at one moment. */
export interface Sight {
  readonly files: ReadonlyMap<string, Seen>;
  /** Nothing was left out for its number. */
  readonly whole: boolean;
  readonly at: number;
}

export async function lookAt(workingDir: string): Promise<Sight> {
  const at = Date.now();
  const found = new Map<string, Seen>();
  let left = MAX_ENTRIES;
  let folders = [workingDir];
  while (folders.length > 0 && left > 0) {
    const below: string[] = [];
    for (const folder of folders) {
      const entries = await readableEntries(folder);
      const looked = entries.slice(0, Math.max(0, left));
      left -= entries.length;
      const files: string[] = [];
      for (const entry of looked) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && !skipped.has(entry.name)) below.push(path);
        else if (entry.isFile()) files.push(path);
      }
      const stats = await Promise.all(files.map(statOf));
      for (const [index, path] of files.entries()) {
        const one = stats[index];
        if (one !== undefined) found.set(path, seen(one));
      }
      if (left <= 0) break;
    }
    folders = below;
  }
  return { files: found, whole: left > 0, at };
}

export async function changedByCommand(
  { sessionId, workingDir }: { readonly sessionId: string; readonly workingDir: string },
  before: Sight,
  reads: ReadRegistry,
): Promise<readonly ChangedFile[]> {
  const after = await lookAt(workingDir);
  const known = reads.filesOf(sessionId);
  const gone = new Map<FileStamp, string>();
  for (const [path, { stamp, single }] of before.files) {
    if (single && !after.files.has(path)) gone.set(stamp, path);
  }
  const moved: ChangedFile[] = [];
  const others: ChangedFile[] = [];
  const left = new Set<string>();
  for (const [path, now] of after.files) {
    const was = before.files.get(path);
    if (was?.ctimeNs === now.ctimeNs && was.stamp === now.stamp) continue;
    const from = was === undefined ? gone.get(now.stamp) : undefined;
    if (from !== undefined && (await statOf(from)) === undefined) {
      moved.push({ path, byCommand: 'moved', from, stamp: now.stamp });
      left.add(from);
      reads.forget(sessionId, from);
    } else if (was !== undefined) {
      others.push({ path, byCommand: 'changed' });
    } else if (before.whole || now.birthtimeMs >= before.at - CLOCK_LAG) {
      others.push({ path, byCommand: known.has(path) ? 'changed' : 'created' });
    }
  }
  const missing = new Set([...before.files.keys()].filter((path) => !after.files.has(path)));
  for (const path of known.keys()) if (isInside(workingDir, path)) missing.add(path);
  for (const path of missing) {
    if (left.has(path) || (await statOf(path)) !== undefined) continue;
    if (!before.files.has(path) && !known.has(path)) continue;
    others.push({ path, byCommand: 'deleted' });
    reads.forget(sessionId, path);
  }
  return [...moved, ...others.slice(0, MAX_LISTED)];
}

function seen(stats: BigIntStats): Seen {
  return {
    stamp: stampOf(stats),
    ctimeNs: stats.ctimeNs,
    birthtimeMs: Number(stats.birthtimeMs),
    single: stats.nlink === 1n,
  };
}

async function statOf(path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch {
    // Gone meanwhile, or not for us to see.
    return undefined;
  }
}
