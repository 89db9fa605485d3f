/** `npm run screenshots`: the pictures of README and docs, from the real window. */
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
const chromium = await ensureChromium();
if (node === undefined) console.error(noRuntimeMessage);
if (node === undefined || chromium === undefined) process.exit(1);
const make = join(root, 'tests', 'screens', 'make.ts');
process.exit(await run(node, [make], { env: { CHROMIUM_PATH: chromium } }));
