/** A disk that was full for a moment: what needs a temporary folder runs again afterwards. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTempFolders } from '../../../brain/cerebellum/sandbox/temp-folders.ts';
import { silentLogger } from '../../../brain/shared/log.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { tempFolder } from '../../support/temp-home.ts';

it('a folder that could not be made is tried again, and not refused for ever', async () => {
  const root = await tempFolder();
  // A file stands where the folder of all of them belongs.
  const inTheWay = join(root, 'tmp');
  await writeFile(inTheWay, '');
  const temps = createTempFolders({
    paths: { root },
    storage: createStorage(),
    logger: silentLogger,
  });
  await expect(temps.of('one')).rejects.toThrow();
  await rm(inTheWay);
  expect(await temps.of('one')).toMatch(/^.*tmp.[0-9a-f]{12}$/);
});
