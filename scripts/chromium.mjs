/**
 * Finds a Chromium for the end-to-end tests: one that is there, else Playwright's download, else
 * (as root or in CI) the system's package manager, else the exact command for the owner to run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { modules, root } from './paths.mjs';
import { run } from './run.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const wellKnown = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** A browser that starts and says its version; a snap's launcher without its snap does not. */
function works(path) {
  if (!existsSync(path)) return false;
  if (process.platform === 'win32') return true;
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function ofPlaywright() {
  const require = createRequire(join(root, 'package.json'));
  return require('@playwright/test').chromium.executablePath();
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (works(named)) return named;
    console.error(`CHROMIUM_PATH names ${named}, which does not run.`);
  }
  return [...onPath(), ...wellKnown, ofPlaywright()].find(works);
}

function isRootOrCi() {
  return process.getuid?.() === 0 || Boolean(process.env.CI);
}

async function installWithApt() {
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return false;
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = async (...args) => {
    const [command, ...rest] = [...prefix, 'apt-get', ...args];
    return (await run(command, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } })) === 0;
  };
  // Stale package lists name files that are gone.
  await apt('update');
  return await apt('install', '-y', '--no-install-recommends', 'chromium');
}

/** Path of a browser that runs; undefined after having said what to do. */
export async function ensureChromium() {
  let found = findChromium();
  if (found !== undefined) return found;

  console.log('No Chromium found; fetching one with Playwright...');
  const playwright = join(modules, '@playwright', 'test', 'cli.js');
  await run(process.execPath, [playwright, 'install', 'chromium']);
  found = findChromium();
  if (found !== undefined) return found;

  if (process.platform === 'linux' && isRootOrCi()) {
    console.log('Installing Chromium with apt-get...');
    if (await installWithApt()) found = findChromium();
    if (found !== undefined) return found;
  }
  const command = {
    linux: 'sudo apt-get update && sudo apt-get install -y chromium',
    darwin: 'brew install --cask chromium',
    win32: 'winget install Google.Chrome',
  }[process.platform];
  console.error(
    'The end-to-end tests need Chromium, and it could be neither found nor installed. Run:\n' +
      `  ${command ?? 'npx playwright install chromium'}\n` +
      'or name one in CHROMIUM_PATH, and try again.',
  );
  return undefined;
}
