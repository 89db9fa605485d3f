import { enter, expect, say, shown, test } from './host.ts';

const busy = { status: 529, headers: { 'retry-after': '45' } };

test('a provider that fails is named with its reason, where it happened and wherever it matters', async ({
  lab,
  page,
}) => {
  await lab.provider('claude', 'anthropic', [busy]);
  await lab.provider('spare', 'openai', [{ text: 'The spare one answers.' }]);
  await lab.configure({ routes: [{ keywords: ['translate'], target: 'spare' }] });
  await enter(page, (await lab.start()).url);
  await say(page, 'Hello');
  await expect(shown(page, 'The spare one answers.')).toBeVisible();
  await expect(shown(page, /claude is overloaded \(529\).*Cooling for 4\d s\./)).toBeVisible();
  await expect(shown(page, 'spare took over.')).toBeVisible();
  const line = page.getByRole('link', { name: 'spare ready; claude: cooling down' });
  await expect(line).toHaveText('spare instead of claude');

  await say(page, 'Please translate this');
  await expect(shown(page, 'Sent to spare: “translate” is one of your routes.')).toBeVisible();
});

test('an answer that reached its length limit goes on at one click', async ({ lab, page }) => {
  const model = await lab.provider('first', 'openai', [
    { text: 'One, two,', stop: 'length' },
    { text: 'three, four.' },
  ]);
  await lab.configure();
  await enter(page, (await lab.start()).url);
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

const layer = { status: 'pulling aaa', digest: 'sha256:aaa', total: 4 * 1024 ** 3 };

test('a model that Ollama lacks is downloaded from the failed message, and then answers', async ({
  lab,
  page,
}) => {
  const gate = Promise.withResolvers<void>();
  await lab.provider('home', 'ollama', [{ text: 'Here I am.' }], {
    models: [],
    pull: () => ({
      lines: [{ ...layer, completed: 1024 ** 3 }, { status: 'success' }],
      waitFor: gate.promise,
    }),
  });
  await lab.configure();
  await enter(page, (await lab.start()).url);
  await say(page, 'Are you there?');
  await page.getByRole('article').getByRole('button', { name: 'Download test-ollama' }).click();
  await expect(shown(page, '1 GB of 4 GB · 25%')).toBeVisible();
  // The download is the brain's, not the window's.
  await page.reload();
  await expect(shown(page, '1 GB of 4 GB · 25%')).toBeVisible();
  gate.resolve();
  await expect(shown(page, 'test-ollama is there now.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(shown(page, 'Here I am.')).toBeVisible();
});

test('a download is cancelled in the settings, and one that fails says why', async ({
  lab,
  page,
}) => {
  const server = await lab.provider('home', 'ollama', [{ text: 'never asked' }], {
    models: [],
    pull: (model) =>
      model === 'no:such'
        ? { lines: [{ error: 'pull model manifest: file does not exist' }] }
        : { lines: [{ ...layer, completed: 1024 ** 2 }], waitFor: new Promise(() => {}) },
  });
  await lab.configure();
  await enter(page, (await lab.start()).url);
  await page.getByRole('link', { name: 'Settings' }).click();
  const card = page.getByRole('listitem', { name: 'home' });
  await card.getByRole('button', { name: 'Download test-ollama' }).click();
  await expect(card.getByText('1 MB of 4 GB · 0%')).toBeVisible();
  await card.getByLabel(/name one to download/).fill('no:such');
  await card.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(card.getByText(/Ollama knows no model no:such/)).toBeVisible();
  await card.getByRole('button', { name: 'Cancel download' }).click();
  await server.requests.find(({ path }) => path === '/api/pull')?.aborted;
  await expect(card.getByRole('button', { name: 'Download test-ollama' })).toBeVisible();
});

test('routes and prices are set without the file, and count for the next message', async ({
  lab,
  page,
}) => {
  await lab.provider('first', 'openai', [{ text: 'From the first.' }]);
  await lab.provider('second', 'openai', [
    { text: 'From the second.', usage: { input: 1_000_000 } },
  ]);
  await lab.configure();
  await page.setViewportSize({ width: 900, height: 900 });
  await enter(page, (await lab.start()).url);
  await page.getByRole('link', { name: 'Settings' }).click();
  const routes = page.getByRole('region', { name: 'Routes' });
  await routes.getByLabel(/^Words/).fill('translate, übersetze');
  await routes.getByLabel('Goes to').selectOption('test-openai@second');
  await routes.getByRole('button', { name: 'Add route' }).click();
  const route = routes.getByRole('listitem').filter({ hasText: 'test-openai@second' });
  await expect(route).toContainText('translate, übersetze');
  const prices = page.getByRole('region', { name: 'Prices' });
  await prices.getByLabel('Model').selectOption('test-openai@second');
  await prices.getByLabel('Input').fill('3.5');
  await prices.getByLabel('Output').fill('0');
  await prices.getByRole('button', { name: 'Save' }).click();
  await expect(prices.getByText('Input 3.5 · Output 0')).toBeVisible();

  await page.getByRole('link', { name: 'Conversations' }).first().click();
  await say(page, 'Please translate this');
  await expect(shown(page, 'From the second.')).toBeVisible();
  await expect(
    page
      .getByRole('article')
      .getByText(/\$3\.50/)
      .first(),
  ).toBeVisible();
});
