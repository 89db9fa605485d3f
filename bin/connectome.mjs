#!/usr/bin/env node
/** The command line. Runs itself again on Connectome's own Node when started by an older one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from '../scripts/paths.mjs';
import { run } from '../scripts/run.mjs';
import { findRuntime, isWanted, noRuntimeMessage } from '../scripts/runtime.mjs';

const program = join(root, 'out', 'main', 'connectome.js');

if (!existsSync(program)) {
  console.error(
    `Connectome is not built yet. Run "npm start" (or "npm run build") in ${root} first.`,
  );
  process.exit(1);
}

const runtime = findRuntime();
if (runtime === undefined) {
  console.error(noRuntimeMessage);
  process.exit(1);
}
if (isWanted(process.versions.node) || runtime === process.execPath) {
  const { main } = await import(pathToFileURL(program).href);
  await main(process.argv.slice(2));
} else {
  const self = fileURLToPath(import.meta.url);
  // The agent's commands inherit this environment: it is passed on as it came.
  const options = { cwd: process.cwd(), env: process.env };
  process.exit(await run(runtime, [self, ...process.argv.slice(2)], options));
}
