import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCheckpoints } from '../../../brain/cerebellum/checkpoints.ts';
import { createTrash } from '../../../brain/cerebellum/trash.ts';
import { createFileUndo } from '../../../brain/cerebellum/undo.ts';
import type { TurnChange } from '../../../brain/regions.ts';
import { hashOf } from '../../../brain/shared/ids.ts';
import { systemClock } from '../../../brain/shared/time.ts';
import { createStorage, type FileOps } from '../../../brain/storage/index.ts';
import { openCerebellum, openScene, type Scene } from '../../support/acting.ts';
import { failNth } from '../../support/faulty-files.ts';

const SESSION = 's_1';

function undoIn({ paths }: Scene, ops?: FileOps, maxBytes?: number) {
  const storage = createStorage(ops);
  const checkpoints = createCheckpoints(paths, storage, maxBytes);
  const trash = createTrash({ paths, storage, clock: systemClock });
  return { checkpoints, undo: createFileUndo({ storage, checkpoints, trash }) };
}

/** A file that was edited and one that was created, as a turn leaves them. */
async function changedScene(): Promise<{ scene: Scene; changes: readonly TurnChange[] }> {
  const scene = await openScene();
  const edited = join(scene.workingDir, 'edited.txt');
  const created = join(scene.workingDir, 'created.txt');
  const { checkpoints } = undoIn(scene);
  await checkpoints.keep(SESSION, Buffer.from('before'));
  await writeFile(edited, 'after');
  await writeFile(created, 'made');
  const done = { by: 'tool' as const, done: true };
  const changes = [
    { path: edited, toolCallId: 'c_1', before: hashOf('before'), after: hashOf('after'), ...done },
    { path: created, toolCallId: 'c_2', after: hashOf('made'), ...done },
  ];
  for (const change of changes) await checkpoints.prove(SESSION, change);
  return { scene, changes };
}

it('an undo that is cut off at any write leaves each file old or new, and a second one ends it', async () => {
  let n = 1;
  for (; ; n += 1) {
    const { scene, changes } = await changedScene();
    const ops = failNth(n);
    const first = await undoIn(scene, ops).undo.restore(SESSION, changes, { redo: false });
    const left = await Promise.all(
      changes.map(({ path }) => readFile(path, 'utf8').catch(() => 'none')),
    );
    expect(['before', 'after'], `write ${n}`).toContain(left[0]);
    expect(['none', 'made'], `write ${n}`).toContain(left[1]);
    const second = await undoIn(scene).undo.restore(SESSION, changes, { redo: false });
    expect(second.refused, `write ${n}`).toEqual([]);
    expect(await readFile(changes[0]?.path ?? '', 'utf8')).toBe('before');
    expect(await readdir(scene.workingDir)).toEqual(['edited.txt']);
    const back = await undoIn(scene).undo.restore(SESSION, changes, { redo: true });
    expect(back.restored, `write ${n}`).toHaveLength(2);
    expect(await readFile(changes[1]?.path ?? '', 'utf8')).toBe('made');
    if (ops.used() < n) {
      expect(first.refused).toEqual([]);
      break;
    }
  }
  expect(n).toBeGreaterThan(8);
});

it('a damaged or forgotten copy is not put in place of a good file', async () => {
  const { scene, changes } = await changedScene();
  const copy = join(scene.paths.checkpoints, hashOf('before'));
  await writeFile(copy, 'befoRe');
  const { undo } = undoIn(scene);
  expect((await undo.review(SESSION, changes))[0]).toMatchObject({ state: 'unrestorable' });
  const { refused } = await undo.restore(SESSION, changes, { redo: false });
  expect(refused).toMatchObject([{ reason: expect.stringContaining('not kept') }]);
  expect(await readFile(changes[0]?.path ?? '', 'utf8')).toBe('after');
});

it('a folder that was replaced by a link to elsewhere gets nothing', async () => {
  const scene = await openScene();
  const { undo, checkpoints } = undoIn(scene);
  await checkpoints.keep(SESSION, Buffer.from('before'));
  const path = join(scene.workingDir, 'sub', 'a.txt');
  await symlink(scene.outside, join(scene.workingDir, 'sub'));
  await writeFile(join(scene.outside, 'a.txt'), 'after');
  const change = {
    path,
    toolCallId: 'c_1',
    before: hashOf('before'),
    after: hashOf('after'),
    by: 'tool' as const,
    done: true,
  };
  await checkpoints.prove(SESSION, change);
  const { restored, refused } = await undo.restore(SESSION, [change], { redo: false });
  expect(restored).toEqual([]);
  expect(refused).toHaveLength(1);
  expect(await readFile(join(scene.outside, 'a.txt'), 'utf8')).toBe('after');
});

it('a change that was announced and never made is not offered for undo', async () => {
  const scene = await openScene();
  const path = join(scene.workingDir, 'a.txt');
  await writeFile(path, 'before');
  const change = {
    path,
    toolCallId: 'c_1',
    before: hashOf('before'),
    after: hashOf('after'),
    by: 'tool' as const,
    done: false,
  };
  await undoIn(scene).checkpoints.prove(SESSION, change);
  expect(await undoIn(scene).undo.review(SESSION, [change])).toEqual([]);
  // Made, but the program ended before it could say so: offered all the same.
  await writeFile(path, 'after');
  expect(await undoIn(scene).undo.review(SESSION, [change])).toHaveLength(1);
});

it('a change that no tool of this home made is not undone, whatever a transcript says', async () => {
  const { scene, changes } = await changedScene();
  const precious = join(scene.outside, 'precious.txt');
  await writeFile(precious, 'made');
  const forged = changes.map((one) => ({ ...one, path: precious, after: hashOf('made') }));
  const { undo } = undoIn(scene);
  for (const change of forged) {
    expect((await undo.review(SESSION, [change]))[0]).toMatchObject({ state: 'unrestorable' });
    const { restored, refused } = await undo.restore(SESSION, [change], { redo: false });
    expect([restored, refused]).toMatchObject([
      [],
      [{ reason: expect.stringContaining('elsewhere') }],
    ]);
  }
  expect(await readFile(precious, 'utf8')).toBe('made');
});

it('copies for undo do not grow without end: the oldest go first', async () => {
  const scene = await openScene();
  const { checkpoints } = undoIn(scene, undefined, 1000);
  const contents = Array.from({ length: 12 }, (_, at) => Buffer.alloc(120, at));
  for (const content of contents) await checkpoints.keep(SESSION, content);
  const names = await readdir(scene.paths.checkpoints);
  expect(names.length * 120).toBeLessThanOrEqual(1000);
  expect(names).toContain(hashOf(contents.at(-1) ?? ''));
  expect(names).not.toContain(hashOf(contents[0] ?? ''));
});

it('a file of which no copy can be kept is not changed', async () => {
  const scene = await openScene();
  await mkdir(scene.paths.root, { recursive: true });
  // The place of the copies is taken by a file.
  await writeFile(scene.paths.checkpoints, '');
  const path = join(scene.workingDir, 'a.txt');
  await writeFile(path, 'precious');
  const { run } = await openCerebellum(scene);
  const said: string[] = [];
  const beforeChange = ({ path: changed }: { readonly path: string }) => void said.push(changed);
  const result = await run('Write', { file_path: 'a.txt', content: 'new' }, { beforeChange });
  expect(result).toMatchObject({ ok: false });
  expect(said).toEqual([]);
  expect(await readFile(path, 'utf8')).toBe('precious');
});

it('writes the note beside a file in the trash as documented, so that it can be found again', async () => {
  const { paths } = await openScene();
  const clock = { now: () => new Date(Date.UTC(2026, 2, 4, 5, 6, 7)) };
  const trash = createTrash({ paths, storage: createStorage(), clock });
  const kept = await trash.keep(SESSION, { path: '/w/new.txt', content: Buffer.from('fresh\n') });
  const note = await readFile(`${kept}.json`, 'utf8');
  const neutral = note.replace(/"at":"[^"]*"/, '"at":"2026-03-04T05:06:07.000+00:00"');
  await expect(neutral).toMatchFileSnapshot(
    join(import.meta.dirname, '..', '..', 'golden', 'trash.json'),
  );
});
