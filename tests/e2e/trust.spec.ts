import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { enter, expect, picture, say, shown, test } from './host.ts';

/** Pictures for people, light, dark and narrow. */
async function looks(page: Page, name: string, part: Locator): Promise<void> {
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await part.scrollIntoViewIfNeeded();
    await picture(page, `test-results/trust/${name}-${scheme}.png`);
  }
}

test('a project is asked about beside the conversation, and trust in it can be taken back', async ({
  lab,
  page,
}) => {
  await lab.provider('claude', 'anthropic', (_request, number) => ({ text: `Answer ${number}.` }));
  // The rules are in the working directory's own repository, beside the default one.
  const shop = join(lab.home, '..', 'shop');
  await mkdir(join(shop, '.git'), { recursive: true });
  await writeFile(join(shop, 'AGENTS.md'), '# Shop\n\nUse tabs. Ask before you touch the till.\n');
  await lab.configure();
  const host = await lab.start();
  await enter(page, host.url);
  await say(page, 'Hello');
  await expect(shown(page, 'Answer 1.')).toBeVisible();
  await page.getByRole('button', { name: lab.workingDir }).click();
  const folder = page.getByRole('textbox', { name: /folder/i });
  await folder.fill(shop);
  await folder.press('Enter');
  await expect(page.getByRole('button', { name: shop })).toBeVisible();
  await say(page, 'And here?');
  await expect(shown(page, 'Answer 2.')).toBeVisible();
  const card = page.getByRole('region', { name: 'Trust this folder?' });
  await expect(card.getByText('Ask before you touch the till.')).toBeVisible();
  // It stands here; in a room where it does not, there is a sign of it.
  const sign = page.getByRole('link', { name: 'Something waits for you' });
  await expect(sign).toHaveCount(0);
  await page.getByRole('link', { name: 'Tasks' }).click();
  await expect(sign).toBeVisible();
  await page.goBack();
  await card.getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(card).toHaveCount(0);
  const config = () => readFile(join(lab.home, 'config.json'), 'utf8');
  await expect.poll(config).toContain(JSON.stringify(shop));

  // Rules that a trusted folder brings, and brings anew, count only as their owner took them over.
  const bring = (rules: object) =>
    writeFile(
      join(shop, '.connectome', 'permissions.json'),
      JSON.stringify({ version: 1, ...rules }),
    );
  await mkdir(join(shop, '.connectome'));
  await bring({ allow: ['Bash(npm test)'], deny: ['Read(till.db)'] });
  await say(page, 'Rules?');
  await expect(shown(page, 'Answer 3.')).toBeVisible();
  const rules = page.getByRole('region', { name: 'Take over the permission rules' });
  await expect(rules.getByText('Bash(npm test)')).toBeVisible();
  await rules.getByRole('button', { name: 'Take over' }).click();
  await expect(rules).toHaveCount(0);
  await expect.poll(config).toContain('Read(till.db)');
  await bring({ allow: ['Bash(npm test)', 'Bash'] });
  await say(page, 'And changed ones?');
  await expect(shown(page, 'Answer 4.')).toBeVisible();
  const change = rules.getByRole('region', { name: 'Change' });
  await expect(change.getByText('deny   Read(till.db)')).toBeVisible();
  await looks(page, 'rules-card', change);
  await rules.getByRole('button', { name: 'Leave as it is' }).click();
  await expect(rules).toHaveCount(0);

  await page.goto(new URL('/settings/behaviour', host.url).href);
  const place = page.getByRole('combobox', { name: 'For', exact: true });
  await place.selectOption(shop);
  const removal = (rule: string) =>
    page.getByRole('button', { name: `Remove the rule ${rule}`, exact: true });
  await expect(removal('Read(till.db)')).toBeVisible();
  await expect(removal('Bash')).toHaveCount(0);
  await page.getByLabel('What the new rule does').selectOption('ask');
  await page.getByRole('textbox', { name: 'New rule' }).fill('Bash(make:*)');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(removal('Bash(make:*)')).toBeVisible();
  await page.getByRole('textbox', { name: 'Command or file' }).fill('make all');
  await page.getByRole('button', { name: 'Look' }).click();
  await expect(page.getByText('permissions.ask')).toBeVisible();
  await looks(page, 'rules-of-a-folder', place);
  await removal('Read(till.db)').click();
  await expect.poll(config).not.toContain('Read(till.db)');
  await place.selectOption('');
  await expect(removal('Bash(make:*)')).toHaveCount(0);
  const taken = page.getByRole('button', { name: `Remove ${shop}` });
  await taken.click();
  await expect(taken).toHaveCount(0);
});
