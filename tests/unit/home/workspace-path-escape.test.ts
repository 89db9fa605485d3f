import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileHistory, createWorkspaceFiles } from '../../../brain/home/index.ts';
import { hashOf } from '../../../brain/shared/ids.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { tempFolder, tempHome, testClock } from '../../support/mind-home.ts';

async function setUp() {
  const paths = await tempHome();
  const storage = createStorage();
  const history = createFileHistory({ paths, storage, clock: testClock(), onTrouble: () => {} });
  const files = createWorkspaceFiles({ paths, storage, history });
  const outside = await tempFolder();
  await writeFile(join(outside, 'secret.txt'), 'secret');
  await writeFile(join(paths.identity, 'soul.md'), '# Soul\n');
  return { paths, files, outside };
}

describe('a path that leads out of the workspace', () => {
  it.each([
    '../config.json',
    'identity/../../config.json',
    '/etc/passwd',
    'identity//soul.md',
    './identity/soul.md',
    'identity\\..\\..\\config.json',
    'C:/Windows/win.ini',
    'identity/soul.md:stream',
    'identity/so\0ul.md',
    '',
    '..',
    '.',
  ])('%j is refused for reading and writing', async (path) => {
    const { files } = await setUp();
    expect(await files.read(path)).toMatchObject({ ok: false, error: { code: 'denied' } });
    const written = await files.write({ path, content: 'x' });
    expect(written).toMatchObject({ ok: false, error: { code: 'denied' } });
  });

  it('is refused through a link to a folder, a file, and a file that does not exist yet', async () => {
    const { paths, files, outside } = await setUp();
    await symlink(outside, join(paths.workspace, 'folder'));
    await symlink(join(outside, 'secret.txt'), join(paths.workspace, 'file.md'));
    await symlink(join(outside, 'new.txt'), join(paths.workspace, 'new.md'));
    for (const path of ['folder/secret.txt', 'folder/new.txt', 'file.md', 'new.md']) {
      expect(await files.read(path)).toMatchObject({ ok: false, error: { code: 'denied' } });
      const written = await files.write({ path, content: 'x', baseHash: hashOf('secret') });
      expect(written).toMatchObject({ ok: false, error: { code: 'denied' } });
    }
    expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
    await expect(readFile(join(outside, 'new.txt'))).rejects.toThrow('ENOENT');
  });

  it('a link inside the workspace works and stays a link', async () => {
    const { paths, files } = await setUp();
    await symlink(join(paths.identity, 'soul.md'), join(paths.workspace, 'me.md'));
    const read = await files.read('me.md');
    if (!read.ok) throw new Error(read.error.message.text);
    const written = await files.write({ path: 'me.md', content: 'new', baseHash: read.value.hash });
    expect(written.ok).toBe(true);
    expect(await readFile(join(paths.identity, 'soul.md'), 'utf8')).toBe('new');
  });
});

describe('a lost update', () => {
  it('is a conflict: changed since, exists already, gone', async () => {
    const { paths, files } = await setUp();
    const path = 'identity/soul.md';
    const read = await files.read(path);
    if (!read.ok) throw new Error(read.error.message.text);
    await writeFile(join(paths.identity, 'soul.md'), 'edited by hand');
    const conflict = { ok: false, error: { code: 'conflict' } };
    expect(await files.write({ path, content: 'x', baseHash: read.value.hash })).toMatchObject(
      conflict,
    );
    expect(await files.write({ path, content: 'x' })).toMatchObject(conflict);
    expect(
      await files.write({ path: 'identity/none.md', content: 'x', baseHash: read.value.hash }),
    ).toMatchObject(conflict);
    expect(await readFile(join(paths.identity, 'soul.md'), 'utf8')).toBe('edited by hand');
  });

  it('of two writers at once, one wins and one is told', async () => {
    const { files } = await setUp();
    const baseHash = hashOf('# Soul\n');
    const path = 'identity/soul.md';
    const both = await Promise.all([
      files.write({ path, content: 'a', baseHash }),
      files.write({ path, content: 'b', baseHash }),
    ]);
    // Which one is not ours to say; that it is only one, and that its text stands, is.
    expect(both.filter((result) => result.ok)).toHaveLength(1);
    const read = await files.read(path);
    expect(read.ok && read.value.content).toBe(both[0]?.ok ? 'a' : 'b');
  });

  it('a file with a byte order mark can be written back', async () => {
    const { paths, files } = await setUp();
    await writeFile(join(paths.identity, 'soul.md'), '\uFEFF# Soul\r\n');
    const read = await files.read('identity/soul.md');
    if (!read.ok) throw new Error(read.error.message.text);
    const { content, hash } = read.value;
    expect((await files.write({ path: 'identity/soul.md', content, baseHash: hash })).ok).toBe(
      true,
    );
    expect(await readFile(join(paths.identity, 'soul.md'), 'utf8')).toBe('\uFEFF# Soul\r\n');
  });
});

describe('what is not a text of the mind', () => {
  it('index, sessions and the program’s own records are neither listed nor written', async () => {
    const { paths, files } = await setUp();
    await mkdir(join(paths.sessions, 's_1'));
    await writeFile(join(paths.sessions, 's_1', 'transcript.jsonl'), '{}\n');
    await writeFile(paths.index, 'db');
    await writeFile(join(paths.workspace, '.shipped.json'), '{}');
    expect((await files.list()).map((file) => file.path)).toEqual(['identity/soul.md']);
    for (const path of [
      'cortex/index.db',
      'Cortex/index.db',
      'hippocampus/sessions/s_1/transcript.jsonl',
      '.shipped.json',
    ]) {
      const written = await files.write({ path, content: 'x' });
      expect(written).toMatchObject({ ok: false, error: { code: 'denied' } });
    }
  });

  it('is said in words: missing, a folder, too large, not UTF-8', async () => {
    const { paths, files } = await setUp();
    await writeFile(join(paths.identity, 'big.md'), Buffer.alloc(5 * 1024 * 1024 + 1, 0x61));
    await writeFile(join(paths.identity, 'raw.md'), Buffer.from([0xff, 0xfe, 0x00]));
    const codeOf = async (path: string) => {
      const read = await files.read(path);
      return read.ok ? 'ok' : read.error.code;
    };
    expect(await codeOf('identity/none.md')).toBe('not_found');
    expect(await codeOf('identity')).toBe('not_found');
    expect(await codeOf('identity/big.md')).toBe('too_large');
    expect(await codeOf('identity/raw.md')).toBe('unavailable');
    const large = await files.write({ path: 'a.md', content: 'ä'.repeat(3 * 1024 * 1024) });
    expect(large).toMatchObject({ ok: false, error: { code: 'too_large' } });
  });
});
