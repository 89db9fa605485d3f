/** What the owner's texts said before must be there when it is wanted back. */
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createFileHistory, createWorkspaceFiles } from '../../../brain/home/index.ts';
import type { HomePaths } from '../../../brain/shared/home.ts';
import { hashOf } from '../../../brain/shared/ids.ts';
import { createStorage, type FileOps } from '../../../brain/storage/index.ts';
import { failNth } from '../../support/faulty-files.ts';
import { type TestClock, tempHome, testClock } from '../../support/mind-home.ts';

const path = 'identity/soul.md';

interface Open {
  readonly ops?: FileOps;
  readonly clock?: TestClock;
  readonly maxBytes?: number;
}

function open(paths: HomePaths, { ops, clock = testClock(), maxBytes }: Open = {}) {
  const storage = createStorage(ops);
  const troubles: string[] = [];
  const history = createFileHistory({
    paths,
    storage,
    clock,
    onTrouble: (file) => troubles.push(file),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
  return { history, troubles, files: createWorkspaceFiles({ paths, storage, history }) };
}

async function textsOf({ files }: ReturnType<typeof open>, file = path): Promise<string[]> {
  const versions = await files.versions(file);
  if (!versions.ok) throw new Error(versions.error.message.text);
  const texts: string[] = [];
  for (const { versionId } of versions.value) {
    const content = await files.version(file, versionId);
    texts.push(content.ok ? content.value : content.error.code);
  }
  return texts;
}

it('keeps what a save replaces, so that a text written over by mistake comes back', async () => {
  const paths = await tempHome();
  const soul = join(paths.workspace, path);
  await writeFile(soul, 'first');
  const mind = open(paths);
  expect((await mind.files.write({ path, content: 'second', baseHash: hashOf('first') })).ok).toBe(
    true,
  );
  expect(await textsOf(mind)).toEqual(['second', 'first']);
  const versions = await mind.files.versions(path);
  const oldest = versions.ok ? versions.value.at(-1) : undefined;
  const versionId = oldest?.versionId ?? '';
  // A newer text that the window has not seen is not written over by a restore either.
  await writeFile(soul, 'by hand');
  expect(await mind.files.restore({ path, versionId, baseHash: hashOf('second') })).toMatchObject({
    ok: false,
    error: { code: 'conflict' },
  });
  const back = await mind.files.restore({ path, versionId, baseHash: hashOf('by hand') });
  expect(back).toEqual({ ok: true, value: { hash: hashOf('first') } });
  expect(await readFile(soul, 'utf8')).toBe('first');
  expect(await textsOf(mind)).toEqual(['first', 'by hand', 'second', 'first']);
  // A file that was deleted comes back the same way.
  await rm(soul);
  expect((await mind.files.restore({ path, versionId })).ok).toBe(true);
  expect(await readFile(soul, 'utf8')).toBe('first');
});

it('whichever write fails, the text before is in the file or among its versions, none of them twice', async () => {
  for (let n = 1; ; n += 1) {
    const paths = await tempHome();
    await writeFile(join(paths.workspace, path), 'first');
    const ops = failNth(n);
    const crashed = open(paths, { ops });
    const baseHash = hashOf('first');
    const written = await crashed.files.write({ path, content: 'second', baseHash });
    const now = await readFile(join(paths.workspace, path), 'utf8');
    expect(written.ok ? ['second'] : ['first', 'second']).toContain(now);
    const texts = await textsOf(open(paths));
    expect(texts).toEqual(now === 'first' ? ['first'] : ['second', 'first']);
    if (ops.used() < n) break;
  }
});

it('two looks at the same time keep one version', async () => {
  const paths = await tempHome();
  await writeFile(join(paths.workspace, path), 'first');
  const { files } = open(paths);
  const [a, b] = await Promise.all([files.versions(path), files.versions(path)]);
  expect(a).toEqual(b);
  expect(a.ok && a.value.length).toBe(1);
});

it('follows what others change, but begins no history of what nobody here touched', async () => {
  const paths = await tempHome();
  const note = 'hippocampus/knowledge/note.md';
  await writeFile(join(paths.workspace, path), 'first');
  await writeFile(join(paths.workspace, note), 'one of ten thousand');
  const mind = open(paths);
  await mind.files.versions(path);
  await writeFile(join(paths.workspace, path), 'second');
  await mind.history.follow([path, note], 'outside');
  expect(await readdir(paths.history)).toEqual(['identity']);
  expect(await textsOf(mind)).toEqual(['second', 'first']);
});

it('has none of journals, hidden and binary files, which would push everything else out', async () => {
  const paths = await tempHome();
  const none = ['hippocampus/episodes/2026-11-21.md', 'corpus/2026-11-21.jsonl', 'a/.git/config'];
  for (const file of [...none, 'identity/raw.md']) {
    await mkdir(dirname(join(paths.workspace, file)), { recursive: true });
    await writeFile(join(paths.workspace, file), file.includes('raw') ? Buffer.of(0xff) : 'x');
    expect(await textsOf(open(paths), file)).toEqual([]);
  }
  expect(await readdir(paths.history)).toEqual([]);
});

it('reads no file but a version of that file, whatever a client asks for', async () => {
  const paths = await tempHome();
  await writeFile(join(paths.workspace, path), 'first');
  await writeFile(paths.config, 'secret');
  const { files } = open(paths);
  await files.versions(path);
  for (const versionId of ['', '..', '../../../config.json', '00001_x', 'identity']) {
    expect(await files.version(path, versionId)).toMatchObject({ error: { code: 'not_found' } });
  }
  expect(await files.version('../config.json', 'x')).toMatchObject({ error: { code: 'denied' } });
});

it('stays within its bounds, the oldest out first', async () => {
  const paths = await tempHome();
  const file = join(paths.workspace, path);
  const many = open(paths);
  for (let n = 1; n <= 53; n += 1) {
    await writeFile(file, `text ${n}`);
    await many.history.keep(path, 'outside');
  }
  const texts = await textsOf(many);
  expect(texts).toHaveLength(50);
  expect([texts[0], texts.at(-1)]).toEqual(['text 53', 'text 4']);

  const small = await tempHome();
  const tight = open(small, { maxBytes: 25 });
  const versionsIn = async () =>
    (await readdir(small.history, { recursive: true })).filter((name) => name.includes('_'));
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    await writeFile(join(small.identity, `${name}.md`), '0123456789');
    await tight.history.keep(`identity/${name}.md`, 'window');
    for (const kept of await versionsIn()) {
      // Older than what comes next, on file systems with coarse times too.
      if (kept.includes(`${name}.md/`)) {
        await utimes(join(small.history, kept), index + 1, index + 1);
      }
    }
  }
  expect((await versionsIn()).map((name) => name.split('/')[1]).sort()).toEqual(['b.md', 'c.md']);
});

it('writes and reads the files as documented, so that older histories stay readable', async () => {
  const golden = await readFile(join(import.meta.dirname, '../../golden/file-history.txt'), 'utf8');
  const paths = await tempHome();
  const soul = join(paths.workspace, path);
  const clock = testClock('2026-11-21T09:05:00');
  const mind = open(paths, { clock });
  await writeFile(soul, '# Soul\n\nBe kind.\n');
  const changed = new Date('2026-11-20T18:00:00');
  await utimes(soul, changed, changed);
  const read = await mind.files.read(path);
  if (!read.ok) throw new Error(read.error.message.text);
  const baseHash = read.value.hash;
  const brief = '# Soul\n\nBe kind and brief.\n';
  await mind.files.write({ path, content: brief, baseHash });
  clock.set('2026-11-21T09:06:00');
  const versions = await mind.files.versions(path);
  const versionId = versions.ok ? (versions.value[1]?.versionId ?? '') : '';
  await mind.files.restore({ path, versionId, baseHash: hashOf(brief) });
  clock.set('2026-11-21T09:07:00');
  await writeFile(join(paths.knowledge, 'people.md'), '# People\n');
  await mind.history.follow(['hippocampus/knowledge/people.md'], 'mind');
  let text = '';
  for (const file of [path, 'hippocampus/knowledge/people.md']) {
    const folder = join(paths.history, file);
    for (const name of (await readdir(folder)).sort()) {
      text += `${file}/${name}\n${await readFile(join(folder, name), 'utf8')}----\n`;
    }
  }
  expect(text).toBe(golden);

  const other = await tempHome();
  for (const entry of golden.split('----\n').filter(Boolean)) {
    const end = entry.indexOf('\n');
    const place = join(other.history, entry.slice(0, end));
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, entry.slice(end + 1));
  }
  const again = await open(other).files.versions(path);
  expect(again.ok && again.value.map(({ by, bytes }) => [by, bytes])).toEqual([
    ['restored', 17],
    ['window', 27],
    ['outside', 17],
  ]);
  expect(again.ok && new Date(again.value[0]?.at ?? '')).toEqual(new Date('2026-11-21T09:06:00'));
});

it('a save that is seen from outside before it is told is still the window’s, once', async () => {
  const paths = await tempHome();
  const soul = join(paths.workspace, path);
  await writeFile(soul, 'first');
  const { history } = open(paths);
  await history.keep(path, 'outside');
  await writeFile(soul, 'second');
  // The watcher is quicker than whoever wrote it.
  await history.follow([path], 'outside');
  await history.keepOwn(path, 'window');
  await history.keepOwn(path, 'window');
  expect((await history.list(path)).map(({ by }) => by)).toEqual(['window', 'outside']);
});
