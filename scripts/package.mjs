/** `npm run package`: the desktop program of this system, from what is built; see electron-builder.yml. */
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { npmCommand, run } from './run.mjs';

/** Loaded for a release only: it brings more packages than all the rest of the project. */
const builder = 'electron-builder@26.17.0';

await ensureInstalled();
await ensureBuilt();
const [npm, prefix] = npmCommand();
process.exitCode = await run(npm, [
  ...prefix,
  'exec',
  '--yes',
  '--',
  builder,
  ...process.argv.slice(2),
]);
