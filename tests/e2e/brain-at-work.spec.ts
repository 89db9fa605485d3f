/** What each region did is told from events, live and afterwards, and nothing of it is made up. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from './axe.ts';
import { enter, expect, say, shown, test } from './host.ts';

/** The conversation beside it is looked at elsewhere. */
const panelOnly = 'aside[aria-label="The brain at work"]';

test('each region opens what it did, and the turn is a picture of its time', async ({
  lab,
  page,
}) => {
  await lab.provider('claude', 'anthropic', [{ status: 401 }]);
  await lab.provider('spare', 'openai', [
    {
      text: 'I write it down.',
      toolCalls: [
        { name: 'Write', args: { file_path: 'list.txt', content: 'milk\n' } },
        { name: 'remember', args: { fact: 'The oat milk is in the cellar', topic: 'technical' } },
      ],
    },
    { text: 'Done, all of it.' },
  ]);
  await lab.configure();
  const knowledge = join(lab.home, 'workspace', 'hippocampus', 'knowledge');
  await mkdir(knowledge, { recursive: true });
  await writeFile(join(knowledge, 'shops.md'), '# Shops\n\nMilk is cheap at the corner shop.\n');
  await enter(page, (await lab.start()).url);
  await say(page, 'Put milk on the shopping list');
  await expect(page.getByRole('button', { name: 'Allow once' })).toBeVisible();

  // While it waits: who waits for whom, and what was known so far.
  const panel = page.getByRole('complementary', { name: 'The brain at work' });
  // Beside the story there is little room: the folder is told by its own name, whole.
  const folder = page.getByRole('button', { name: /work$/ }).locator('bdi:visible');
  await expect(folder).toHaveText('work');
  expect(await folder.evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0);
  await expect(panel.getByText(/^waits for you:/)).toBeVisible();
  await expect(panel.getByRole('img', { name: /You / })).toBeVisible();
  const knew = panel.getByRole('region', { name: 'What it knew' }).getByRole('listitem');
  await expect(knew.first()).toContainText('shops.md');

  await page.getByRole('button', { name: 'Allow once' }).click();
  await expect(shown(page, 'Done, all of it.')).toBeVisible();
  const step = (name: string) => panel.getByRole('button', { name: new RegExp(`^${name}`) });
  for (const region of ['Prefrontal', 'Cortex', 'Thalamus', 'Broca', 'Amygdala', 'Motor']) {
    await step(region).click();
  }
  for (const region of ['Cerebellum', 'Hippocampus', 'Basal ganglia']) await step(region).click();
  const steps = panel.getByRole('listitem');
  const opened = (region: string) =>
    steps.filter({ has: page.getByRole('button', { name: new RegExp(`^${region}`) }) }).first();
  await expect(opened('Prefrontal').getByRole('link', { name: 'What call 2 saw' })).toBeVisible();
  await expect(
    opened('Prefrontal')
      .getByRole('img', { name: /memory \d+/ })
      .first(),
  ).toBeVisible();
  await expect(opened('Cortex')).toContainText('shops.md');
  await expect(opened('Thalamus')).toContainText('claude');
  await expect(opened('Thalamus')).toContainText('401');
  await expect(opened('Thalamus')).toContainText('call 2 · spare');
  await expect(opened('Broca')).toContainText('2 tool calls');
  await expect(opened('Amygdala')).toContainText('The permission mode: default');
  await expect(opened('Amygdala')).toContainText('You: allowed once.');
  await expect(opened('Motor')).toContainText('Write list.txt');
  await expect(opened('Cerebellum')).toContainText('Changed: list.txt');
  await expect(opened('Hippocampus')).toContainText('Learned: “The oat milk is in the cellar”');
  await expect(opened('Basal ganglia')).toContainText('success');
  const picture = panel.getByRole('region', { name: 'Where the time went' }).getByRole('img');
  await expect(picture).toHaveAccessibleName(/Prefrontal .*Thalamus .*You .*Motor .*Hippocampus/);
  await expectAccessible(page, 'every region open', { part: panelOnly });

  // Afterwards it is told the same, from the transcript.
  const before = await picture.getAttribute('aria-label');
  await page.reload();
  await expect(shown(page, 'Done, all of it.')).toBeVisible();
  await expect(picture).toHaveAttribute('aria-label', before ?? '');
  await step('Motor').click();
  await panel.getByRole('link', { name: 'The task with all outputs' }).click();
  await expect(page.getByRole('heading', { name: /^Put milk/, level: 2 })).toBeVisible();
  await page.goBack();
  await step('Hippocampus').click();
  await panel.getByRole('link', { name: /^\d{4}-\d\d-\d\d\.md$/ }).click();
  await expect(page.getByRole('textbox', { name: /hippocampus\/episodes/ })).toContainText(
    'Put milk',
  );
});
