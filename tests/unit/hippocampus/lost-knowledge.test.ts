import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createKnowledge } from '../../../brain/hippocampus/knowledge.ts';
import { guessTopic, namedTopic } from '../../../brain/hippocampus/topics.ts';
import { stripComments } from '../../../brain/shared/frontmatter.ts';
import type { HomePaths } from '../../../brain/shared/home.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { failNth } from '../../support/faulty-files.ts';
import { tempHome, testClock } from '../../support/mind-home.ts';

function open(paths: HomePaths, storage = createStorage()) {
  const redactor = createRedactor();
  redactor.add('claude', 'our-own-secret');
  return createKnowledge({ paths, storage, clock: testClock(), redactor });
}

const sessionId = 's_00000000000000000000000001';
const fileOf = (paths: HomePaths, topic: string) => join(paths.knowledge, `${topic}.md`);

it('writes the format of the golden file', async () => {
  const paths = await tempHome();
  const knowledge = open(paths);
  await knowledge.remember({ text: 'Ada is my sister.', topic: 'people', sessionId });
  await knowledge.remember({
    text: 'Ada  lives in\nBergen; her key is our-own-secret --> <!-- x',
    topic: 'People',
    sessionId,
  });
  await expect(await readFile(fileOf(paths, 'people'), 'utf8')).toMatchFileSnapshot(
    '../../golden/knowledge.md',
  );
});

describe('hand edits', () => {
  it.each([
    ['a section of the owner', '# People\n\n- Bo\n\n## Archive\n\n- old\n'],
    ['no newline at the end', '# People\n\n- Bo'],
    ['Windows line ends', '# People\r\n\r\n- Bo\r\n\r\n## Archive\r\n'],
    ['a heading inside a code fence', '# People\n\n```\n## not a heading\n```\n'],
    ['a heading inside a comment', '# People\n<!--\n## not a heading\n-->\n'],
    ['a comment that never ends', '# People\n\n<!-- open\n\n- hidden\n'],
    ['only text', 'just a line'],
    ['nothing', ''],
    ['blank lines', '\n\n\n'],
  ])('stay byte for byte and the new fact can be seen: %s', async (_name, mine) => {
    const paths = await tempHome();
    await writeFile(fileOf(paths, 'people'), mine);
    expect((await open(paths).remember({ text: 'Cy is new', topic: 'people', sessionId })).ok).toBe(
      true,
    );
    const text = await readFile(fileOf(paths, 'people'), 'utf8');
    const line = `- Cy is new <!-- 2026-11-21, ${sessionId} -->`;
    expect(text).toContain(line);
    expect(stripComments(text)).toContain('- Cy is new');
    // Taking the inserted piece out again leaves what was there.
    const [before = '', after = ''] = text.split(line);
    const eol = mine.includes('\r\n') ? '\r\n' : '\n';
    const rebuilt = [0, 1, 2].flatMap((lead) =>
      [0, 1].map((trail) => {
        const head = before.slice(0, before.length - lead * eol.length);
        return head + (trail === 1 && after.startsWith(eol) ? after.slice(eol.length) : after);
      }),
    );
    expect(rebuilt).toContain(mine);
    if (mine.includes('## Archive')) {
      expect(text.indexOf(line)).toBeLessThan(text.indexOf('## Archive'));
    }
  });
});

it('the same fact in other capitals or spacing, with or without its date, in any file, is known', async () => {
  const paths = await tempHome();
  const knowledge = open(paths);
  await writeFile(fileOf(paths, 'people'), '# People\n\n*   ADA likes   tea\n');
  const again = await knowledge.remember({
    text: 'Ada likes tea',
    topic: 'preferences',
    sessionId,
  });
  expect(again).toEqual({
    ok: true,
    value: { path: 'hippocampus/knowledge/people.md', exists: true },
  });
  await knowledge.remember({ text: 'Bo likes tea', topic: 'people', sessionId });
  const twice = await knowledge.remember({ text: 'BO LIKES TEA ', topic: 'people', sessionId });
  expect(twice).toMatchObject({ ok: true, value: { exists: true } });
});

it('of the same fact remembered twice at once, one is written', async () => {
  const paths = await tempHome();
  const knowledge = open(paths);
  const fact = { text: 'Ada likes tea', topic: 'people', sessionId };
  await Promise.all([knowledge.remember(fact), knowledge.remember(fact)]);
  expect((await readFile(fileOf(paths, 'people'), 'utf8')).match(/Ada likes tea/g)).toHaveLength(1);
});

it('nothing, too much and a newer file are errors in words that leave the file alone', async () => {
  const paths = await tempHome();
  const knowledge = open(paths);
  expect((await knowledge.remember({ text: ' \n', sessionId })).ok).toBe(false);
  expect((await knowledge.remember({ text: 'x'.repeat(2001), sessionId })).ok).toBe(false);
  const newer = '# People\n<!-- connectome:knowledge v9 -->\n';
  await writeFile(fileOf(paths, 'people'), newer);
  const refused = await knowledge.remember({ text: 'Ada', topic: 'people', sessionId });
  expect(refused).toMatchObject({
    ok: false,
    error: { text: expect.stringContaining('version 9') },
  });
  expect(await readFile(fileOf(paths, 'people'), 'utf8')).toBe(newer);
});

it('a full disk is an error in words, whichever step fails, and the file is whole', async () => {
  const paths = await tempHome();
  await writeFile(fileOf(paths, 'people'), '# People\n\n- Bo\n');
  for (let n = 1; n <= 3; n += 1) {
    const result = await open(paths, createStorage(failNth(n))).remember({
      text: 'Cy',
      topic: 'people',
      sessionId,
    });
    expect(result).toMatchObject({
      ok: false,
      error: { text: expect.stringContaining('disk is full') },
    });
    expect(await readFile(fileOf(paths, 'people'), 'utf8')).toBe('# People\n\n- Bo\n');
  }
});

describe('the topic', () => {
  it('is found by name and near name, and never leads out of the folder', () => {
    expect(namedTopic(' People ')).toBe('people');
    expect(namedTopic('family')).toBe('people');
    expect(namedTopic('../../identity/soul')).toBeUndefined();
    expect(namedTopic('constructor')).toBeUndefined();
  });

  it('is guessed by rules when none was given', () => {
    expect(guessTopic("My sister's name is Ada")).toBe('people');
    expect(guessTopic('I prefer short answers')).toBe('preferences');
    expect(guessTopic('We decided to use Postgres')).toBe('decisions');
    expect(guessTopic('The garden project has a deadline in May')).toBe('projects');
    expect(guessTopic('The router is at 192.168.1.1')).toBe('technical');
  });
});
