import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { enter, expect, say, shown, test } from './host.ts';

test('what a turn changed is listed with its diff, undone and redone; a conflict is shown and stays', async ({
  lab,
  page,
}) => {
  await lab.provider('first', 'anthropic', [
    {
      toolCalls: [
        { name: 'Edit', args: { file_path: 'a.txt', old_string: 'old', new_string: 'new' } },
        { name: 'Write', args: { file_path: 'b.txt', content: 'made\n' } },
      ],
    },
    { text: 'Both are there.' },
  ]);
  await lab.configure({ permissions: { mode: 'acceptEdits' } });
  await mkdir(lab.workingDir, { recursive: true });
  const a = join(lab.workingDir, 'a.txt');
  const b = join(lab.workingDir, 'b.txt');
  await writeFile(a, 'old\n');
  await enter(page, (await lab.start()).url);
  await say(page, 'Change two files');
  await expect(shown(page, 'Both are there.')).toBeVisible();
  await page.getByRole('button', { name: '2 files changed' }).click();
  await page.getByRole('button', { name: 'changed a.txt', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Change', exact: true })).toContainText('new');
  await page.getByRole('button', { name: 'Undo: a.txt' }).click();
  await expect(page.getByRole('button', { name: 'Redo: a.txt' })).toBeVisible();
  expect(await readFile(a, 'utf8')).toBe('old\n');
  await page.getByRole('button', { name: 'Redo: a.txt' }).click();
  await expect(page.getByRole('button', { name: 'Undo: a.txt' })).toBeVisible();
  // The list looks again after each change; from here on it shows what was before the owner's edit.
  await page.reload();
  await page.getByRole('button', { name: '2 files changed' }).click();
  await expect(page.getByRole('button', { name: 'Undo all' })).toBeVisible();
  await writeFile(b, 'mine\n');
  await page.getByRole('button', { name: 'Undo all' }).click();
  await expect(page.getByText('changed since; left as it is')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Redo: a.txt' })).toBeVisible();
  expect(await readFile(b, 'utf8')).toBe('mine\n');
});

test('a question with choices and own words is answered, and the steps of the work survive a reload', async ({
  lab,
  page,
}) => {
  const todos = [
    { content: 'Read the logs', status: 'completed' },
    { content: 'Ask what matters', status: 'in_progress', activeForm: 'Asking what matters' },
    { content: 'Write it up', status: 'pending' },
  ];
  const questions = [
    {
      question: 'Which log matters most?',
      header: 'Log',
      options: [{ label: 'access.log', description: 'every request' }, { label: 'error.log' }],
    },
    {
      question: 'What should the summary have?',
      header: 'Summary',
      multiSelect: true,
      options: [{ label: 'A table' }, { label: 'A timeline' }],
    },
  ];
  const model = await lab.provider('first', 'openai', [
    {
      toolCalls: [
        { name: 'TodoWrite', args: { todos } },
        { name: 'AskUserQuestion', args: { questions } },
      ],
    },
    { text: 'Understood.' },
  ]);
  await lab.configure();
  await enter(page, (await lab.start()).url);
  await say(page, 'What is in these logs?');
  await expect(page.getByRole('region', { name: 'Steps of the work' })).toContainText(
    '1 of 3 done',
  );
  await page.getByRole('radio', { name: /error\.log/ }).check();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Steps of the work' })).toContainText(
    'Write it up',
  );
  await page.getByRole('radio', { name: /error\.log/ }).check();
  await page.getByRole('checkbox', { name: 'A table' }).check();
  await page.getByRole('textbox', { name: /What should the summary have/ }).fill('and the hours');
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(shown(page, 'Understood.')).toBeVisible();
  const heard = JSON.stringify(model.chats.at(-1)?.body);
  expect(heard).toContain('Answer: error.log');
  expect(heard).toContain('Answer: A table; and the hours');
});
