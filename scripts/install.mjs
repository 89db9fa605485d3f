/** Installs the dependencies when they are missing or the lockfile has changed. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { unlockedOptionals } from './lock.mjs';
import { modules, root } from './paths.mjs';
import { npmCommand, run } from './run.mjs';
import { packagedRuntime } from './runtime.mjs';

const lockfile = join(root, 'package-lock.json');
const stampFile = join(modules, '.connectome-lock');
/** npm's own record of what it put into node_modules. */
const npmRecord = join(modules, '.package-lock.json');

function isInstalled(stamp) {
  if (!existsSync(npmRecord)) return false;
  if (existsSync(stampFile)) return readFileSync(stampFile, 'utf8') === stamp;
  // Somebody ran npm by hand: what it recorded after the lockfile last changed is current.
  return statSync(npmRecord).mtimeMs >= statSync(lockfile).mtimeMs;
}

/** npm 10 leaves out the link to the packaged Node, by which every `npm run` finds it. */
function linkRuntime() {
  const link = join(modules, '.bin', 'node');
  if (process.platform === 'win32' || existsSync(link)) return;
  const runtime = packagedRuntime();
  if (runtime !== undefined) symlinkSync(relative(join(modules, '.bin'), runtime), link);
}

/** Exits the process with npm's code when it fails. */
export async function ensureInstalled() {
  const stamp = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  if (isInstalled(stamp)) {
    if (!existsSync(stampFile)) writeFileSync(stampFile, stamp);
    linkRuntime();
    return;
  }
  console.log('Installing dependencies...');
  const [command, args] = npmCommand();
  // Windows cannot delete the program that is running: `ci` would start by deleting it.
  const runsFromModules = process.platform === 'win32' && process.execPath.startsWith(modules);
  // `--no-save` installs the locked versions, checks their hashes, and leaves the lockfile as it is.
  const partlyLocked = unlockedOptionals(JSON.parse(readFileSync(lockfile, 'utf8'))).length > 0;
  const code = await run(command, [
    ...args,
    ...(runsFromModules || partlyLocked ? ['install', '--no-save'] : ['ci']),
    '--no-audit',
    '--no-fund',
    // Warnings are about the Node that runs npm; what is installed runs on the packaged one.
    '--loglevel=error',
  ]);
  if (code !== 0) {
    console.error('Installing failed; see above. Connectome needs the npm registry once.');
    process.exit(code);
  }
  writeFileSync(stampFile, stamp);
  linkRuntime();
}
