/** A plugin must not fill the disk: what it keeps for itself is measured while it runs, and what is left free. */
import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sentence, say } from '../../shared/say.ts';
import type { PluginLimits } from './limits.ts';

const MB = 1024 * 1024;

export interface Watched {
  /** Its own, to be measured. */
  readonly temp: string;
  /** Its owner's, which it may change: there only what is left on the disk counts. */
  readonly write: readonly string[];
  readonly limits: Pick<PluginLimits, 'lookMs' | 'tempMb' | 'tempFiles' | 'freeMb'>;
  /** Only tests pass another one. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** Tells once why it must end; gives what ends the watch. */
export function watchDisk(
  { temp, write, limits, freeBytes = freeOnDisk }: Watched,
  onTooMuch: (reason: Sentence) => void,
): () => void {
  let over = false;
  let next: NodeJS.Timeout | undefined;
  const folders = [temp, ...write];
  const before = Promise.all(folders.map(freeBytes));

  async function look(): Promise<void> {
    const reason = (await keepsTooMuch()) ?? (await leavesTooLittle());
    if (over) return;
    if (reason !== undefined) onTooMuch(reason);
    else plan();
  }

  async function keepsTooMuch(): Promise<Sentence | undefined> {
    const { bytes, files } = await sizeOf(temp, limits);
    return bytes > limits.tempMb * MB || files > limits.tempFiles
      ? say('plugin.keepsTooMuch', { mb: limits.tempMb, files: limits.tempFiles })
      : undefined;
  }

  /** Where the disk was as full before it began, it is not this plugin. */
  async function leavesTooLittle(): Promise<Sentence | undefined> {
    const [was, is] = await Promise.all([before, Promise.all(folders.map(freeBytes))]);
    const isFilling = is.some((free, at) => {
      const lost = (was[at] ?? free) - free;
      return free < limits.freeMb * MB && lost > (limits.freeMb * MB) / 8;
    });
    return isFilling ? say('plugin.fillsDisk', { mb: limits.freeMb }) : undefined;
  }

  function plan(): void {
    next = setTimeout(() => void look(), limits.lookMs).unref();
  }
  plan();
  return () => {
    over = true;
    clearTimeout(next);
  };
}

/** Infinity where it cannot be told. */
async function freeOnDisk(folder: string): Promise<number> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  );
}

/** No further than to what is too much. */
async function sizeOf(
  root: string,
  { tempMb, tempFiles }: Watched['limits'],
): Promise<{ bytes: number; files: number }> {
  let bytes = 0;
  let files = 0;
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    // What it removes meanwhile takes up nothing.
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    files += entries.length;
    if (files > tempFiles) break;
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else
        bytes += await lstat(path).then(
          ({ blocks = 0 }) => blocks * 512,
          () => 0,
        );
    }
    if (bytes > tempMb * MB) break;
  }
  return { bytes, files };
}
