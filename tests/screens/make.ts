/**
 * `npm run screenshots`: makes the pictures in docs/images from the real window on the real host,
 * with a scripted model and a mind that is written here.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { startHost } from '../e2e/start-host.ts';
import { startModelServer } from '../support/model-servers/index.ts';
import { testKeys } from '../support/write-config.ts';
import { liveIn } from './lived-in.ts';

const images = join(import.meta.dirname, '..', '..', 'docs', 'images');

const invoice = `import { round2 } from './money.ts';

export function total(lines) {
  return lines.reduce((s, l) => s + round2(l.qty * l.price), 0);
}
`;

const usage = { input: 254, output: 148, cacheRead: 5960 };
const script = [
  {
    text: 'I look at the code and at what we decided about rounding.',
    toolCalls: [
      { name: 'Read', args: { file_path: 'src/invoice.ts' } },
      { name: 'Grep', args: { pattern: 'round2|roundHalfEven', path: 'src' } },
      { name: 'memory_search', args: { query: 'rounding in the shop' } },
    ],
    usage,
  },
  {
    text: 'Found it. Line totals are rounded one by one and then summed, while the shop **sums first and rounds once**, half to even, as you decided on 3 March. I change the one place where it matters:',
    toolCalls: [
      {
        name: 'Edit',
        args: {
          file_path: 'src/invoice.ts',
          old_string: '  return lines.reduce((s, l) => s + round2(l.qty * l.price), 0);',
          new_string:
            '  return roundHalfEven(\n    lines.reduce((s, l) => s + l.qty * l.price, 0),\n    2,\n  );',
        },
      },
    ],
    usage: { ...usage, input: 906, cacheRead: 6214 },
  },
  {
    text: 'Done: the totals are **summed first and rounded once**, half to even.',
    usage: { ...usage, input: 180, cacheRead: 7120 },
  },
];

/** In `owner`, the folder of the one who owns this mind. */
async function prepare(owner: string, baseUrl: string): Promise<string> {
  const home = join(owner, '.connectome');
  const workingDir = join(owner, 'code', 'invoices');
  await mkdir(join(workingDir, 'src'), { recursive: true });
  await writeFile(join(workingDir, 'src', 'invoice.ts'), invoice);
  await writeFile(
    join(workingDir, 'src', 'money.ts'),
    'export function round2(n) {\n  return Math.round(n * 100) / 100;\n}\n\nexport function roundHalfEven(n, digits) {\n  // ...\n}\n',
  );
  const knowledge = join(home, 'workspace', 'hippocampus', 'knowledge');
  await mkdir(knowledge, { recursive: true });
  await writeFile(
    join(knowledge, 'decisions.md'),
    '# Decisions\n<!-- connectome:knowledge v1 -->\n\n## Rounding in the shop\n\n- Totals are summed first and rounded once, half to even. <!-- 2026-03-03 -->\n',
  );
  await liveIn(join(home, 'workspace'));
  const providers = {
    claude: {
      kind: 'anthropic',
      model: 'claude-sonnet-4-6',
      baseUrl,
      apiKeyEnv: 'TEST_KEY',
      prices: { '*': { input: 3, output: 15, cacheRead: 0.3 } },
    },
  };
  const config = { version: 1, providers, cascade: ['claude'], workingDir: '~/code/invoices' };
  await writeFile(join(home, 'config.json'), JSON.stringify(config));
  return home;
}

async function tellStory(page: Page): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.fill(
    'The totals in `invoice.ts` are off by a cent now and then. Can you find out why and fix it? Same rounding as we agreed for the shop.',
  );
  await composer.press('Enter');
  await page.getByRole('button', { name: 'Allow once' }).waitFor();
  await page.evaluate('document.fonts.ready.then(() => true)');
}

/** Each room as it is after that turn, with something open in it. */
async function visitRooms(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Allow once' }).click();
  await page.getByRole('article').getByText('summed first and rounded once').last().waitFor();
  await page.setViewportSize({ width: 1360, height: 860 });
  const conversation = page.url();
  await addServer(page, conversation);
  const rooms: Readonly<Record<string, () => Promise<void>>> = {
    inspector: async () => {
      await open(page, conversation, '/inspect');
      await page.getByRole('link', { name: /3 calls/ }).click();
      await page.getByRole('heading', { name: 'Included' }).waitFor();
    },
    mind: async () => {
      await open(page, conversation, '/mind?file=hippocampus%2Fknowledge%2Fdecisions.md');
      await page.getByRole('textbox', { name: /decisions\.md/ }).waitFor();
    },
    memory: async () => {
      await open(page, conversation, '/memory?view=days');
      await page.getByText('Nadia is the accountant of the shop.').waitFor();
    },
    tasks: async () => {
      await open(page, conversation, '/tasks');
      await page
        .getByRole('navigation', { name: 'Tasks', exact: true })
        .getByRole('link', { name: /^The totals/ })
        .click();
      await page.getByRole('heading', { name: /^The totals/ }).waitFor();
    },
    usage: async () => {
      await open(page, conversation, '/usage');
      await page.getByRole('region', { name: 'Usage as a chart' }).waitFor();
    },
    help: async () => {
      await open(page, conversation, '/help');
      await page.getByRole('heading', { name: 'How it works' }).waitFor();
    },
    skills: async () => {
      await open(page, conversation, '/settings/skills');
      await page.getByRole('heading', { name: 'Skills and tools' }).waitFor();
    },
    servers: async () => {
      await open(page, conversation, '/settings/servers');
      const server = page.getByRole('listitem', { name: 'memory', exact: true });
      await server.getByText('ready', { exact: true }).waitFor();
      if (!(await server.getByText('read_graph').isVisible())) {
        await server.getByText(/^Tools \(/).click();
      }
    },
    settings: async () => {
      await open(page, conversation, '/settings/behaviour');
      await page.getByRole('heading', { name: 'Behaviour' }).waitFor();
    },
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [name, visit] of Object.entries(rooms)) {
      await visit();
      await page.evaluate('document.fonts.ready.then(() => true)');
      await page.screenshot({ path: join(images, `room-${name}-${colorScheme}.png`) });
    }
  }
}

async function addServer(page: Page, conversation: string): Promise<void> {
  await open(page, conversation, '/settings/servers');
  await page.getByRole('button', { name: 'Add a server' }).click();
  const form = page.getByRole('form', { name: 'Add a server' });
  const entry = { memory: { command: 'mcp-server-memory' } };
  await form.getByRole('textbox').fill(JSON.stringify({ mcpServers: entry }));
  await form.getByRole('button', { name: 'Look at it' }).click();
  await form.getByRole('button', { name: 'Add and start' }).click();
}

async function open(page: Page, base: string, path: string): Promise<void> {
  await page.goto(new URL(path, base).href);
}

// A name that looks like somebody's in the pictures; it is made anew, and gone afterwards.
const folder = join(tmpdir(), 'ada');
await mkdir(folder);
const model = await startModelServer({ kind: 'anthropic', script });
const host = await startHost(await prepare(folder, model.baseUrl), {
  ...testKeys,
  // Folders are shown as their owner knows them, from his home.
  HOME: folder,
  USERPROFILE: folder,
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
  const page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(host.url);
  await tellStory(page);
  await mkdir(images, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(images, `window-${colorScheme}.png`) });
  }
  await page.setViewportSize({ width: 900, height: 860 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.screenshot({ path: join(images, 'window-narrow.png') });
  await visitRooms(page);
} finally {
  await browser.close();
  await host.kill();
  await model.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
