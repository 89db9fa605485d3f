import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, say, shown, test } from './host.ts';

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
  await page.goto(host.url);
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
  await card.getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(card).toHaveCount(0);
  await expect
    .poll(() => readFile(join(lab.home, 'config.json'), 'utf8'))
    .toContain(JSON.stringify(shop));

  await page.goto(new URL('/settings/behaviour', host.url).href);
  const taken = page.getByRole('button', { name: `Remove ${shop}` });
  await taken.click();
  await expect(taken).toHaveCount(0);
});
