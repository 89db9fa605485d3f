import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createDefaultMind } from '../../../brain/home/index.ts';
import type { HomePaths } from '../../../brain/shared/home.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { failNth } from '../../support/faulty-files.ts';
import { tempFolder, tempHome, testClock, testLog } from '../../support/mind-home.ts';

async function ship(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

function mind(paths: HomePaths, shippedFolder: string, storage = createStorage()) {
  return createDefaultMind({
    paths,
    storage,
    clock: testClock(),
    logger: testLog(),
    shippedFolder,
  });
}

async function setUp() {
  const paths = await tempHome();
  const shipped = await tempFolder();
  await ship(shipped, { 'identity/soul.md': 'soul one\n', 'prefrontal/agents.md': 'agents one\n' });
  const soul = join(paths.identity, 'soul.md');
  return { paths, shipped, soul, read: (path: string) => readFile(path, 'utf8') };
}

describe('the first start', () => {
  it('copies what is missing and overwrites nothing', async () => {
    const { paths, shipped, soul, read } = await setUp();
    await writeFile(soul, 'my own soul\n');
    expect(await mind(paths, shipped).install()).toEqual(['prefrontal/agents.md']);
    expect(await read(soul)).toBe('my own soul\n');
    expect(await read(join(paths.prefrontal, 'agents.md'))).toBe('agents one\n');
  });

  it('does not bring back what its owner deleted', async () => {
    const { paths, shipped, soul } = await setUp();
    await mind(paths, shipped).install();
    await rm(soul);
    await ship(shipped, { 'identity/soul.md': 'soul two\n' });
    expect(await mind(paths, shipped).install()).toEqual([]);
    expect(await mind(paths, shipped).offers()).toEqual([]);
    expect(await readdir(paths.identity)).toEqual([]);
  });

  it('of two offers that are turned down at once neither comes back', async () => {
    const { paths, shipped } = await setUp();
    await mind(paths, shipped).install();
    await ship(shipped, { 'identity/soul.md': 'soul 2\n', 'prefrontal/agents.md': 'agents 2\n' });
    const one = mind(paths, shipped);
    const offers = await one.offers();
    expect(offers).toHaveLength(2);
    await Promise.all(offers.map(({ path, hash }) => one.decide(path, hash, false)));
    expect(await one.offers()).toEqual([]);
  });

  it('copies a default that came with a later version', async () => {
    const { paths, shipped } = await setUp();
    await mind(paths, shipped).install();
    await ship(shipped, { 'cerebellum/new/SKILL.md': 'new\n' });
    expect(await mind(paths, shipped).install()).toEqual(['cerebellum/new/SKILL.md']);
  });

  it('is completed by the next one, whichever write fails', async () => {
    for (let n = 1; n <= 12; n += 1) {
      const { paths, shipped, soul, read } = await setUp();
      await mind(paths, shipped, createStorage(failNth(n))).install();
      await mind(paths, shipped).install();
      expect(await read(soul)).toBe('soul one\n');
      expect(await read(join(paths.prefrontal, 'agents.md'))).toBe('agents one\n');
      expect(await mind(paths, shipped).offers()).toEqual([]);
      const record = JSON.parse(await read(join(paths.workspace, '.shipped.json')));
      expect(Object.keys(record.files)).toEqual(['identity/soul.md', 'prefrontal/agents.md']);
    }
  });

  it('leaves a record it cannot read alone, and copies nothing then', async () => {
    const { paths, shipped, read } = await setUp();
    const record = join(paths.workspace, '.shipped.json');
    await writeFile(record, '{ torn');
    expect(await mind(paths, shipped).install()).toEqual([]);
    expect(await mind(paths, shipped).offers()).toEqual([]);
    expect(await read(record)).toBe('{ torn');
  });
});

describe('a newer default', () => {
  it('is offered, replaces the file only on a yes, and keeps the old text in the trash', async () => {
    const { paths, shipped, soul, read } = await setUp();
    await mind(paths, shipped).install();
    await writeFile(soul, 'soul one, edited\n');
    await ship(shipped, { 'identity/soul.md': 'soul two\n' });
    const one = mind(paths, shipped);
    expect(await one.install()).toEqual([]);
    const [offer] = await one.offers();
    expect(offer?.path).toBe('identity/soul.md');
    expect(await read(soul)).toBe('soul one, edited\n');
    expect(await one.decide('identity/soul.md', 'another hash', true)).toMatchObject({ ok: false });
    expect((await one.decide('identity/soul.md', offer?.hash ?? '', true)).ok).toBe(true);
    expect(await read(soul)).toBe('soul two\n');
    const [kept] = await readdir(paths.trash);
    expect(await read(join(paths.trash, kept ?? ''))).toBe('soul one, edited\n');
    expect(await one.offers()).toEqual([]);
  });

  it('that was turned down is not offered again until it changes', async () => {
    const { paths, shipped, soul, read } = await setUp();
    await mind(paths, shipped).install();
    await ship(shipped, { 'identity/soul.md': 'soul two\n' });
    const one = mind(paths, shipped);
    const [offer] = await one.offers();
    await one.decide('identity/soul.md', offer?.hash ?? '', false);
    expect(await one.offers()).toEqual([]);
    expect(await read(soul)).toBe('soul one\n');
    await ship(shipped, { 'identity/soul.md': 'soul three\n' });
    expect(await one.offers()).toHaveLength(1);
  });
});

it('the mind that ships with the program installs and offers nothing at once', async () => {
  const paths = await tempHome();
  const shipped = fileURLToPath(new URL('../../../workspace', import.meta.url));
  const copied = await mind(paths, shipped).install();
  expect(copied).toEqual(
    expect.arrayContaining([
      'identity/soul.md',
      'identity/user.md',
      'prefrontal/agents.md',
      'cerebellum/shell/SKILL.md',
      'cerebellum/files/SKILL.md',
      'cerebellum/memory/SKILL.md',
      'cerebellum/git/SKILL.md',
      'hippocampus/knowledge/people.md',
    ]),
  );
  expect(await mind(paths, shipped).offers()).toEqual([]);
});
