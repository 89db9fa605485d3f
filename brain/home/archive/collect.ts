/** The entries of an archive, from what is on the disk. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import type { HomePaths } from '../../shared/home.ts';
import { codeOf } from '../../shared/result.ts';
import { MANIFEST_NAME, type Manifest, placeOf } from './format.ts';

export interface Collected {
  readonly files: number;
  /** The bytes of the archive, in order, made while they are read. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Every file that belongs to the mind; links are not followed. */
export async function collectMind(
  paths: Pick<HomePaths, 'workspace' | 'attachments'>,
  manifest: Manifest,
): Promise<Collected> {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  // A file that went away or cannot be read: half a mind must not look like a whole one.
  const fail = (error: Error): void => void output.destroy(error);
  zip.on('error', fail);
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), MANIFEST_NAME);
  let files = 0;
  for (const [folder, prefix] of [
    [paths.workspace, 'workspace'],
    [paths.attachments, 'attachments'],
  ] as const) {
    for (const path of await filesBelow(folder)) {
      const name = `${prefix}/${relative(folder, path).split(sep).join('/')}`;
      if (placeOf(name).kind === 'none') continue;
      files += 1;
      // Opened when its turn comes, and read to what is then its end: journals may grow meanwhile.
      zip.addReadStreamLazy(name, (done) => {
        done(null, createReadStream(path).on('error', fail));
      });
    }
  }
  zip.end();
  return { files, content: output };
}

async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}
