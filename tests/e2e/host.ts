/** A fresh home on the real headless host, with scripted model servers, for each test. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import {
  type ModelServer,
  type ModelServerOptions,
  type Script,
  startModelServer,
} from '../support/model-servers/index.ts';
import type { ServerKind } from '../support/model-servers/script.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';
import { lastingPort, type RunningHost, startHost } from './start-host.ts';

export interface Lab {
  readonly home: string;
  readonly workingDir: string;
  /** Starts a scripted provider; it joins the cascade of the next `configure`. */
  provider(
    name: string,
    kind: ServerKind,
    script: Script,
    more?: Partial<ModelServerOptions>,
  ): Promise<ModelServer>;
  /** Writes `config.json` with the providers so far. */
  configure(more?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Starts the host; on the port of the first start, so that the browser's login stays good. */
  start(environment?: Readonly<Record<string, string>>): Promise<RunningHost>;
}

export const test = base.extend<{ lab: Lab }>({
  // Playwright reads what a fixture needs from this pattern; this one needs nothing of the browser.
  lab: async ({ browserName: _browser }, use) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'connectome-e2e-')));
    const home = join(folder, 'home');
    const providers: Record<string, ModelServer> = {};
    const hosts: RunningHost[] = [];
    let port: string | undefined;

    await use({
      home,
      workingDir: join(folder, 'work'),
      async provider(name, kind, script, more) {
        const server = await startModelServer({ kind, script, ...more });
        providers[name] = server;
        return server;
      },
      async configure(more) {
        await writeConfig(home, providers, more);
      },
      async start(environment = {}) {
        port ??= String(await lastingPort());
        const host = await startHost(home, { ...testKeys, ...environment }, port);
        hosts.push(host);
        return host;
      },
    });

    for (const host of hosts) await host.kill();
    for (const server of Object.values(providers)) await server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

/**
 * Opens the window at `path` with the link of a start. The link's key is exchanged once: whoever went on to
 * another address before this browser has its own would stand before a closed door.
 */
export async function enter(page: Page, url: string, path = '/'): Promise<void> {
  await page.goto(new URL(path, url).href + new URL(url).hash);
  const key = () => page.evaluate<string | null>("localStorage.getItem('connectome.session')");
  await expect.poll(key).not.toBeNull();
}

/** Writes a message into the composer and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: /message/i });
  await composer.fill(text);
  await composer.press('Enter');
}

/** A text in the conversation itself, not in what screen readers are told beside it. */
export function shown(page: Page, text: string | RegExp): Locator {
  return page.getByRole('article').getByText(text).first();
}

/** For whoever looks at what the tests see: `PICTURES=1 npm run e2e`. */
export async function picture(page: Page, path: string): Promise<void> {
  if (process.env.PICTURES === '1') await page.screenshot({ path });
}

export { expect };
