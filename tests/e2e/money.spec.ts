/** What a turn costs is seen, and a limit that is reached stops it in a card, not in a surprise. */
import { providerOf } from '../support/model-servers/provider.ts';
import { enter, expect, type Lab, picture, say, shown, test } from './host.ts';

const usage = { input: 1_000, output: 100, cacheRead: 3_000 };
const prices = { '*': { input: 10, output: 10, cacheRead: 1 } };

/** One model that costs money, and a limit below its first call. */
async function pricedLab(lab: Lab, spendPerDayUsd: number): Promise<void> {
  const server = await lab.provider('first', 'openai', [
    { text: 'Hello, that was expensive.', usage },
  ]);
  const first = { ...providerOf(server), apiKeyEnv: 'TEST_KEY', prices };
  await lab.configure({ providers: { first }, limits: { spendPerDayUsd } });
}

test('the limit asks in figures; no ends the turn in words, yes goes on', async ({ lab, page }) => {
  await pricedLab(lab, 0.0004);
  await enter(page, (await lab.start()).url);
  await say(page, 'Hi');
  const card = page.getByRole('region', { name: 'Go past today’s spending limit?' });
  await expect(card).toBeVisible();
  await expect(card.getByText('$0.0004')).toBeVisible();
  await expect(card.getByText('$0.00', { exact: true })).toBeVisible();
  await picture(page, 'test-results/money/card-light.png');
  await card.getByRole('button', { name: 'End the turn' }).click();
  await expect(shown(page, 'I stopped here because of the spending limit.')).toBeVisible();
  await expect(page.getByText('The spending limit is reached.')).toBeVisible();

  await say(page, 'Again');
  await card.getByRole('button', { name: 'Go on with this turn' }).click();
  await expect(shown(page, 'Hello, that was expensive.')).toBeVisible();
  // 1,000 in, 100 out, 3,000 from the cache.
  await expect(page.getByRole('button', { name: /\$0\.014 · 75% from cache/ })).toBeVisible();
  await expect(
    page.getByText('This conversation: $0.014 · 4,100 tokens · 75% from cache'),
  ).toBeVisible();

  await say(page, 'Once more');
  await card.getByRole('button', { name: 'For the rest of today' }).click();
  await expect(page.getByText('This conversation: $0.028', { exact: false })).toBeVisible();
  await say(page, 'And again');
  await expect(page.getByText('This conversation: $0.042', { exact: false })).toBeVisible();
  await picture(page, 'test-results/money/conversation-light.png');
});

test('the usage room teaches while it is empty, and sums up by day and model', async ({
  lab,
  page,
}) => {
  await pricedLab(lab, 0);
  const { url } = await lab.start();
  await enter(page, url);
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByText('Nothing was used yet')).toBeVisible();
  await picture(page, 'test-results/money/usage-empty.png');
  await page.getByRole('link', { name: 'New conversation' }).first().click();
  await say(page, 'Hi');
  await expect(shown(page, 'Hello, that was expensive.')).toBeVisible();
  await page.getByRole('link', { name: 'Usage' }).click();
  const row = page.getByRole('row', { name: /test-openai/ });
  await expect(row).toHaveText(/1\s*4,000\s*75%\s*100\s*\$0\.014/);
  await expect(page.getByText('There is no limit for a day.')).toBeVisible();

  await page.getByRole('link', { name: 'Set a limit' }).click();
  const field = page.getByRole('textbox', { name: /Spending limit/ });
  await field.fill('0,02');
  await field.press('Enter');
  await expect(page.getByText('The spending limit is saved.')).toBeVisible();
  await picture(page, 'test-results/money/settings.png');
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByText('70% of the limit of $0.02.')).toBeVisible();
  await picture(page, 'test-results/money/usage-light.png');

  for (const [name, width] of [
    ['dark', 1280],
    ['narrow', 900],
    ['phone', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme: name === 'dark' ? 'dark' : 'light' });
    await page.setViewportSize({ width, height: 760 });
    await expect(row).toBeVisible();
    await picture(page, `test-results/money/usage-${name}.png`);
    const hidden = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    await expect.poll(() => page.evaluate<number>(hidden), { message: name }).toBe(0);
  }
});
