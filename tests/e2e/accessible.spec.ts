import { expectAccessibleInBoth } from './axe.ts';
import { enter, expect, say, test } from './host.ts';

test('every room is free of accessibility faults, in light and dark', async ({ lab, page }) => {
  await lab.provider('first', 'openai', [
    { text: 'I look.', toolCalls: [{ name: 'Glob', args: { pattern: '*' } }] },
    { text: 'A **table**:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst x = 1;\n```\n' },
    { toolCalls: [{ name: 'Write', args: { file_path: 'a.txt', content: 'x' } }] },
  ]);
  await lab.configure();
  await enter(page, (await lab.start()).url);
  const check = (state: string): Promise<void> => expectAccessibleInBoth(page, state);
  await check('welcome');
  await say(page, 'Look around');
  await expect(page.getByText('Why?').first()).toBeVisible();
  await check('answer');
  // In a window of the other direction its columns stay in the order of its words.
  await page.evaluate("document.documentElement.dir = 'rtl'");
  await expect(page.getByRole('table')).toHaveCSS('direction', 'ltr');
  await page.evaluate("document.documentElement.dir = 'ltr'");
  const composer = page.getByRole('textbox', { name: 'Message', exact: true });
  await composer.fill('/');
  await expect(page.getByRole('listbox', { name: 'Commands' })).toBeVisible();
  await check('commands');
  await composer.fill('');
  await page.keyboard.press('ControlOrMeta+f');
  await page.getByRole('textbox', { name: 'Find in this conversation' }).fill('table');
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await check('find');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit and send again' }).last().click();
  await expect(page.getByRole('textbox', { name: 'Edit and send again' })).toBeFocused();
  await check('editing');
  await page.keyboard.press('Escape');
  await say(page, 'Write a file');
  await expect(page.getByRole('button', { name: 'Allow once' })).toBeVisible();
  await check('approval');
  for (const room of ['Inspector', 'Mind', 'Memory', 'Tasks', 'Usage', 'Settings']) {
    await page.getByRole('navigation').getByRole('link', { name: room }).click();
    await expect(page.getByRole('heading', { name: room }).first()).toBeVisible();
    // With something open in it: there is more to be wrong.
    if (room === 'Inspector') await page.getByRole('link', { name: /2 calls/ }).click();
    if (room === 'Tasks')
      await page
        .getByRole('link', { name: /^Look around/ })
        .last()
        .click();
    if (room === 'Memory') await page.getByRole('link', { name: 'Day by day' }).click();
    if (room === 'Settings') await page.getByRole('link', { name: 'Skills and tools' }).click();
    if (room === 'Usage') {
      // The model of this machine is free: a chart of its cost would be empty.
      const tokens = page.getByRole('button', { name: 'Tokens', exact: true });
      await expect(tokens).toHaveAttribute('aria-pressed', 'true');
      await page.getByRole('button', { name: 'Cost', exact: true }).click();
      await expect(page.getByText('All of these calls were free')).toBeVisible();
    }
    const opened: Readonly<Record<string, RegExp>> = {
      Inspector: /^Included/,
      Tasks: /^Look around/,
      Settings: /^Skills/,
    };
    const heading = opened[room];
    if (heading !== undefined) {
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    }
    await check(room);
  }
});
