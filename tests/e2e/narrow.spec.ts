import { enter, expect, test } from './host.ts';

test('a narrow window shows the whole editor below its list, and nothing is cut off', async ({
  lab,
  page,
}) => {
  await lab.configure({ providers: {}, cascade: [] });
  const { url } = await lab.start();
  await page.setViewportSize({ width: 390, height: 760 });
  await enter(page, url, '/mind?file=identity%2Fsoul.md');
  const text = page.getByRole('textbox', { name: 'identity/soul.md' });
  await expect(text).toBeVisible();
  await expect.poll(async () => (await text.boundingBox())?.width).toBeGreaterThan(250);
  await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport();
  const hidden = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  await expect.poll(() => page.evaluate<number>(hidden)).toBe(0);
});
