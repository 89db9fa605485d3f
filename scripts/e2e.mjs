/** `npm run e2e`: the real window in a real Chromium against the real headless host. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { modules, root } from './paths.mjs';
import { run } from './run.mjs';
import { findRuntime, noRuntimeMessage } from './runtime.mjs';

async function main() {
  await ensureInstalled();
  await ensureBuilt();
  const folder = join(root, 'tests', 'e2e');
  if (!existsSync(folder) || readdirSync(folder).length === 0) {
    console.error('There are no end-to-end tests in tests/e2e.');
    return 1;
  }
  const chromium = await ensureChromium();
  if (chromium === undefined) return 1;
  const runtime = findRuntime();
  if (runtime === undefined) throw new Error(noRuntimeMessage);
  const playwright = join(modules, '@playwright', 'test', 'cli.js');
  return await run(runtime, [playwright, 'test', ...process.argv.slice(2)], {
    env: { CHROMIUM_PATH: chromium },
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
