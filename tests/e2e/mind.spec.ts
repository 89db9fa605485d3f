/** The mind's files in the window: nothing typed is lost, and what was written over comes back. */
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from './axe.ts';
import { enter, expect, test } from './host.ts';

test('a file is found, written, read, looked back on and restored, without leaving the keyboard’s place', async ({
  lab,
  page,
}) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await lab.configure({ providers: {}, cascade: [] });
  await enter(page, (await lab.start()).url);
  const soul = join(lab.home, 'workspace', 'identity', 'soul.md');
  const before = await readFile(soul, 'utf8');
  await page.getByRole('link', { name: 'Mind' }).click();
  await expect(page.getByText('what it knows for good, fact by fact')).toBeVisible();
  await expectAccessible(page, 'nothing open');
  const find = page.getByRole('searchbox', { name: 'Find a file' });
  await find.fill('SOUL');
  await expect(page.getByText('1 file', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'identity/soul.md' }).click();
  await find.fill('');
  await expect(page.getByRole('button', { name: /^identity/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  );

  // Keys that come faster than the window draws are all there, in their order.
  const text = page.getByRole('textbox', { name: 'identity/soul.md' });
  await text.press('ControlOrMeta+a');
  await text.press('Delete');
  await text.pressSequentially('# Soul\n\nBe **brief**.\n');
  await expect(page.getByText('not saved', { exact: true })).toBeVisible();
  await expectAccessible(page, 'unsaved text');
  await text.press('ControlOrMeta+s');
  await expect(page.getByText('not saved', { exact: true })).toBeHidden();
  await expect(text).toBeFocused();
  await expect.poll(() => readFile(soul, 'utf8')).toBe('# Soul\n\nBe **brief**.\n');
  await text.press('ControlOrMeta+f');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await expectAccessible(page, 'finding in the text');
  await page.keyboard.press('Escape');
  await expect(text).toBeFocused();

  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Soul', exact: true })).toBeVisible();
  await expectAccessible(page, 'preview');
  await page.getByRole('button', { name: 'History' }).click();
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('button');
  await expect(versions).toHaveCount(2);
  await expect(page.getByRole('region', { name: /^Changes of/ })).toContainText('Be **brief**.');
  await versions.last().click();
  await expectAccessible(page, 'history');
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expect(versions).toHaveCount(3);
  await expect.poll(() => readFile(soul, 'utf8')).toBe(before);
  // Each view is a place of its own to come back to.
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Read', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.goBack();
  await expect(text).toContainText(before.split('\n')[0] ?? '');
  expect(problems).toEqual([]);
});

test('a change from elsewhere is shown beside what was typed, and neither is lost', async ({
  lab,
  page,
}) => {
  await lab.configure({ providers: {}, cascade: [] });
  const { url } = await lab.start();
  const user = join(lab.home, 'workspace', 'identity', 'user.md');
  await enter(page, url, '/mind?file=identity%2Fuser.md');
  const text = page.getByRole('textbox', { name: 'identity/user.md' });
  const before = await readFile(user, 'utf8');
  // An open file that nobody types into follows the disk.
  await appendFile(user, '\nFrom an editor.\n');
  await expect(text).toContainText('From an editor.');
  await text.fill('Mine alone.');
  await writeFile(user, `${before}\nTheirs.\n`);
  await expect(page.getByText('This file was changed meanwhile')).toBeVisible();
  await page.getByRole('button', { name: 'What differs' }).click();
  const difference = page.getByRole('region', { name: 'From the file to your text' });
  await expect(difference).toContainText('Theirs.');
  await expectAccessible(page, 'conflict');
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(page.getByText('not saved', { exact: true })).toBeHidden();
  await expect.poll(() => readFile(user, 'utf8')).toBe('Mine alone.');
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('list', { name: 'Versions' }).getByRole('button').nth(1).click();
  await expect(page.getByRole('region', { name: /^Changes of/ })).toContainText('Theirs.');
});

test('what is wrong in the front matter of a skill is said while it is typed', async ({
  lab,
  page,
}) => {
  await lab.configure({ providers: {}, cascade: [] });
  const folder = join(lab.home, 'workspace', 'cerebellum', 'tea');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'SKILL.md'),
    '---\nname: tea\ndescription: Makes tea.\n---\nBoil.\n',
  );
  const { url } = await lab.start();
  await enter(page, url, '/mind?file=cerebellum%2Ftea%2FSKILL.md');
  const text = page.getByRole('textbox', { name: 'cerebellum/tea/SKILL.md' });
  await text.fill('---\nname: tea\ndescription: [Makes tea\n---\nBoil.\n');
  const problem = page.getByRole('button', { name: /^Line \d: / });
  await expect(problem).toBeVisible();
  await expectAccessible(page, 'a problem');
  await problem.click();
  await expect(text).toBeFocused();
  await text.fill('---\nname: tea\ndescription: Makes tea.\n---\nBoil.\n');
  await expect(problem).toBeHidden();
});
