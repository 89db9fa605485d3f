import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enter, expect, say, shown, test } from './host.ts';

const finder = (page: Page) => page.getByRole('combobox', { name: 'Find anything' });

async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(finder(page)).toBeFocused();
  await finder(page).fill(words);
  await page.keyboard.press('Enter');
  await expect(finder(page)).toBeHidden();
}

test('everything is found and done by name, without a mouse', async ({ lab, page }) => {
  await lab.configure({ providers: {}, cascade: [] });
  await enter(page, (await lab.start()).url);
  await say(page, 'remember that the printer is in the cellar');
  await expect(shown(page, /cellar/)).toBeVisible();
  await expect(page).toHaveTitle(/printer.* · Connectome/);

  // Who types on at once means the palette, which is still on its way, and not the message field.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('inspe');
  await expect(finder(page)).toHaveValue('inspe');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');

  await page.keyboard.press('Control+k');
  await expect(finder(page)).toBeFocused();
  await expect(page.getByRole('group', { name: 'Rooms' }).getByRole('option')).not.toHaveCount(0);
  await expectAccessible(page, 'the palette');

  // A room, a file of the mind, an action on the open conversation, a conversation by what was said.
  await page.keyboard.press('Escape');
  await find(page, 'inspect');
  await expect(page).toHaveURL(/\/inspect$/);
  await expect(page.locator('#room')).toBeFocused();
  await page.keyboard.press('Control+k');
  await finder(page).fill('soul');
  await expect(page.getByRole('option', { name: /soul\.md/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'identity/soul.md' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await finder(page).fill('cellar');
  // Found by its title and by what was said in it: it stands there once.
  await expect(page.getByRole('option', { name: /printer/ })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await find(page, 'rename');
  await expect(page.getByRole('textbox', { name: 'Rename' })).toBeFocused();
  await page.keyboard.type('Where things are');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Where things are · Connectome');
  await find(page, 'theme dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  // What was used last stands first.
  await page.keyboard.press('Control+k');
  await expect(
    page.getByRole('group', { name: 'Used last' }).getByRole('option').first(),
  ).toHaveAccessibleName(/Theme: Dark/);
  await page.keyboard.press('Control+k');
  await expect(finder(page)).toBeHidden();
});

test('the focus is never lost, and Escape closes only what was opened last', async ({
  lab,
  page,
}) => {
  await lab.configure({ providers: {}, cascade: [] });
  await page.setViewportSize({ width: 900, height: 800 });
  await enter(page, (await lab.start()).url);
  await say(page, 'help');
  await expect(page.getByText('Why?').first()).toBeVisible();

  // The palette over the open panel: Escape takes the palette, then the panel.
  await page.getByRole('button', { name: 'Show conversations' }).focus();
  await page.keyboard.press('Enter');
  const panel = page
    .getByRole('textbox', { name: 'Search conversations' })
    .or(page.getByRole('searchbox', { name: 'Search conversations' }));
  await expect(panel).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(finder(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(finder(page)).toBeHidden();
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  // What is asked for does not open below the panel that lies over the room.
  await page.keyboard.press('Control+b');
  const story = page.getByRole('complementary', { name: 'The brain at work' });
  await expect(story).toBeVisible();
  await page.keyboard.press('Control+f');
  await expect(story).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Find in this conversation' })).toBeFocused();
  await page.keyboard.press('Escape');

  // What had the focus is gone: what is near has it, and not the page's top.
  const focused = () =>
    page.evaluate<string>("document.activeElement?.closest('#room, aside')?.tagName ?? 'lost'");
  await page.keyboard.press('Control+Shift+f');
  await expect(panel).toBeFocused();
  await page.keyboard.type('hel');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(panel).toHaveValue('');
  await expect.poll(focused).not.toBe('lost');

  // Keys by their number, the page that lists them, and back into the conversation.
  await page.keyboard.press('Alt+4');
  await expect(page.getByRole('heading', { name: 'Memory', exact: true })).toBeVisible();
  await page.keyboard.press('Control+/');
  await page.getByRole('navigation', { name: 'Help' }).getByText('Keyboard').click();
  await expect(page.getByText('To the message field')).toBeVisible();
  await expectAccessible(page, 'the list of keys');
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
});
