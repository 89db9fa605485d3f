/** Memory, Inspector, Tasks, Usage and Settings: what can be looked up about the mind and its work. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { providerOf } from '../support/model-servers/provider.ts';
import { expectAccessible } from './axe.ts';
import { enter, expect, say, shown, test } from './host.ts';

test('what was done and learned is found again: by turn, by task, by day and in figures', async ({
  lab,
  page,
}) => {
  const server = await lab.provider('claude', 'openai', [
    {
      text: 'I note it.',
      toolCalls: [{ name: 'remember', args: { fact: 'The bike is green', topic: 'technical' } }],
      usage: { input: 1000, output: 100, cacheRead: 3000 },
    },
    { text: 'Noted.', usage: { input: 1000, output: 100, cacheRead: 3000 } },
  ]);
  const prices = { '*': { input: 10, output: 10, cacheRead: 1 } };
  const claude = { ...providerOf(server), apiKeyEnv: 'TEST_KEY', prices };
  await lab.configure({ providers: { claude } });
  const episodes = join(lab.home, 'workspace', 'hippocampus', 'episodes');
  await mkdir(episodes, { recursive: true });
  await writeFile(
    join(episodes, '2026-01-05.md'),
    '# 2026-01-05\n<!-- connectome:episodes v1 -->\n\n## 09:05 Where is the map? <!-- t_01kaj8n4v0000000000000007q -->\n- **User:** Where is the map?\n- **Tools:** none\n- **Response:** In the drawer.\n- **Outcome:** stopped\n',
  );
  const { url } = await lab.start();
  await enter(page, url);
  await say(page, 'My bike is green');
  await expect(shown(page, 'Noted.')).toBeVisible();
  const rooms = page.getByRole('navigation', { name: 'Rooms' });

  // The calls of a turn stand together, and each leads to the others.
  await rooms.getByRole('link', { name: 'Inspector' }).click();
  await page.getByRole('link', { name: /2 calls/ }).click();
  const calls = page.getByRole('navigation', { name: 'Calls of this turn' }).getByRole('link');
  await expect(calls).toHaveCount(2);
  await expect(page.getByText('“My bike is green”')).toBeVisible();
  await expectAccessible(page, 'a call');
  await calls.first().click();
  await expect(calls.first()).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(calls.last()).toHaveAttribute('aria-current', 'page');

  await rooms.getByRole('link', { name: 'Tasks' }).click();
  await page.getByRole('link', { name: 'Ended badly' }).click();
  await expect(page.getByText('None of this kind.')).toBeVisible();
  await page.getByRole('link', { name: 'Done', exact: true }).click();
  const tasks = page.getByRole('navigation', { name: 'Tasks', exact: true });
  await tasks.getByRole('link', { name: /^My bike is green/ }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: /remember.*The bike is green/ }),
  ).toContainText('success');
  await expectAccessible(page, 'a task');
  await page
    .getByRole('article')
    .getByRole('link', { name: /^My bike is green/ })
    .click();
  await expect(page).toHaveURL(/\/c\/s_\w+\?turn=t_/);
  await page.goBack();

  await rooms.getByRole('link', { name: 'Memory' }).click();
  await page.getByRole('link', { name: 'Day by day' }).click();
  const days = page.getByRole('region', { name: 'Day by day' });
  await expect(days.getByText('1 fact learned')).toBeVisible();
  await expect(days.getByText('The bike is green')).toBeVisible();
  await expect(days.getByText('In the drawer.')).toBeVisible();
  await expect(days.getByText('stopped')).toBeVisible();
  await expectAccessible(page, 'day by day');
  await days.getByRole('link', { name: 'Where is the map?' }).click();
  await expect(page.getByRole('textbox', { name: /2026-01-05\.md/ })).toBeVisible();
  await page.goBack();
  await expect(days).toBeVisible();

  await rooms.getByRole('link', { name: 'Usage' }).click();
  const chart = page.getByRole('region', { name: 'Usage as a chart' });
  await expect(chart.getByRole('img', { name: /^Cost: most on/ })).toBeVisible();
  await chart.getByRole('button', { name: 'From cache' }).click();
  await expect(chart.getByRole('img', { name: /, 75%$/ })).toBeVisible();
  await chart.getByRole('button', { name: '7 days' }).click();
  await expect(page).toHaveURL(/show=cache&days=7/);
  await expectAccessible(page, 'usage');
  await page.goBack();
  await expect(chart.getByRole('button', { name: '30 days' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await rooms.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('spending');
  await expectAccessible(page, 'finding a setting');
  await page.getByRole('link', { name: /^Spending limit/ }).click();
  await expect(page.getByRole('textbox', { name: /^Spending limit/ })).toBeInViewport();
  await expect(page).toHaveURL(/\/settings\/behaviour/);
});

test('a room in which nothing has happened yet says what will be there, and no address shows something else', async ({
  lab,
  page,
}) => {
  await lab.configure({ providers: {}, cascade: [] });
  const { url } = await lab.start();
  await enter(page, url);
  await expect(page.getByRole('textbox', { name: /message/i })).toBeVisible();
  for (const [path, words] of [
    ['/inspect', 'Each model call leaves a snapshot here.'],
    ['/mind', 'what it knows for good, fact by fact'],
    ['/memory', 'Say “remember that …”'],
    ['/memory?view=days', 'No day is written down yet'],
    ['/tasks', 'its steps are listed here'],
    ['/usage', 'Every model call is counted here'],
    ['/settings/nowhere', 'There is nothing at this address'],
  ] as const) {
    await page.goto(new URL(path, url).href);
    await expect(page.getByText(words)).toBeVisible();
    await expectAccessible(page, path);
  }
  for (const [path, words] of [
    ['/nowhere', 'There is nothing at this address'],
    ['/help/nowhere', 'There is nothing at this address'],
    ['/c/s_nobody', 'This conversation does not exist'],
    ['/c/%25', 'This conversation does not exist'],
    ['/inspect/none', 'There is no such snapshot'],
    ['/inspect/none?session=s_nobody&turn=t_x&call=1', 'There is no such snapshot'],
    ['/tasks/none', 'There is no such task'],
  ] as const) {
    await page.goto(new URL(path, url).href);
    await expect(page.getByText(words)).toBeVisible();
  }
});
