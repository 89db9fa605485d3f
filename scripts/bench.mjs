/**
 * `npm run bench`, `npm run bench:memory` and `npm run bench:window` (first argument `memory` or
 * `window`): figures with the machine and the sizes; what is measured is in tests/bench.
 */
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { root } from './paths.mjs';
import { run } from './run.mjs';
import { findRuntime, noRuntimeMessage } from './runtime.mjs';

await ensureInstalled();
await ensureBuilt();
const node = findRuntime();
if (node === undefined) {
  console.error(noRuntimeMessage);
  process.exit(1);
}
const [which, ...rest] = process.argv.slice(2);
const isSuite = which === 'memory' || which === 'window';
const [folder, options] = isSuite ? [[which], rest] : [[], []];
const suite = join(root, 'tests', 'bench', ...folder, 'run.ts');
const chromium = which === 'window' ? await ensureChromium() : '';
if (chromium === undefined) process.exit(1);
const env = { CHROMIUM_PATH: chromium };
process.exit(
  await run(node, ['--disable-warning=ExperimentalWarning', suite, ...options], { env }),
);
