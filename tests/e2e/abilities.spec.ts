import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { expectAccessible } from './axe.ts';
import { dropFiles } from './drop.ts';
import { enter, expect, picture, say, shown, test } from './host.ts';

const dice = `---
name: dice
description: Throwing dice fairly.
triggers: [dice, roll]
permissions: { hosts: [random.example.com], read: ["."] }
---
Throw with throw_dice.
`;
const plugin = `export const tools = [{ name: 'throw_dice', description: 'Throws.' }];
export const execute = () => ({ success: true, output: 'seven' });
`;

test('a skill with a plugin is looked at, taken in, let run, used, and one of the agent is a proposal', async ({
  lab,
  page,
}, info) => {
  const folder = join(lab.home, '..', 'dice');
  await mkdir(join(folder, 'plugin'), { recursive: true });
  await mkdir(join(folder, 'scripts'));
  await writeFile(join(folder, 'SKILL.md'), dice);
  await writeFile(join(folder, 'plugin', 'index.mjs'), plugin);
  await writeFile(join(folder, 'scripts', 'count.py'), 'print(6)');
  const proposal = {
    folder: 'habit',
    files: [
      {
        path: 'SKILL.md',
        content:
          '---\nname: habit\ndescription: A habit.\npermissions: { hosts: [habits.example.com] }\n---\nAlways greet.\n',
      },
    ],
  };
  await lab.provider('claude', 'anthropic', [
    { toolCalls: [{ name: 'throw_dice', args: {} }] },
    { toolCalls: [{ name: 'ProposeSkill', args: proposal }] },
    { text: 'It was a seven.' },
  ]);
  await lab.configure();
  const host = await lab.start();
  await enter(page, host.url, '/settings/skills');

  // First a zip archive, dropped and not wanted: nothing of it stays.
  const archive = join(folder, '..', 'tea.zip');
  const zip = new ZipFile();
  const text = '---\nname: tea\ndescription: About tea.\n---\nMake it hot.\n';
  zip.addBuffer(Buffer.from(text), 'tea/SKILL.md');
  zip.end();
  await writeFile(archive, await buffer(zip.outputStream));
  const place = page.getByRole('region', { name: 'Take a skill in' });
  await dropFiles(page, place, [archive]);
  const review = page.getByRole('region', { name: 'This would come' });
  await expect(review).toContainText('About tea.');
  const kept = () => readdir(join(lab.home, 'attachments')).catch(() => []);
  expect(await kept()).toHaveLength(2);
  await review.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(kept).toEqual([]);

  await dropFiles(page, place, [folder]);
  await expect(review).toContainText('random.example.com');
  await expect(review).toContainText('A program could run: plugin/index.mjs, scripts/count.py');
  await review.getByText('3 files').click();
  await picture(page, info.outputPath('review.png'));
  await review.getByRole('button', { name: 'Take it in' }).click();
  // Until the answer is there it stands in the review, too.
  await expect(review).toHaveCount(0);

  const card = page.getByRole('listitem').filter({ hasText: 'Throwing dice fairly' });
  await expect(card).toContainText('None of its code has run');
  expect(await kept()).toEqual([]);
  await card.scrollIntoViewIfNeeded();
  await picture(page, info.outputPath('asks.png'));
  await card.getByRole('button', { name: 'Let it run' }).click();
  await expect(card).toContainText('throw_dice');
  await picture(page, info.outputPath('runs.png'));

  await page.goto(new URL('/', host.url).href);
  await say(page, 'Roll the dice');
  await page.getByRole('button', { name: /allow/i }).first().click();
  await expect(shown(page, 'It was a seven.')).toBeVisible();
  await page.goto(new URL('/', host.url).href);
  const question = page.getByRole('region', { name: 'Make the skill "habit"?' });
  await expect(question).toContainText('Always greet.');
  await picture(page, info.outputPath('proposal.png'));
  // Not the words of a tool call: nothing runs here, and there is no "once".
  await expect(question.getByRole('button')).toHaveText(['Accept', 'Discard']);
  // What its plugin wants stands beside what the files become.
  await expect(question).toContainText('exchange data with habits.example.com');
  await expectAccessible(page, 'a proposed skill');
  await question.getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(question).toHaveCount(0);
  await page.goto(new URL('/settings/skills', host.url).href);
  await expect(page.getByRole('listitem').filter({ hasText: 'A habit.' })).toBeVisible();

  await page.goto(new URL('/', host.url).href);
  await say(page, '/skill habit');
  await expect(shown(page, /is active in this conversation/)).toBeVisible();
  const end = page.getByRole('button', { name: 'End the skill habit' });
  await expect(end).toBeVisible();
  await picture(page, info.outputPath('active.png'));
  await end.click();
  await expect(end).toHaveCount(0);
});
