/**
 * `npm run bench` and `npm run bench:memory` (first argument `memory`): figures with the machine and
 * the sizes; what is measured is in tests/bench.
 */
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
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
const [folder, options] = which === 'memory' ? [['memory'], rest] : [[], []];
const suite = join(root, 'tests', 'bench', ...folder, 'run.ts');
process.exit(await run(node, ['--disable-warning=ExperimentalWarning', suite, ...options]));
