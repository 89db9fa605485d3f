/** What a new user asks for first, with an approval where there is one and none where there need not be. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { enter, expect, picture, say, shown, test } from './host.ts';

const bash = (command: string, description: string) => ({
  toolCalls: [{ name: 'Bash', args: { command, description } }],
});

test('tidy this folder of 200 mixed files: one question, the right count, and all of it undone', async ({
  lab,
  page,
}) => {
  await lab.provider('first', 'anthropic', [
    { text: 'I look at what is there.', toolCalls: [{ name: 'Glob', args: { pattern: '*' } }] },
    bash(
      'mkdir -p Pictures Documents Music Archives && mv -n -- *.jpg Pictures/ && mv -n -- *.pdf *.txt Documents/ && mv -n -- *.mp3 Music/ && mv -n -- *.zip Archives/',
      'Sort the files by type into four folders',
    ),
    { text: 'All 200 files are in four folders now.' },
  ]);
  await lab.configure();
  await mkdir(lab.workingDir, { recursive: true });
  const kinds = ['jpg', 'pdf', 'txt', 'mp3', 'zip'];
  const names = Array.from({ length: 200 }, (_, n) => `Größe (${n}) alt.${kinds[n % 5]}`);
  await Promise.all(names.map((name) => writeFile(join(lab.workingDir, name), name)));
  await enter(page, (await lab.start()).url);
  await say(page, 'Tidy this folder of 200 mixed files by type');
  const allow = page.getByRole('button', { name: 'Allow once' });
  await expect(allow).toBeVisible();
  await expect(page.getByText('Sort the files by type into four folders').first()).toBeVisible();
  await picture(page, 'test-results/stories/tidy-asked.png');
  await allow.click();
  await expect(shown(page, 'All 200 files are in four folders now.')).toBeVisible();
  const changed = page.getByRole('button', { name: '200 files changed' });
  await changed.click();
  await expect(page.getByText(/Größe \(0\) alt\.jpg → Pictures/)).toBeVisible();
  await picture(page, 'test-results/stories/tidy-done.png');
  expect((await readdir(join(lab.workingDir, 'Documents'))).length).toBe(80);
  await page.getByRole('button', { name: 'Undo all' }).click();
  await expect(page.getByRole('button', { name: 'Redo all' })).toBeVisible();
  await picture(page, 'test-results/stories/tidy-undone.png');
  const left = await readdir(lab.workingDir, { withFileTypes: true });
  expect(
    left
      .filter((one) => one.isFile())
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(names.toSorted());
});

test('find and fix the failing test: the command is allowed once for the conversation, the edit is shown', async ({
  lab,
  page,
}) => {
  const model = await lab.provider('first', 'openai', [
    {
      toolCalls: [
        { name: 'Glob', args: { pattern: '**/*.mjs' } },
        { name: 'Read', args: { file_path: 'sum.mjs' } },
        { name: 'Read', args: { file_path: 'sum.test.mjs' } },
      ],
    },
    bash('node --test', 'Run the tests'),
    {
      text: 'It subtracts where it should add.',
      toolCalls: [
        {
          name: 'Edit',
          args: { file_path: 'sum.mjs', old_string: 'a - b', new_string: 'a + b' },
        },
      ],
    },
    bash('node --test', 'Run the tests again'),
    bash('cp sum.mjs ../backup/sum.mjs', 'Keep a copy beside the others'),
    { text: 'The test passes now.' },
  ]);
  await lab.configure();
  await mkdir(lab.workingDir, { recursive: true });
  const write = (name: string, text: string) => writeFile(join(lab.workingDir, name), text);
  await write('sum.mjs', 'export const sum = (a, b) => a - b;\n');
  await write(
    'sum.test.mjs',
    "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { sum } from './sum.mjs';\ntest('adds', () => assert.equal(sum(2, 3), 5));\n",
  );
  const backup = join(lab.workingDir, '..', 'backup');
  await mkdir(backup);
  await promisify(execFile)('git', ['init', '-q', lab.workingDir]);
  await enter(page, (await lab.start()).url);
  await say(page, 'Find and fix the failing test in this small repository');
  await expect(page.getByText('node --test').first()).toBeVisible();
  await picture(page, 'test-results/stories/fix-command.png');
  await page.getByRole('button', { name: 'For this conversation' }).click();
  await expect(
    page
      .getByText('+export const sum = (a, b) => a + b;')
      .or(page.getByText('export const sum = (a, b) => a + b;'))
      .first(),
  ).toBeVisible();
  await picture(page, 'test-results/stories/fix-edit.png');
  await page.getByRole('button', { name: 'Allow once' }).click();
  // The tests run again without another question. A yes to a copy elsewhere is one that works.
  await expect(page.getByText('cp sum.mjs ../backup/sum.mjs').first()).toBeVisible();
  await picture(page, 'test-results/stories/fix-elsewhere.png');
  await page.getByRole('button', { name: 'Allow once' }).click();
  await expect(shown(page, 'The test passes now.')).toBeVisible();
  await picture(page, 'test-results/stories/fix-done.png');
  const results = JSON.stringify(model.chats.at(-1)?.body);
  expect(results).toMatch(/fail 1[\s\S]*fail 0/);
  expect(await readFile(join(lab.workingDir, 'sum.mjs'), 'utf8')).toContain('a + b');
  expect(await readFile(join(backup, 'sum.mjs'), 'utf8')).toContain('a + b');
  await expect(page.getByRole('button', { name: /^1 file changed \S+/ })).toBeVisible();
});

test('what is in these three logs: nothing is asked, and every step can be seen', async ({
  lab,
  page,
}) => {
  const model = await lab.provider('first', 'ollama', [
    { toolCalls: [{ name: 'Glob', args: { pattern: '*.log' } }] },
    {
      toolCalls: [
        { name: 'Read', args: { file_path: 'access.log', limit: 20 } },
        { name: 'Grep', args: { pattern: 'ERROR', output_mode: 'count' } },
        { name: 'Grep', args: { pattern: 'ERROR', path: 'error.log', output_mode: 'content' } },
        { name: 'Read', args: { file_path: 'jobs.log', offset: 990 } },
      ],
    },
    { text: 'Three logs: requests, one error about the disk, and a thousand jobs.' },
  ]);
  await lab.configure();
  await mkdir(lab.workingDir, { recursive: true });
  const log = (name: string, line: (n: number) => string) =>
    writeFile(
      join(lab.workingDir, name),
      Array.from({ length: 1000 }, (_, n) => `${line(n)}\n`).join(''),
    );
  await log('access.log', (n) => `10.0.0.${n % 250} GET /page/${n} 200`);
  await log('error.log', (n) => (n === 500 ? 'ERROR disk is full' : `INFO ${n}`));
  await log('jobs.log', (n) => `job ${n} done`);
  await enter(page, (await lab.start()).url);
  await say(page, 'What is in these three logs?');
  await expect(shown(page, 'Three logs: requests, one error')).toBeVisible();
  await picture(page, 'test-results/stories/logs.png');
  await expect(page.getByRole('button', { name: 'Allow once' })).toHaveCount(0);
  await expect(page.getByText(/text from elsewhere/i)).toHaveCount(0);
  const last = JSON.stringify(model.chats.at(-1)?.body);
  expect(last).toContain('ERROR disk is full');
  expect(last).toContain('job 999 done');
});
