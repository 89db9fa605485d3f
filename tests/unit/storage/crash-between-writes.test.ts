import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { createStorage, StorageError } from '../../../brain/storage/index.ts';
import { failNth } from '../../support/faulty-files.ts';
import { tempFolder } from '../../support/temp-home.ts';

it('leaves the old or the new file, never a mixture, whichever step of a write fails', async () => {
  for (let n = 1; ; n += 1) {
    const path = join(await tempFolder(), 'file.md');
    await createStorage().write(path, 'old');
    const ops = failNth(n);
    const failed = await createStorage(ops)
      .write(path, 'new content')
      .then(() => undefined)
      .catch((thrown: unknown) => thrown);
    const content = await readFile(path, 'utf8');
    if (failed === undefined) {
      expect(content).toBe('new content');
      break;
    }
    expect(failed).toBeInstanceOf(StorageError);
    expect(['old', 'new content']).toContain(content);
    expect(await readdir(join(path, '..'))).toEqual(['file.md']);
  }
});

it('starts a new line after a torn record, so that one crash does not spoil the next record', async () => {
  const path = join(await tempFolder(), 'journal.jsonl');
  const torn = createStorage(failNth(2, { tear: true }));
  torn.append(path, '{"n":1}\n');
  expect(() => torn.append(path, '{"n":2}\n')).toThrow(StorageError);
  torn.append(path, '{"n":3}\n');
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect(lines[0]).toBe('{"n":1}');
  expect(lines.at(-1)).toBe('{"n":3}');
});

it('names a full disk in words and goes on with the next write of the same path', async () => {
  const path = join(await tempFolder(), 'file.md');
  const storage = createStorage(failNth(2));
  await expect(storage.write(path, 'a')).rejects.toThrow(/disk is full/);
  await storage.write(path, 'b');
  expect(await storage.read(path)).toBe('b');
});

it('runs updates of one path one after the other, so that no increment is lost', async () => {
  const path = join(await tempFolder(), 'count');
  const storage = createStorage();
  await Promise.all(
    Array.from({ length: 20 }, () => storage.update(path, (text) => String(Number(text ?? 0) + 1))),
  );
  expect(await storage.read(path)).toBe('20');
});

it('clears away what crashed writes left, and nothing that merely looks like it', async () => {
  const root = await tempFolder();
  const storage = createStorage();
  const kept = ['note.md', '.gitignore', '.note.md.tmp', '.note.md.0123456789ab.tmp.md'];
  for (const name of kept) await storage.write(join(root, 'deep', name), 'x');
  const left = join(root, 'deep', '.note.md.0123456789ab.tmp');
  const running = join(root, 'deep', '.note.md.ba9876543210.tmp');
  await writeFile(left, 'half');
  await writeFile(running, 'half');
  await utimes(left, new Date(0), new Date(0));
  expect(await storage.removeLeftovers(root)).toBe(1);
  expect((await readdir(join(root, 'deep'))).sort()).toEqual([...kept, basename(running)].sort());
  expect(await storage.removeLeftovers(join(root, 'nowhere'))).toBe(0);
});
