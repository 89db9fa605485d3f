import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { enter, expect, say, shown, test } from './host.ts';

test('a machine without any model: remembers, recalls after a restart, and shows the edited soul', async ({
  lab,
  page,
}) => {
  await lab.configure({ providers: {}, cascade: [] });
  const host = await lab.start();
  await enter(page, host.url);
  await expect(page.getByText('No language model is connected yet').first()).toBeVisible();
  await expect(page).not.toHaveURL(/code=/);

  await say(page, 'Remember that my sister Nadia likes jasmine tea');
  await expect(shown(page, 'I will remember')).toBeVisible();
  await expect(page.getByText('Why?').first()).toBeVisible();

  await host.kill();
  await lab.start();
  await page.getByRole('link', { name: /New conversation/ }).click();
  await say(page, 'What do you know about Nadia?');
  await expect(page.getByRole('article').getByText('jasmine tea').first()).toBeVisible();

  await appendFile(join(lab.home, 'workspace', 'identity', 'soul.md'), '\nI love tidy gardens.\n');
  await say(page, 'help');
  await expect(page.getByRole('article')).toHaveCount(2);
  const last = page.getByRole('article').last();
  await last
    .getByRole('link', { name: 'Why?' })
    .or(last.getByRole('button', { name: 'Why?' }))
    .click();
  await expect(page).toHaveURL(/\/inspect\//);
  await expect(page.getByText('I love tidy gardens.').first()).toBeAttached();
});

test('a browser without a key is told what to do', async ({ lab, page }) => {
  await lab.configure({ providers: {}, cascade: [] });
  const { url } = await lab.start();
  await page.goto(new URL('/', url).href);
  await expect(page.getByText('connectome open').first()).toBeVisible();
});

test('what was typed into a file of the mind is still there after a look elsewhere', async ({
  lab,
  page,
}) => {
  await lab.configure({ providers: {}, cascade: [] });
  const { url } = await lab.start();
  await enter(page, url);
  await page.getByRole('link', { name: 'Mind' }).click();
  await page.getByText('soul.md').click();
  const text = page.getByRole('textbox', { name: 'identity/soul.md' });
  await text.press('ControlOrMeta+a');
  await text.press('Delete');
  await text.pressSequentially('I am half a sentence');
  await page.getByRole('link', { name: 'Memory' }).click();
  await expect(page.getByText('What it knows for good')).toBeVisible();
  await appendFile(join(lab.home, 'workspace', 'identity', 'soul.md'), '\nFrom elsewhere.\n');
  await page.goBack();
  await expect(text).toHaveText('I am half a sentence');
  await expect(page.getByText('This file was changed meanwhile')).toBeVisible();
  await page.getByRole('button', { name: 'Load the new version' }).click();
  await expect(text).toContainText('From elsewhere.');
  await expect(page.getByText('not saved')).toBeHidden();
});

test('a conversation is renamed from its menu, whichever menu was used before', async ({
  lab,
  page,
}) => {
  await lab.configure({ providers: {}, cascade: [] });
  await enter(page, (await lab.start()).url);
  await say(page, 'run Read {"file_path": "a_b.md"}');
  const list = page.getByRole('navigation').or(page.getByRole('complementary'));
  const row = list.getByRole('link', { name: /run Read.*file_path.*a_b\.md/ });
  await expect(row.first()).toBeVisible();
  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByRole('button', { name: /^More for/ })).toHaveCount(2);
  await page
    .getByRole('button', { name: /^More for/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(page.getByRole('textbox', { name: 'Rename' })).toBeFocused();
  await page.keyboard.type('The notes');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'The notes' })).toBeVisible();
});
