import { expectAccessible } from './axe.ts';
import { enter, expect, say, test } from './host.ts';

/** Stands for a window that is not in front, and keeps what the system was asked to show. */
const behind = `
  document.hasFocus = () => false;
  window.told = [];
  const Real = Notification;
  window.Notification = class extends EventTarget {
    static permission = Real.permission;
    static requestPermission = () => Real.requestPermission();
    constructor(title, { body }) { super(); window.told.push(title + ': ' + body); window.last = this; }
    close() {}
  };
`;

test('an approval is told while no window is in front, with the title alone, and a click leads to it', async ({
  lab,
  page,
  context,
}) => {
  await lab.provider('first', 'openai', [
    { toolCalls: [{ name: 'Write', args: { file_path: 'secret-plan.txt', content: 'x' } }] },
  ]);
  await lab.configure();
  const { url } = await lab.start();
  await context.grantPermissions(['notifications'], { origin: new URL(url).origin });
  await page.addInitScript(behind);
  await enter(page, url);
  await say(page, 'Write it down');
  await expect(page.getByRole('button', { name: 'Allow once' })).toBeVisible();
  await expect
    .poll(() => page.evaluate<string[]>('window.told'))
    .toEqual(['Waits for you: Write it down']);
  await page.keyboard.press('Control+,');
  await expect(page.getByRole('heading', { name: 'Models' })).toBeVisible();
  await page.evaluate("window.last.dispatchEvent(new Event('click'))");
  await expect(page.getByRole('button', { name: 'Allow once' })).toBeVisible();

  // Who is in another room, also of a narrow window without the list, sees and hears it there.
  const sign = page.getByRole('link', { name: 'Something waits for you' });
  await expect(sign).toHaveCount(0);
  await page.setViewportSize({ width: 900, height: 700 });
  await page.keyboard.press('Alt+4');
  await expect(page.getByRole('heading', { name: 'Memory', exact: true })).toBeVisible();
  await expect(page.locator('output')).toHaveText(/^Something waits for you/);
  await expectAccessible(page, 'something waits elsewhere');
  await sign.click();
  await expect(page.getByRole('button', { name: 'Allow once' })).toBeVisible();
  await expect(sign).toHaveCount(0);

  // Switched off, nothing more is told.
  await page.goto(new URL('/settings/desktop', url).href);
  await page.getByRole('switch', { name: 'Notifications' }).click();
  await expect(page.getByRole('switch', { name: 'Notifications' })).not.toBeChecked();
});

test('a link from elsewhere fills the message field and keeps what was begun there', async ({
  lab,
  page,
}) => {
  await lab.configure({ providers: {}, cascade: [] });
  const { url } = await lab.start();
  await enter(page, url);
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('My own words');
  await page.goto(new URL('/?text=From%20elsewhere', url).href);
  await expect(message).toHaveValue('My own words\n\nFrom elsewhere');
  await expect(page).toHaveURL(/\/$/);
  await page.goto(new URL('/?find=1', url).href);
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused();
});
