/**
 * Which files of the working folder a command has changed, as far as that is cheap to see: their times
 * tell after the command, and what the session knew and is gone was deleted. A list for the owner, not
 * a proof: large folders are looked at in part, and folders of other programs' files not at all.
 */
import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangedFile } from '../regions.ts';
import { isInside } from '../shared/paths.ts';
import { type ReadRegistry, stampOf } from './read-registry.ts';

/** Files and folders looked at, the upper folders first. */
const MAX_ENTRIES = 4000;
const MAX_LISTED = 200;
/** File systems stamp with a clock that may lag this far behind, in ms. */
const CLOCK_LAG = 12;
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules', '.venv', '__pycache__']);

export interface CommandScope {
  readonly sessionId: string;
  readonly workingDir: string;
  /** When the command began, in ms. */
  readonly startedAt: number;
}

export async function changedByCommand(
  { sessionId, workingDir, startedAt }: CommandScope,
  reads: ReadRegistry,
): Promise<readonly ChangedFile[]> {
  const since = startedAt - CLOCK_LAG;
  const found: ChangedFile[] = [];
  const known = reads.filesOf(sessionId);
  let left = MAX_ENTRIES;
  let folders = [workingDir];
  while (folders.length > 0 && left > 0) {
    const below: string[] = [];
    for (const folder of folders) {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const looked = entries.slice(0, Math.max(0, left));
      left -= looked.length;
      const files: string[] = [];
      for (const entry of looked) {
        const path = join(folder, entry.name);
        if (entry.isDirectory() && !skipped.has(entry.name)) below.push(path);
        else if (entry.isFile()) files.push(path);
      }
      const stats = await Promise.all(files.map((path) => statOf(path)));
      for (const [index, path] of files.entries()) {
        const one = stats[index];
        if (one === undefined || Number(one.ctimeMs) < since) continue;
        // Written by a tool of ours just before, and not touched since.
        if (known.get(path)?.stamp === stampOf(one)) continue;
        const isNew = !known.has(path) && Number(one.birthtimeMs) >= since;
        found.push({ path, byCommand: isNew ? 'created' : 'changed' });
      }
      if (left <= 0) break;
    }
    folders = below;
  }
  for (const path of known.keys()) {
    if (!isInside(workingDir, path) || (await statOf(path)) !== undefined) continue;
    found.push({ path, byCommand: 'deleted' });
    reads.forget(sessionId, path);
  }
  return found.slice(0, MAX_LISTED);
}

async function statOf(path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch {
    // Gone meanwhile, or not for us to see.
    return undefined;
  }
}
