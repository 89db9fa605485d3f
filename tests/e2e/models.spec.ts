import { expect, say, shown, test } from './host.ts';

const busy = { status: 529, headers: { 'retry-after': '45' } };

test('a provider that fails is named with its reason, where it happened and wherever it matters', async ({
  lab,
  page,
}) => {
  await lab.provider('claude', 'anthropic', [busy]);
  await lab.provider('spare', 'openai', [{ text: 'The spare one answers.' }]);
  await lab.configure({ routes: [{ keywords: ['translate'], target: 'spare' }] });
  await page.goto((await lab.start()).url);
  await say(page, 'Hello');
  await expect(shown(page, 'The spare one answers.')).toBeVisible();
  await expect(shown(page, /claude is overloaded \(529\).*Cooling for 4\d s\./)).toBeVisible();
  await expect(shown(page, 'spare took over.')).toBeVisible();
  await expect(page.getByText('spare ready; claude: cooling down').first()).toBeVisible();

  await say(page, 'Please translate this');
  await expect(shown(page, 'Sent to spare: “translate” is one of your routes.')).toBeVisible();
});

test('an answer that reached its length limit goes on at one click', async ({ lab, page }) => {
  const model = await lab.provider('first', 'openai', [
    { text: 'One, two,', stop: 'length' },
    { text: 'three, four.' },
  ]);
  await lab.configure();
  await page.goto((await lab.start()).url);
  await say(page, 'Count');
  await expect(shown(page, 'The answer reached the model’s length limit.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(shown(page, 'three, four.')).toBeVisible();
  const sent = JSON.stringify(model.chats[1]?.body);
  const parts = ['"One, two,"', 'exactly where your last answer stopped'];
  const places = parts.map((part) => sent.indexOf(part));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
});
