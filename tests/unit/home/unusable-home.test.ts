import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkHome, prepareHome } from '../../../brain/home/index.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { failNth } from '../../support/faulty-files.ts';
import { tempFolder } from '../../support/mind-home.ts';

it('a home that is a file, below a file, a loop or relative is refused in words', async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, 'file'), '');
  await symlink(join(folder, 'loop'), join(folder, 'loop'));
  expect(await checkHome(join(folder, 'file'))).toContain('is a file');
  expect(await checkHome(join(folder, 'file', 'home'))).toContain('is not a folder');
  expect(await checkHome(join(folder, 'loop'))).toContain('link');
  expect(await checkHome('home')).toContain('absolute');
  expect(await checkHome(join(folder, 'x'.repeat(300)))).toContain('too long');
  expect(await checkHome(join(folder, 'new'))).toBeUndefined();
});

// The super user may write everywhere.
it.skipIf(process.getuid?.() === 0)('a home without permission is refused in words', async () => {
  const folder = await tempFolder();
  await mkdir(join(folder, 'home'), { mode: 0o500 });
  expect(await checkHome(join(folder, 'home'))).toContain('permission');
  await chmod(join(folder, 'home'), 0o700);
});

it('no folder of the home can be seen by other users', async () => {
  const root = join(await tempFolder(), 'home');
  const prepared = await prepareHome({ root, storage: createStorage() });
  if (!prepared.ok) throw new Error(prepared.error);
  const { workspace, sessions, checkpoints, snapshots } = prepared.value;
  for (const path of [root, workspace, sessions, checkpoints, snapshots]) {
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  }
});

it('a full disk while the folders are made is an error, not a crash', async () => {
  const root = join(await tempFolder(), 'home');
  const prepared = await prepareHome({ root, storage: createStorage(failNth(3)) });
  expect(prepared).toMatchObject({ ok: false, error: expect.stringContaining('disk is full') });
  expect((await prepareHome({ root, storage: createStorage() })).ok).toBe(true);
});
