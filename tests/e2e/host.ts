/** A fresh home on the real headless host, with scripted model servers, for each test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base, type Locator, type Page } from '@playwright/test';
import { type ModelServer, type Script, startModelServer } from '../support/model-servers/index.ts';
import type { ServerKind } from '../support/model-servers/script.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'connectome.mjs');

export interface RunningHost {
  /** One-time URL of this start. */
  readonly url: string;
  /** As a crash would: no handler runs. */
  kill(): Promise<void>;
}

export interface Lab {
  readonly home: string;
  readonly workingDir: string;
  /** Starts a scripted provider; it joins the cascade of the next `configure`. */
  provider(name: string, kind: ServerKind, script: Script): Promise<ModelServer>;
  /** Writes `config.json` with the providers so far. */
  configure(more?: Readonly<Record<string, unknown>>): Promise<void>;
  /** Starts the host; on the port of the first start, so that the browser's login stays good. */
  start(): Promise<RunningHost>;
}

export const test = base.extend<{ lab: Lab }>({
  // biome wants a pattern here; Playwright reads the fixture's needs from it.
  lab: async ({ browserName: _browser }, use) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'connectome-e2e-')));
    const home = join(folder, 'home');
    const workingDir = join(folder, 'work');
    const providers: Record<string, ModelServer> = {};
    const children = new Set<ChildProcess>();
    let port = '0';

    await use({
      home,
      workingDir,
      async provider(name, kind, script) {
        const server = await startModelServer({ kind, script });
        providers[name] = server;
        return server;
      },
      async configure(more) {
        await writeConfig(home, providers, more);
      },
      async start() {
        const child = spawn(process.execPath, [launcher, 'serve', '--port', port], {
          env: { ...process.env, ...testKeys, CONNECTOME_HOME: home },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        children.add(child);
        const url = await oneTimeUrl(child);
        port = new URL(url).port;
        return {
          url,
          async kill() {
            const ended = once(child, 'exit');
            child.kill('SIGKILL');
            await ended;
            children.delete(child);
          },
        };
      },
    });

    for (const child of children) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    for (const server of Object.values(providers)) await server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

async function oneTimeUrl(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the host has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/\S+#code=\S+/.exec(line)?.[0];
    if (url !== undefined) {
      child.stdout.resume();
      return url;
    }
  }
  throw new Error('the host ended without printing its address');
}

/** Writes a message into the composer and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: /message/i });
  await composer.fill(text);
  await composer.press('Enter');
}

/** A text in the conversation itself, not in what screen readers are told beside it. */
export function shown(page: Page, text: string): Locator {
  return page.getByRole('article').getByText(text).first();
}

export { expect } from '@playwright/test';
