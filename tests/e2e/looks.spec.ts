import { expectAccessible } from './axe.ts';
import { enter, expect, say, shown, test } from './host.ts';

/** Wider than the window, or past its edge: something is cut off or pushes the page sideways. */
const overflow = `(() => {
  const wide = document.documentElement.clientWidth;
  const found = [...document.querySelectorAll('#root *')].filter((element) => {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return false;
    if (box.left >= -1 && box.right <= wide + 1) return false;
    for (let up = element.parentElement; up; up = up.parentElement) {
      const { overflowX } = getComputedStyle(up);
      if (overflowX !== 'visible') return false;
    }
    return true;
  });
  return found.map((element) => element.outerHTML.slice(0, 120));
})()`;

const rooms = [
  '/',
  '/inspect',
  '/mind',
  '/memory',
  '/tasks',
  '/usage',
  '/settings/models',
  '/settings/looks',
  '/settings/desktop',
  '/help/keys',
];

test('Arabic: from right to left, remembered without a model, nothing cut off at 900 px and at 200 %', async ({
  lab,
  page,
}) => {
  await lab.configure({ providers: {}, cascade: [], ui: { language: 'ar' } });
  const { url } = await lab.start();
  await enter(page, url);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { name: 'مرحبًا' })).toBeVisible();
  const side = page.getByRole('complementary').first();
  await expect.poll(async () => (await side.boundingBox())?.x).toBeGreaterThan(900);
  const composer = page.getByRole('textbox', { name: 'الرسالة' });
  await composer.fill('تذكّر أن اسمي ليلى');
  await composer.press('Enter');
  await expect(shown(page, /سأتذكر/)).toBeVisible();
  await composer.fill('ماذا تعرف عني؟');
  await composer.press('Enter');
  await expect(page.getByRole('article').last().getByText(/ليلى/).first()).toBeVisible();
  await expectAccessible(page, 'a conversation');
  for (const room of rooms) {
    await page.goto(new URL(room, url).href);
    await expect(page.getByRole('main').locator('h1, h2').first()).toBeVisible();
    for (const size of [
      { width: 900, height: 800 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(size);
      await expect
        .poll(() => page.evaluate(overflow), { message: `${room} at ${size.width}` })
        .toEqual([]);
    }
  }
});

test('high contrast is free of faults in every room, also at seven to one', async ({
  lab,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await lab.configure({ providers: {}, cascade: [], ui: { contrast: 'more' } });
  const { url } = await lab.start();
  await enter(page, url);
  await say(page, 'help');
  await expect(page.getByText('Why?').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more');
  const check = (state: string): Promise<void> =>
    expectAccessible(page, state, { also: ['color-contrast-enhanced'] });
  await check('conversation');
  for (const room of rooms) {
    await page.goto(new URL(room, url).href);
    await expect(page.getByRole('main').locator('h1, h2').first()).toBeVisible();
    await check(room);
  }
});
