import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hostile } from '../support/mcp/server-entry.ts';
import { enter, expect, say, shown, test } from './host.ts';

const packages = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol');
const everything = {
  command: process.execPath,
  args: [join(packages, 'server-everything/dist/index.js')],
};

test('a pasted server is seen before it starts, then its tools are there, and one is switched off', async ({
  lab,
  page,
}) => {
  const shows = { toolCalls: [{ name: 'mcp__everything__get-tiny-image', args: {} }] };
  await lab.provider('first', 'openai', [shows, { text: 'That is it.' }]);
  await lab.configure({ permissions: { allow: ['mcp.everything.*'] } });
  await enter(page, (await lab.start({ HOME: dirname(lab.home) })).url);
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Servers', exact: true }).click();
  await expect(page.getByText('There is no server yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Add a server' }).click();
  await expect(page.getByText('There is no server yet.')).toBeHidden();
  const form = page.getByRole('form', { name: 'Add a server' });
  const key = 'Zq81mvaPw0x7y22c';
  const entry = {
    ...hostile('many', 'sales'),
    env: { SHOP_KEY: key, OTHER_TOKEN: '<your token>' },
  };
  await form.getByRole('textbox').fill(JSON.stringify({ mcpServers: { shop: entry, everything } }));
  await form.getByRole('button', { name: 'Look at it' }).click();
  await expect(form.getByText('hostile-server.mjs many sales')).toBeVisible();
  await expect(form.getByText('SHOP_KEY goes to the key store.')).toBeVisible();
  expect(await page.content()).not.toContain(key);
  // What only has a placeholder must be given.
  const add = form.getByRole('button', { name: 'Add and start' });
  await expect(add).toBeDisabled();
  await expect(add).toHaveAccessibleDescription('Still missing: OTHER_TOKEN');
  await form.getByLabel('OTHER_TOKEN, for shop').fill('the-other-token-1');
  await add.click();
  const toFile = form.getByRole('button', { name: 'Store it in a private file' });
  const shop = page.getByRole('listitem', { name: 'shop', exact: true });
  await expect(toFile.or(shop)).toBeVisible();
  if (await toFile.isVisible()) await toFile.click();
  await expect(shop.getByText('ready', { exact: true })).toBeVisible();
  const config = await readFile(join(lab.home, 'config.json'), 'utf8');
  expect(config).toContain('secret:mcp.shop.SHOP_KEY');
  for (const secret of [key, 'the-other-token-1']) expect(config).not.toContain(secret);

  await shop.getByText('Tools (42)').click();
  const tool = shop.getByRole('switch', { name: 'create_invoice may be called' });
  await expect(tool).toBeChecked();
  await tool.click();
  await expect(tool).not.toBeChecked();
  await shop.getByText('What it said lately').click();
  await expect(shop.getByText('Nothing.')).toBeVisible();
  await shop.getByText('Prompts (1)').click();
  await shop.getByLabel('whom').fill('Ada');
  await shop.getByRole('button', { name: 'Put it into a new conversation' }).click();
  await expect(page.getByRole('textbox', { name: /message/i })).toHaveValue('Greet Ada of sales.');
  // The same in the composer: chosen, asked for in words, read, and not sent by itself.
  const message = page.getByRole('textbox', { name: /message/i });
  await message.fill('/shop');
  await page.getByRole('option', { name: '/shop:greet' }).click();
  const prompt = page.getByRole('form', { name: '/shop:greet' });
  await prompt.getByLabel('whom').fill('Grace');
  await prompt.getByRole('button', { name: 'Put it into the message' }).click();
  await expect(message).toHaveValue('Greet Grace of sales.');
  await expect(prompt).toBeHidden();
  await page.goBack();
  await expect(shop.getByText('Tools (42, 1 switched off)')).toBeVisible();
  await shop.getByRole('button', { name: 'Test' }).click();
  await expect(shop.getByText('ready', { exact: true })).toBeVisible();
  await shop.getByRole('button', { name: 'Remove' }).click();
  await shop.getByRole('button', { name: 'Cancel' }).click();
  await shop.getByRole('button', { name: 'Remove', exact: true }).click();
  await shop.getByRole('button', { name: 'Remove it with its keys' }).click();
  await expect(shop).toBeHidden();

  // A picture that a server's tool returns is drawn below its line, and large at a click.
  const other = page.getByRole('listitem', { name: 'everything', exact: true });
  await expect(other.getByText('ready', { exact: true })).toBeVisible();
  await page
    .getByRole('link', { name: /^New conversation/ })
    .first()
    .click();
  await say(page, 'Show me a picture');
  await expect(shown(page, 'That is it.')).toBeVisible();
  const small = page
    .getByRole('article')
    .getByRole('img', { name: /^Picture from get-tiny-image · every/ });
  await expect
    .poll(() => small.evaluate((img: { readonly naturalWidth?: number }) => img.naturalWidth))
    .not.toBe(0);
  const opens = page.getByRole('button', { name: /^Picture from/ });
  await opens.click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opens).toBeFocused();
});

test('a server that was written into the settings is asked about in the window’s own words', async ({
  lab,
  page,
}) => {
  await lab.provider('first', 'openai', [{ text: 'never asked' }]);
  await lab.configure({ mcpServers: { desk: { ...hostile('many', 'desk'), sandbox: false } } });
  await enter(page, (await lab.start()).url);
  const ask = page.getByRole('region', { name: 'Start the server “desk”?' });
  await expect(ask.getByText('It runs outside of the sandbox')).toBeVisible();
  await expect(ask.getByText('hostile-server.mjs many desk')).toBeVisible();
  await ask.getByRole('button', { name: 'Let it start' }).click();
  await expect(ask).toBeHidden();
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Servers', exact: true }).click();
  const desk = page.getByRole('listitem', { name: 'desk', exact: true });
  await expect(desk.getByText('ready', { exact: true })).toBeVisible();
  await expect(desk.getByText('It runs outside of the sandbox')).toBeVisible();
});
