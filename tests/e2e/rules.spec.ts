import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { enter, expect, picture, test } from './host.ts';

test('rules are added, refused in the brain’s words, tried out and removed', async ({
  lab,
  page,
}) => {
  await lab.provider('claude', 'anthropic', () => ({ text: 'Hello.' }));
  await lab.configure();
  const host = await lab.start();
  await enter(page, host.url, '/settings/behaviour');

  const what = page.getByRole('textbox', { name: 'Command or file' });
  await what.fill('make deploy');
  await page.getByRole('button', { name: 'Look' }).click();
  await expect(page.getByText('You would be asked.')).toBeVisible();
  await what.fill('rm -rf ~');
  await page.getByRole('button', { name: 'Look' }).click();
  await expect(page.getByText('It would be refused.')).toBeVisible();

  const rule = page.getByRole('textbox', { name: 'New rule' });
  await rule.fill('bash(make)');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('the tool is called Bash')).toBeVisible();
  await page.getByLabel('What the new rule does').selectOption('deny');
  await rule.fill('Bash(make deploy)');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(
    page.getByRole('button', { name: 'Remove the rule Bash(make deploy)' }),
  ).toBeVisible();
  await expect
    .poll(() => readFile(join(lab.home, 'config.json'), 'utf8'))
    .toContain('Bash(make deploy)');

  await what.fill('env A=1 make deploy');
  await page.getByRole('button', { name: 'Look' }).click();
  await expect(page.getByText('permissions.deny')).toBeVisible();
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.getByText('permissions.deny').scrollIntoViewIfNeeded();
    await picture(page, `test-results/rules/${scheme}.png`);
  }
  await page.setViewportSize({ width: 900, height: 700 });
  await page.getByText('permissions.deny').scrollIntoViewIfNeeded();
  await picture(page, 'test-results/rules/narrow.png');
  await page.getByRole('button', { name: 'Remove the rule Bash(make deploy)' }).click();
  await expect(page.getByRole('button', { name: 'Remove the rule Bash(make deploy)' })).toHaveCount(
    0,
  );
});
