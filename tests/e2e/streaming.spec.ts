import { enter, expect, say, shown, test } from './host.ts';

const story = 'Once upon a time there was a lighthouse keeper who counted ships. ';

/** In the page: blocks of the newest answer that change although others have come after them since. */
const watchSettled = `(() => {
  const touched = [];
  const blocksOf = () => {
    const answer = [...document.querySelectorAll('article [data-said]')].at(-1);
    return [...answer.children].flatMap((group) => [...group.children]);
  };
  let before = blocksOf();
  new MutationObserver((records) => {
    for (const { target, removedNodes } of records) {
      for (const block of before.slice(0, -2)) {
        if (block.contains(target) || [...removedNodes].includes(block)) touched.push(block.textContent);
      }
    }
    before = blocksOf();
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  return touched;
})()`;

/** In the page: what screen readers are told from now on. */
const watchAnnounced = `(() => {
  const told = [];
  const region = document.querySelector('output[aria-live]');
  new MutationObserver(() => told.push(region.textContent)).observe(region, {
    subtree: true, childList: true, characterData: true,
  });
  return told;
})()`;

test('reloading in the middle of a stream loses nothing and doubles nothing; what stands already is not drawn again', async ({
  lab,
  page,
}) => {
  const gate = Promise.withResolvers<void>();
  const blocks = [
    story.repeat(3),
    '- one\n- two',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '> said',
    'A **bold**',
  ];
  const text = [...blocks, ...blocks.slice(1), 'The end.'].join('\n\n');
  await lab.provider('first', 'openai', [{ text, waitFor: gate.promise }]);
  await lab.configure();
  await enter(page, (await lab.start()).url);
  await say(page, 'A story');
  // The last letters before the pause may be held back: a secret could begin with them.
  await expect(shown(page, 'Once')).toBeVisible();
  await page.reload();
  await expect(shown(page, 'Once')).toBeVisible();
  const touched = await page.evaluateHandle<string[]>(watchSettled);
  const told = await page.evaluateHandle<string[]>(watchAnnounced);
  gate.resolve();
  const answer = page.getByRole('article').last();
  await expect(answer).toContainText('The end.');
  await expect(answer).toContainText(story.repeat(3).trim());
  expect((await answer.textContent())?.split('lighthouse keeper')).toHaveLength(4);
  expect(await touched.evaluate((all) => all)).toEqual([]);
  // Who hears it is told once, at its end, and not at each letter.
  await expect
    .poll(() => told.evaluate((all) => all))
    .toEqual([expect.stringMatching(/^Answer: Once/)]);
});

test('a second window on the same session sees the same stream, and a message sent in either waits in both', async ({
  lab,
  page,
  context,
}) => {
  const gate = Promise.withResolvers<void>();
  const model = await lab.provider('first', 'anthropic', (_request, n) =>
    n === 1 ? { text: `${story}The end.`, waitFor: gate.promise } : { text: 'Second answer.' },
  );
  await lab.configure();
  await enter(page, (await lab.start()).url);
  await say(page, 'A story');
  await expect(shown(page, 'Once')).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(shown(other, 'Once')).toBeVisible();
  await say(other, 'And another one');
  await expect(page.getByText('And another one').first()).toBeVisible();
  // It is edited while it waits, and keeps its lines.
  await page.getByRole('button', { name: 'Edit the message' }).click();
  const waiting = page.getByRole('textbox', { name: 'Edit the message' });
  await waiting.fill('And a third\nin two lines');
  await waiting.press('Enter');
  await expect(waiting).toHaveCount(0);
  await expect(other.getByText(/And a third\s+in two lines/).first()).toBeVisible();
  // One that was taken back in either is never sent.
  await say(page, 'Not this one');
  const queue = other.getByRole('region', { name: 'Waiting messages' });
  await expect(queue.getByText('Not this one')).toBeVisible();
  await queue.getByRole('button', { name: 'Remove the message' }).last().click();
  await expect(page.getByText('Not this one')).toHaveCount(0);
  // It is renamed in one of them, while the other one has its title open and changes nothing there.
  const renamed = page.getByRole('textbox', { name: 'Rename' });
  await other.getByRole('heading', { level: 1 }).getByRole('button').click();
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  await renamed.fill('The keeper');
  await renamed.press('Enter');
  const listed = other.getByRole('link', { name: /^The keeper/ });
  await expect(listed).toBeVisible();
  await other.getByRole('textbox', { name: 'Rename' }).press('Enter');
  for (const window of [page, other]) {
    await expect(window.getByRole('heading', { level: 1 })).toHaveText('The keeper');
    await expect(window).toHaveTitle(/The keeper/);
  }
  gate.resolve();
  for (const window of [page, other]) {
    await expect(shown(window, 'The end.')).toBeVisible();
    await expect(shown(window, 'Second answer.')).toBeVisible();
  }
  await expect(page.getByRole('button', { name: /^Stop/ })).toHaveCount(0);
  expect(model.chats).toHaveLength(2);
});

test('stop ends the answer, keeps what was shown, and the next message works', async ({
  lab,
  page,
}) => {
  await lab.provider('first', 'ollama', (_request, n) =>
    n === 1 ? { text: story.repeat(5), hangAt: 'text' } : { text: 'Here again.' },
  );
  await lab.configure();
  await enter(page, (await lab.start()).url);
  await say(page, 'A long story');
  await expect(shown(page, 'Once')).toBeVisible();
  // What stands still in the middle looks as if it were over; it says for whom it waits.
  await expect(shown(page, 'Waiting for first')).toBeVisible();
  await page.getByRole('button', { name: /^Stop/ }).click();
  await expect(shown(page, 'Stopped by you.')).toBeVisible();
  await expect(shown(page, 'Once')).toBeVisible();
  await say(page, 'Are you there?');
  await expect(shown(page, 'Here again.')).toBeVisible();
});

test('hostile output stays text: no script runs, no image is fetched, no strange link opens', async ({
  lab,
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await lab.provider('first', 'openai', [
    {
      text:
        'Look: <img src="http://127.0.0.1:9/a.png" onerror="window.hacked=1"> <script>window.hacked=1</script>\n\n' +
        '![pixel](http://127.0.0.1:9/pixel.png) [click](javascript:window.hacked=1) [data](data:text/html,x) [fine](https://example.org/)\n\nThe end.',
    },
  ]);
  await lab.configure();
  await enter(page, (await lab.start()).url);
  await say(page, 'Attack me');
  await expect(shown(page, 'The end.')).toBeVisible();
  const answer = page.getByRole('article').last();
  await expect(answer.locator('img')).toHaveCount(0);
  const links = await answer
    .locator('a[href]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  for (const href of links) expect(href).toMatch(/^(https?:\/\/|mailto:|\/)/);
  await expect(answer.getByRole('link', { name: 'fine' })).toHaveAttribute('rel', /noopener/);
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
  expect(asked.filter((url) => url.includes(':9/'))).toEqual([]);
});
