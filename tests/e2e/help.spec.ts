import { readFile } from 'node:fs/promises';
import { expectAccessible } from './axe.ts';
import { enter, expect, test } from './host.ts';

test('a newcomer is shown around and can leave at any card, and a report is read before it is saved', async ({
  lab,
  page,
}) => {
  await lab.configure({ providers: {}, cascade: [] });
  const { url } = await lab.start();
  await enter(page, url);
  const look = page.getByRole('button', { name: 'Look around' });
  await look.click();
  const card = page.getByRole('dialog');
  await expect(card.getByRole('heading', { name: 'Talk' })).toBeVisible();
  await card.getByRole('button', { name: 'Next' }).click();
  await expect(card.getByRole('heading', { name: 'Reflexes and models' })).toBeVisible();
  await expectAccessible(page, 'a card of the tour');
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(look).toBeFocused();

  await page.keyboard.press('Control+/');
  await page.getByRole('navigation', { name: 'Help' }).getByText('Report a problem').click();
  const report = page.getByRole('textbox', { name: 'The report' });
  await expect(report).toHaveValue(/# Problem report of Connectome/);
  expect(await report.inputValue()).not.toContain(lab.home);
  await report.fill('Only this.');
  await page.getByRole('textbox', { name: /What happened/ }).fill('It was slow.');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const file = await (await saving).path();
  expect(await readFile(file, 'utf8')).toBe('It was slow.\n\nOnly this.');
  await expectAccessible(page, 'a report');
});
