import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEverythingEnded } from './clean-up.ts';

const made: string[] = [];

/** A new empty folder (real path), removed after the test. */
export async function tempFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'connectome-test-')));
  made.push(folder);
  return folder;
}

afterEverythingEnded(async () => {
  await Promise.all(
    made.splice(0).map((folder) =>
      rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {
        // Something that a test let run still writes there: no reason for that test to fail.
      }),
    ),
  );
});
