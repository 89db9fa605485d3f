import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Script } from '../support/model-servers/index.ts';
import { enter, expect, picture, say, shown, test } from './host.ts';

const facts = [
  ['My sister Nadia likes jasmine tea.', 'people'],
  ['The boat is moored at pier seven.', 'technical'],
  ['Invoices are sent on the first Monday of a month.', 'decisions'],
] as const;

/** A model that remembers what it is taught, and tells what it was shown of its memory. */
const pupil: Script = (request) => {
  const { messages } = request.body as { messages: readonly { role: string; content: unknown }[] };
  const last = messages.at(-1);
  const said = JSON.stringify(messages.findLast(({ role }) => role === 'user'));
  if (last?.role === 'tool') return { text: 'I will keep that.' };
  if (said.includes('Learn three things')) {
    return {
      toolCalls: facts.map(([fact, topic]) => ({ name: 'remember', args: { fact, topic } })),
    };
  }
  const memory = /<memory[\s\S]*<\/memory>/.exec(said)?.[0] ?? 'no memory';
  return { text: `Shown: ${memory.replaceAll('<', '(').replaceAll('\\n', ' ')}` };
};

test('three facts of one conversation are known in another after a restart, with their source', async ({
  lab,
  page,
}) => {
  await lab.provider('local', 'openai', pupil);
  await lab.configure();
  let host = await lab.start();
  await enter(page, host.url);
  await say(page, 'Learn three things about me');
  await expect(shown(page, 'I will keep that.')).toBeVisible();

  // What is derived is lost together with the running program.
  await host.kill();
  await rm(join(lab.home, 'workspace', 'cortex'), { recursive: true });
  host = await lab.start();
  await page.getByRole('link', { name: /^New conversation/ }).click();
  await say(page, 'Where is the boat, what tea does Nadia like, when do invoices go out?');
  for (const words of ['jasmine tea', 'pier seven', 'first Monday']) {
    await expect(shown(page, new RegExp(`Shown: .*${words}`))).toBeVisible();
  }
  await expect(shown(page, /hippocampus\/knowledge\/people\.md/)).toBeVisible();

  // Their source is a conversation that opens.
  await page.getByRole('link', { name: 'Memory', exact: true }).click();
  const fact = page.getByRole('listitem').filter({ hasText: 'pier seven' });
  await expect(fact.getByText(/Learned on [A-Z][a-z]+ \d+, \d{4} in/)).toBeVisible();
  await fact.getByRole('link', { name: 'Learn three things about me' }).click();
  await expect(shown(page, 'I will keep that.')).toBeVisible();

  // A file that is edited by hand is what the next message knows.
  const file = join(lab.home, 'workspace', 'hippocampus', 'knowledge', 'people.md');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('jasmine tea', 'peppermint tea'));
  await page.getByRole('link', { name: /^New conversation/ }).click();
  await expect(async () => {
    await say(page, 'Which tea does Nadia like?');
    await expect(page.getByRole('article').getByText('peppermint tea').first()).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
});

test('a fact is corrected and forgotten in the memory room, out of conversations too', async ({
  lab,
  page,
}) => {
  await lab.provider('local', 'openai', pupil);
  await lab.configure();
  const { url } = await lab.start();
  await enter(page, url);
  await say(page, 'Learn three things about me');
  await expect(shown(page, 'I will keep that.')).toBeVisible();
  await page.getByRole('link', { name: 'Memory', exact: true }).click();

  const boat = page.getByRole('listitem').filter({ hasText: 'pier seven' });
  await boat.getByRole('button', { name: 'Correct' }).click();
  const field = page.getByRole('textbox', { name: 'Correct' });
  await field.fill('The boat is moored at pier nine.');
  await field.press('Enter');
  await expect(page.getByText('The boat is moored at pier nine.')).toBeVisible();
  await expect(page.getByText(/^Until .*\d{4}/)).toBeVisible();
  await picture(page, 'test-results/facts.png');

  const tea = page.getByRole('listitem').filter({ hasText: 'jasmine tea' });
  await tea.getByRole('button', { name: 'Forget' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('checkbox').check();
  await expect(dialog.getByText('This cannot be undone')).toBeVisible();
  await picture(page, 'test-results/forget.png');
  await dialog.getByRole('button', { name: 'Forget' }).click();
  await expect(page.getByText('Forgotten, everywhere.')).toBeVisible();
  await expect(page.getByText('jasmine tea')).toHaveCount(0);
});

test('a private conversation is marked, is not found, and is gone when it is deleted', async ({
  lab,
  page,
}) => {
  await lab.provider('local', 'openai', () => ({ text: 'Between us.' }));
  await lab.configure();
  const { url } = await lab.start();
  await enter(page, url);
  await page.getByRole('link', { name: 'New private conversation' }).click();
  await expect(page.getByText('Leaves no memory')).toBeVisible();
  await picture(page, 'test-results/private-new.png');
  await say(page, 'My hidden treasure is under the oak');
  await expect(shown(page, 'Between us.')).toBeVisible();
  await expect(page.locator('header').getByText('Private', { exact: true })).toBeVisible();
  await picture(page, 'test-results/private.png');
  await page.getByRole('link', { name: 'Memory', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search the memory' }).fill('treasure oak');
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: 'My hidden treasure' });
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('it is deleted for good')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('My hidden treasure')).toHaveCount(0);
});

test('a search in all conversations leads to the message itself, far up in a long one', async ({
  lab,
  page,
}) => {
  await lab.provider('local', 'openai', (_request, n) => ({
    text:
      n === 2 ? 'The lighthouse keeper is called Ismael.' : `${'A long answer. '.repeat(60)}${n}`,
  }));
  await lab.configure();
  const { url } = await lab.start();
  await enter(page, url);
  for (let n = 1; n <= 8; n += 1) {
    await say(page, `Question number ${n}`);
    await expect(page.getByRole('article').getByText(`Question number ${n}`)).toBeVisible();
    await expect(page.getByText('Why?')).not.toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Memory', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('lighthouse Ismael');
  await page.getByRole('link', { name: /Ismael/ }).click();
  await expect(shown(page, 'The lighthouse keeper is called Ismael.')).toBeInViewport();
});
