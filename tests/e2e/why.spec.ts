import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { enter, expect, say, shown, test } from './host.ts';

test('an answer leads to what was in its context, why a note was not, and what changed since', async ({
  lab,
  page,
}) => {
  await lab.provider('claude', 'anthropic', (_request, number) => ({ text: `Answer ${number}.` }));
  await lab.configure();
  const knowledge = join(lab.home, 'workspace', 'hippocampus', 'knowledge');
  await mkdir(knowledge, { recursive: true });
  const filler = Array.from({ length: 80 }, (_, n) => `- Line ${n}`).join('\n');
  await writeFile(
    join(knowledge, 'pets.md'),
    `# Pets\n\n## Cats\n\n${filler}\n\n## Dog\n\nThe dog Rex is afraid of thunder.\n`,
  );
  await writeFile(join(knowledge, 'tax.md'), '# Tax\n\nForms are due in May.\n');
  const { url } = await lab.start();
  await enter(page, url);
  await say(page, 'What is the dog Rex afraid of?');
  await expect(shown(page, 'Answer 1.')).toBeVisible();
  await say(page, 'And what is the cat called?');
  await expect(shown(page, 'Answer 2.')).toBeVisible();

  await page.getByRole('link', { name: 'Why?' }).first().click();
  await expect(page.getByRole('heading', { name: 'Included' })).toBeVisible();
  const question = page.getByRole('searchbox', { name: 'Why not …?' });
  await question.fill('hippocampus/knowledge/tax.md');
  await question.press('Enter');
  await expect(page.getByText('Has no word in common with the message.')).toBeVisible();
  await question.fill('thunder');
  await question.press('Enter');
  const dog = page.getByRole('listitem').filter({ hasText: 'Pets › Dog' });
  await expect(dog.getByText('Was in this call.')).toBeVisible();
  const other = page.getByRole('combobox', { name: 'Compare with another call' });
  await other.selectOption({ index: 1 });
  await expect(page.getByText('And what is the cat called?').first()).toBeVisible();

  // The note opens at its heading.
  const record = page.url();
  await page
    .getByRole('link', { name: /pets\.md › Pets › Dog/ })
    .first()
    .click();
  const editor = page.getByRole('textbox', { name: 'hippocampus/knowledge/pets.md' });
  await expect(editor).toBeFocused();
  await expect(editor.getByText('## Dog')).toBeInViewport();

  // When the snapshot is gone, what was chosen and why is still there.
  await rm(join(lab.home, 'workspace', 'prefrontal', '.debug'), { recursive: true });
  await page.goto(record);
  await expect(page.getByText('The snapshot is not there')).toBeVisible();
  await expect(page.getByRole('link', { name: /soul\.md/ })).toBeVisible();
});
