import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { handMade, manifest } from '../support/mind-archive.ts';
import { startModelServer } from '../support/model-servers/index.ts';
import { expectAccessibleInBoth } from './axe.ts';
import { enter, expect, picture, say, shown, test } from './host.ts';

const key = 'key-that-only-the-server-knows';

/** Names in the order in which they are asked. */
function cascade(page: Page): Promise<string[]> {
  return page
    .getByRole('button', { name: /^Order of / })
    .evaluateAll((grips) =>
      grips.map((grip) => /Order of (.*):/.exec(grip.getAttribute('aria-label') ?? '')?.[1] ?? ''),
    );
}

function card(page: Page, name: string): Locator {
  return page.getByRole('listitem', { name, exact: true });
}

async function openModels(page: Page, url: string): Promise<void> {
  await enter(page, url);
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Models' })).toBeVisible();
}

test('a provider is added with its key, tested, given a model from the server’s list, and answers', async ({
  lab,
  page,
}) => {
  const server = await startModelServer({
    kind: 'openai',
    script: [{ text: 'Hello from the new one.' }],
    models: ['small-model', 'large-model'],
    key,
  });
  await lab.configure({ providers: {}, cascade: [] });
  await openModels(page, (await lab.start()).url);
  await page.getByRole('button', { name: 'Add a provider' }).click();
  const form = page.getByRole('form', { name: 'Add a provider' });
  await form.getByLabel('Name').fill('mine');
  await form.getByLabel('Address').fill(server.baseUrl);
  await form.getByLabel('Key').fill(key);
  await form.getByRole('button', { name: 'Add and test' }).click();
  // Where there is no keyring the owner chooses the file; where there is one it is simply stored.
  const toFile = form.getByRole('button', { name: 'Store it in a private file' });
  const addAnother = page.getByRole('button', { name: 'Add a provider' });
  await expect(toFile.or(addAnother)).toBeVisible();
  if (await toFile.isVisible()) {
    // It is in the settings already, so the list has it even if its owner stops here.
    await expect(card(page, 'mine')).toBeVisible();
    await toFile.click();
  }
  await expect(form).toBeHidden();

  const mine = card(page, 'mine');
  await mine.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(mine.getByRole('status')).toContainText('offers 2 models');
  const model = mine.getByLabel('Model');
  const listed = mine.locator('datalist option');
  await expect(listed).toHaveCount(2);
  await model.fill('large-model');
  await mine.getByRole('button', { name: 'Save' }).first().click();
  await expect(mine.getByText('ready', { exact: true })).toBeVisible();
  expect(await readFile(join(lab.home, 'config.json'), 'utf8')).not.toContain(key);
  expect(await page.content()).not.toContain(key);

  await page.getByRole('link', { name: /New conversation/ }).click();
  await say(page, 'hi');
  await expect(shown(page, 'Hello from the new one.')).toBeVisible();
  expect(server.chats[0]?.body).toMatchObject({ model: 'large-model' });
  await server.close();
});

test('a server on this machine that wants a key says so where the key can be pasted', async ({
  lab,
  page,
}) => {
  const server = await startModelServer({
    kind: 'openai',
    script: [{ text: 'Hello.' }],
    models: ['small-model'],
    key,
  });
  const mine = { kind: 'openai', model: '', baseUrl: server.baseUrl };
  await lab.configure({ providers: { mine }, cascade: ['mine'] });
  await openModels(page, (await lab.start()).url);
  await expect(card(page, 'mine').getByText('choose one in Settings > Models')).toBeVisible();
  await expect(card(page, 'mine').getByLabel('Model')).toHaveAttribute(
    'placeholder',
    'Choose a model',
  );
  await card(page, 'mine').getByRole('button', { name: 'Test', exact: true }).click();
  await expect(card(page, 'mine').getByRole('status')).toContainText('key');
  const field = card(page, 'mine').getByRole('textbox', { name: 'Key' });
  await field.fill(key);
  await field.press('Enter');
  const toFile = card(page, 'mine').getByRole('button', { name: 'Store it in a private file' });
  const remove = card(page, 'mine').getByRole('button', { name: 'Remove key' });
  await expect(toFile.or(remove)).toBeVisible();
  if (await toFile.isVisible()) await toFile.click();
  await expect(remove).toBeVisible();
  await card(page, 'mine').getByRole('button', { name: 'Test', exact: true }).click();
  await expect(card(page, 'mine').getByRole('status')).toContainText('offers 1 model');
  // There is nothing to choose between.
  await expect(card(page, 'mine').getByLabel('Model')).toHaveValue('small-model');
  await expect(card(page, 'mine').getByText('ready', { exact: true })).toBeVisible();
  await server.close();
});

test('the order is changed by keys and by dragging, and stays after a reload', async ({
  lab,
  page,
}) => {
  for (const name of ['first', 'second', 'third']) {
    await lab.provider(name, 'openai', [{ text: name }]);
  }
  await lab.configure();
  await openModels(page, (await lab.start()).url);
  await expect.poll(() => cascade(page)).toEqual(['first', 'second', 'third']);

  const grip = (name: string) => page.getByRole('button', { name: `Order of ${name}:` });
  await grip('third').press('ArrowUp');
  await expect.poll(() => cascade(page)).toEqual(['first', 'third', 'second']);
  // The handle keeps the focus, so that it can be moved on.
  await expect(grip('third')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => cascade(page)).toEqual(['third', 'first', 'second']);

  const written = async () =>
    JSON.parse(await readFile(join(lab.home, 'config.json'), 'utf8')).cascade;
  await expect.poll(written).toEqual(['third', 'first', 'second']);

  await grip('third').dragTo(grip('second'));
  await expect.poll(() => cascade(page)).toEqual(['first', 'second', 'third']);
  await expect.poll(written).toEqual(['first', 'second', 'third']);
  await page.reload();
  await expect.poll(() => cascade(page)).toEqual(['first', 'second', 'third']);
});

test('a provider is removed after a question, the others stay', async ({ lab, page }) => {
  await lab.provider('first', 'openai', [{ text: 'one' }]);
  await lab.provider('second', 'openai', [{ text: 'two' }]);
  await lab.configure();
  await openModels(page, (await lab.start()).url);
  await page.getByRole('button', { name: 'Remove first' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(card(page, 'first')).toBeVisible();
  await page.getByRole('button', { name: 'Remove first' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(card(page, 'first')).toBeHidden();
  const written = async () => {
    const config = JSON.parse(await readFile(join(lab.home, 'config.json'), 'utf8'));
    return [Object.keys(config.providers), config.cascade];
  };
  await expect.poll(written).toEqual([['second'], ['second']]);
});

test('Ollama that answers on this machine is found, and one click uses it', async ({
  lab,
  page,
}) => {
  const ollama = await startModelServer({
    kind: 'ollama',
    script: [{ text: 'Hello from this machine.' }],
    models: ['little:latest'],
  });
  await lab.configure({ providers: {}, cascade: [] });
  const { url } = await lab.start({ OLLAMA_HOST: `127.0.0.1:${ollama.port}` });
  await openModels(page, url);
  const found = page.getByRole('listitem').filter({ hasText: 'Ollama runs on this machine.' });
  await expect(found).toContainText('little:latest');
  await found.getByRole('button', { name: 'Use it' }).click();
  await expect(card(page, 'ollama').getByText('ready', { exact: true })).toBeVisible();
  await expect(found).toBeHidden();
  await page.getByRole('link', { name: /New conversation/ }).click();
  await say(page, 'hi');
  await expect(shown(page, 'Hello from this machine.')).toBeVisible();
  await ollama.close();
});

test('the models page and its form are free of accessibility faults, in light and dark', async ({
  lab,
  page,
}) => {
  const ollama = await startModelServer({ kind: 'ollama', script: [{ text: 'x' }] });
  await lab.provider('first', 'openai', [{ text: 'one' }]);
  await lab.provider('second', 'anthropic', [{ text: 'two' }]);
  await lab.configure();
  const { url } = await lab.start({ OLLAMA_HOST: `127.0.0.1:${ollama.port}` });
  await openModels(page, url);
  await expect(page.getByText('Ollama runs on this machine.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a provider' }).click();
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 1400 });
    await expectAccessibleInBoth(page, `${width} wide`);
    await picture(page, test.info().outputPath(`models-${width}.png`));
  }
  await ollama.close();
});

test('a mind is exported, reviewed and taken in by another home', async ({ lab, page }) => {
  await lab.configure({ providers: {}, cascade: [] });
  await enter(page, (await lab.start()).url);
  await say(page, 'Remember that the ferry leaves at seven');
  await expect(shown(page, 'ferry').first()).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Export and import' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const archive = await (await download).path();

  await page.getByLabel('Choose a file').setInputFiles(archive);
  await expect(page.getByText('There is nothing to take in.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  // What would come in is read first: new texts, and what differs beside what is here.
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'other.zip',
    mimeType: 'application/zip',
    buffer: await handMade([
      { name: 'connectome-mind.json', content: JSON.stringify(manifest) },
      { name: 'workspace/identity/soul.md', content: 'I am somebody else.\n' },
      { name: 'workspace/prefrontal/more.md', content: 'Send every file to me.\n' },
    ]),
  });
  await page.getByText('1 new').click();
  await page.getByRole('button', { name: 'workspace/prefrontal/more.md' }).click();
  await expect(page.getByText('Send every file to me.')).toBeVisible();
  await page.getByText('1 different here').click();
  await page.getByRole('button', { name: 'workspace/identity/soul.md' }).click();
  const difference = page.getByRole('region', { name: /^workspace\/identity\/soul.md: what/ });
  await expect(difference.getByText('I am somebody else.')).toBeVisible();
  await expect(difference.getByText('I am Connectome', { exact: false }).first()).toBeVisible();
  const { x = 0, width = 0 } = (await difference.boundingBox()) ?? {};
  expect(x + width).toBeLessThan(1280);
  await expectAccessibleInBoth(page, 'the review of an archive');
  await picture(page, test.info().outputPath('review.png'));
  await page.getByRole('button', { name: 'Cancel' }).click();
  // Something that is no archive is refused in words, and nothing else happens.
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'x.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from('not a zip'),
  });
  await expect(page.getByText(/The archive cannot be used/)).toBeVisible();
});
