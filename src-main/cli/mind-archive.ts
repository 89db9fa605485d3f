/** `connectome export` and `connectome import`: the mind as one file. */
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf } from '../../brain/shared/result.ts';
import type { ArchiveResult } from '../../protocol/index.ts';
import type { Client } from '../client.ts';
import { homeFolder } from '../places.ts';
import { brainForCommand } from './brain-for-command.ts';
import { EXIT_DONE, EXIT_ERROR, UsageError } from './exit.ts';
import { ask, canAsk, printable, say } from './terminal.ts';

/** Base64 of it stays below the 4 MiB that a piece may have. */
const PIECE_BYTES = 3 * 1024 * 1024;
const SHOWN_PATHS = 20;

/** Writes the mind to `file` (default: a name with the date, in this folder). */
export async function exportMind(file: string | undefined): Promise<number> {
  const brain = await brainForCommand(homeFolder());
  try {
    const { archiveId, name, files } = await brain.client.call('archive.create', {});
    const target = resolve(file ?? name);
    await download(brain.client, archiveId, target);
    say(`${files} files in ${target}`);
    return EXIT_DONE;
  } finally {
    await brain.stop();
  }
}

/** Whole or not at all: a torn archive must not lie where a good one was. */
async function download(client: Client, archiveId: string, target: string): Promise<void> {
  const temp = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  const handle = await open(temp, 'wx', 0o600);
  try {
    for (let offset = 0; ; ) {
      const { data, totalBytes } = await client.call('archive.read', { archiveId, offset });
      const piece = Buffer.from(data, 'base64');
      await handle.writeFile(piece);
      offset += piece.length;
      if (offset >= totalBytes || piece.length === 0) break;
    }
    await handle.sync();
    await handle.close();
    await rename(temp, target);
  } catch (thrown) {
    // Closed already, or closing fails too: what counts is `thrown`.
    await handle.close().catch(() => {});
    await rm(temp, { force: true });
    throw thrown;
  }
}

export interface ImportFlags {
  readonly replace?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Shows what `file` would bring, asks, and takes it in. */
export async function importMind(file: string, flags: ImportFlags): Promise<number> {
  const brain = await brainForCommand(homeFolder());
  try {
    const archiveId = await upload(brain.client, file);
    const review = await brain.client.call('archive.review', { archiveId });
    const replace = flags.replace ?? false;
    showReview(review, replace);
    if (flags.dryRun === true) return EXIT_DONE;
    const isNothing = review.added.length === 0 && !(replace && review.changed.length > 0);
    if (isNothing) {
      say('There is nothing to take in.');
      return EXIT_DONE;
    }
    if (flags.yes !== true && !(await confirmed())) return EXIT_ERROR;
    const done = await brain.client.call('archive.import', { archiveId, replace });
    const taken = done.added.length + (replace ? done.changed.length : 0);
    say(`${taken} files taken in.`);
    return EXIT_DONE;
  } finally {
    await brain.stop();
  }
}

async function confirmed(): Promise<boolean> {
  if (!canAsk()) throw new UsageError('Nobody can be asked here: add --yes, or --dry-run.');
  const line = await ask('Take it in? [y/N] ', new AbortController().signal);
  return /^y(es)?$/i.test(line?.trim() ?? '');
}

async function upload(client: Client, file: string): Promise<string> {
  const handle = await open(file, 'r').catch((thrown: unknown) => {
    throw new UsageError(`${file} cannot be read: ${messageOf(thrown)}`);
  });
  try {
    const { size: totalBytes } = await handle.stat();
    if (totalBytes === 0) throw new UsageError(`${file} is empty.`);
    let archiveId: string | undefined;
    for (let offset = 0; offset < totalBytes; ) {
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(PIECE_BYTES),
        0,
        PIECE_BYTES,
        offset,
      );
      if (bytesRead === 0) throw new UsageError(`${file} became shorter while it was read.`);
      const data = buffer.subarray(0, bytesRead).toString('base64');
      const id: { archiveId?: string } = archiveId === undefined ? {} : { archiveId };
      const put = await client.call('archive.put', { ...id, data, offset, totalBytes });
      archiveId = put.archiveId;
      offset += bytesRead;
    }
    if (archiveId === undefined) throw new UsageError(`${file} is empty.`);
    return archiveId;
  } finally {
    await handle.close();
  }
}

function showReview(review: ArchiveResult, replace: boolean): void {
  say(`A mind of ${review.at.slice(0, 16).replace('T', ' ')} (Connectome ${review.program})`);
  showPaths('new', review.added);
  showPaths(
    replace ? 'replaced (a copy goes to the trash)' : 'different, left as it is here',
    review.changed,
  );
  say(`${review.same} are the same here.`);
  showPaths(
    'not taken',
    review.refused.map(({ path, reason }) => `${path}: ${reason}`),
  );
}

function showPaths(title: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  say(`${paths.length} ${title}:`);
  for (const path of paths.slice(0, SHOWN_PATHS)) say(`  ${printable(path)}`);
  if (paths.length > SHOWN_PATHS) say(`  ... and ${paths.length - SHOWN_PATHS} more`);
}
