import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createKnowledge } from '../../../brain/hippocampus/knowledge.ts';
import type { HomePaths } from '../../../brain/shared/home.ts';
import { plainMarkdown } from '../../../brain/shared/markdown.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { failNth } from '../../support/faulty-files.ts';
import { tempHome, testClock } from '../../support/mind-home.ts';

const first = 's_00000000000000000000000001';
const second = 's_00000000000000000000000002';
const clock = testClock('2026-11-21T09:05:00');

function open(paths: HomePaths, storage = createStorage()) {
  return createKnowledge({ paths, storage, clock, redactor: createRedactor() });
}
const people = (paths: HomePaths) => join(paths.knowledge, 'people.md');

it('a corrected fact keeps what it said, as in the golden file, and the model sees only the new one', async () => {
  const paths = await tempHome();
  const knowledge = open(paths);
  clock.set('2026-11-21T09:05:00');
  await knowledge.remember({ text: 'Ada lives in Bergen.', topic: 'people', sessionId: first });
  await knowledge.remember({ text: 'Bo is a plumber', topic: 'people', sessionId: first });
  clock.set('2026-12-01T10:00:00');
  expect(
    await knowledge.correct({
      old: 'ada lives in  bergen',
      replacement: 'Ada lives in\nOslo. --> <!-- # x',
      sessionId: second,
    }),
  ).toMatchObject({ ok: true, value: { path: 'hippocampus/knowledge/people.md' } });
  clock.set('2026-12-24T10:00:00');
  await knowledge.correct({ old: 'Ada Oslo', replacement: 'Ada lives in Rome.' });
  const text = await readFile(people(paths), 'utf8');
  await expect(text).toMatchFileSnapshot('../../golden/knowledge-corrected.md');
  const seen = plainMarkdown(text)
    .split('\n')
    .map((line) => line.trimEnd());
  expect(seen.filter((line) => line !== '')).toEqual([
    '# People',
    '- Ada lives in Rome.',
    '- Bo is a plumber',
  ]);
  expect(await knowledge.list()).toEqual([
    {
      path: 'hippocampus/knowledge/people.md',
      text: 'Ada lives in Rome.',
      learned: '2026-12-24',
      before: [
        { text: 'Ada lives in Oslo. --&gt; &lt;!-- # x', until: '2026-12-24' },
        { text: 'Ada lives in Bergen.', until: '2026-12-01' },
      ],
    },
    {
      path: 'hippocampus/knowledge/people.md',
      text: 'Bo is a plumber',
      learned: '2026-11-21',
      sessionId: first,
      before: [],
    },
  ]);
});

it('where several facts fit, none is touched and they are named', async () => {
  const paths = await tempHome();
  const mine = '# People\n\n- Ada has a dog\n- Ada has a cat\n';
  await writeFile(people(paths), mine);
  const knowledge = open(paths);
  const forgotten = await knowledge.forget({ fact: 'Ada', keepCopy: true });
  expect(forgotten.ok).toBe(false);
  expect(forgotten).toMatchObject({
    error: { text: expect.stringContaining('- Ada has a cat (hippocampus') },
  });
  expect((await knowledge.correct({ old: 'Ada has', replacement: 'x' })).ok).toBe(false);
  expect((await knowledge.correct({ old: 'nobody at all', replacement: 'x' })).ok).toBe(false);
  expect(
    await knowledge.correct({ old: 'Ada has a dog', replacement: 'Ada has a cat.' }),
  ).toMatchObject({
    error: { text: expect.stringContaining('kept already') },
  });
  expect(await readFile(people(paths), 'utf8')).toBe(mine);
});

it('forgetting takes the fact and its history, leaves every other byte, and keeps a copy', async () => {
  const paths = await tempHome();
  const keep = '# People\r\n<!-- about\r\n- Ada has a dog\r\n-->\r\n\r\n- Bo\r\n';
  const after = '\r\n```\r\n- Ada has a dog\r\n```\r\n\r\n## Mine\r\n\r\n- Cy\r\n';
  const fact =
    '* Ada has\r\n  a dog <!-- 2026-11-21, s_00000000000000000000000001 -->\r\n  <!-- until 2026-11-20: Ada has a cat -->\r\n';
  await writeFile(people(paths), keep + fact + after);
  const gone = await open(paths).forget({ fact: 'dog', keepCopy: true });
  expect(gone).toMatchObject({ ok: true, value: [{ text: 'Ada has a dog' }] });
  expect(await readFile(people(paths), 'utf8')).toBe(keep + after);
  const [copy = ''] = await readdir(join(paths.trash, 'knowledge'));
  expect(await readFile(join(paths.trash, 'knowledge', copy), 'utf8')).toBe(keep + fact + after);
});

it('a fact that is remembered again with another full stop is known already', async () => {
  const paths = await tempHome();
  const knowledge = open(paths);
  await knowledge.remember({ text: 'Ada lives in Bergen', topic: 'people', sessionId: first });
  expect(
    await knowledge.remember({ text: 'ADA lives in Bergen.', topic: 'projects', sessionId: first }),
  ).toMatchObject({ value: { exists: true, path: 'hippocampus/knowledge/people.md' } });
});

it('a newer file and a fact of a megabyte change nothing', async () => {
  const paths = await tempHome();
  const newer = '# People\n<!-- connectome:knowledge v2 -->\n\n- Ada has a dog\n';
  await writeFile(people(paths), newer);
  const knowledge = open(paths);
  expect((await knowledge.forget({ fact: 'Ada has a dog', keepCopy: true })).ok).toBe(false);
  expect((await knowledge.correct({ old: 'Ada has a dog', replacement: 'y' })).ok).toBe(false);
  expect(
    (await knowledge.correct({ old: 'Ada has a dog', replacement: 'y'.repeat(1_000_000) })).ok,
  ).toBe(false);
  expect(await readFile(people(paths), 'utf8')).toBe(newer);
});

it('whichever write fails, the file is the old or the new one, and what is gone has its copy', async () => {
  for (let n = 1; n < 30; n += 1) {
    const paths = await tempHome();
    const old = '# People\n\n- Ada has a dog\n';
    await writeFile(people(paths), old);
    const ops = failNth(n);
    const done = await open(paths, createStorage(ops)).forget({ fact: 'dog', keepCopy: true });
    const text = await readFile(people(paths), 'utf8');
    expect([old, '# People\n\n']).toContain(text);
    if (text !== old) {
      const [copy = ''] = await readdir(join(paths.trash, 'knowledge'));
      expect(await readFile(join(paths.trash, 'knowledge', copy), 'utf8')).toBe(old);
    }
    if (done.ok) {
      expect(n).toBeGreaterThan(6);
      return;
    }
  }
  throw new Error('never got through');
});
