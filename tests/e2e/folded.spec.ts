import { enter, expect, say, shown, test } from './host.ts';

const talk = 'The harvest was good and the cellar is full of apples. '.repeat(12);

test('a folded conversation shows a card that opens the original (messages that seem lost)', async ({
  lab,
  page,
}) => {
  await lab.provider('claude', 'anthropic', (_request, number) => ({
    text: `Answer ${number}. ${talk}`,
  }));
  await lab.configure();
  const { url } = await lab.start();
  await enter(page, url);
  for (let n = 1; n <= 5; n += 1) {
    await say(page, `Question ${n}: how was the year?`);
    await expect(shown(page, `Answer ${n}.`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
  }
  // Its card stands at the end, and that is where the window goes, wherever the owner was reading.
  await expect(async () => {
    await page.getByRole('article').last().hover();
    await page.mouse.wheel(0, -20_000);
    await expect(page.getByRole('button', { name: 'To the newest message' })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await say(page, '/compact');
  const card = page.getByRole('region', { name: 'Folded history' });
  const head = card.getByRole('button', { name: /older messages folded/ });
  await expect(head).toBeInViewport();
  await head.click();
  await expect(card.getByText('The owner asked:')).toBeVisible();
  await card.getByRole('button', { name: 'Show the original messages' }).click();
  await expect(card.getByText(/^Answer 1\. The harvest/)).toBeVisible();
  // Nothing was asked of the model, and nothing more can be folded.
  await expect(page.getByText('/compact')).toHaveCount(0);
  await say(page, '/compact');
  await expect(page.getByText('There is nothing to fold.')).toBeVisible();
});
