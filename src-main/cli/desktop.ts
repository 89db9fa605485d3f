/** Opens the desktop window where there can be one; else says in one line why not. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { err, messageOf, ok, type Result } from '../../brain/shared/result.ts';
import { hasDisplay } from '../host-node.ts';
import { type Program, program } from '../places.ts';

const FETCH_TIMEOUT_MS = 20_000;
/** A window that ends badly so early never was one (no sandbox, a missing system library). */
const EARLY_MS = 10_000;

const failureNote = z.object({ version: z.string(), reason: z.string() });

interface Places {
  /** node_modules/electron */
  readonly folder: string;
  readonly version: string;
  /** Where a failure is remembered until Electron's version changes. */
  readonly note: string;
}

function places({ root }: Program): Places | undefined {
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve('electron/package.json');
    const { version } = z.object({ version: z.string() }).parse(readJson(manifest));
    const folder = dirname(manifest);
    return { folder, version, note: join(dirname(folder), '.cache', 'connectome-electron.json') };
  } catch {
    // Installed without development packages: there is no desktop window to be had.
    return undefined;
  }
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Path of the Electron binary, when it is whole and of the right version. */
function installedBinary({ folder, version }: Places): string | undefined {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist');
  const pathFile = join(folder, 'path.txt');
  const versionFile = join(dist, 'version');
  if (!existsSync(pathFile) || !existsSync(versionFile)) return undefined;
  if (readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') !== version) return undefined;
  const binary = join(dist, readFileSync(pathFile, 'utf8').trim());
  return existsSync(binary) ? binary : undefined;
}

function rememberedFailure({ note, version }: Places): string | undefined {
  if (!existsSync(note)) return undefined;
  try {
    const found = failureNote.safeParse(readJson(note));
    return found.success && found.data.version === version ? found.data.reason : undefined;
  } catch {
    // A torn note is no note.
    return undefined;
  }
}

function remember({ note, version }: Places, reason: string): void {
  try {
    mkdirSync(dirname(note), { recursive: true });
    writeFileSync(note, JSON.stringify({ version, reason }));
  } catch {
    // Read-only modules: the next start tries again, which costs time but nothing else.
  }
}

/** Runs Electron's own installer, at most 20 s. */
function fetchBinary({ folder }: Places): Promise<Result<void>> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, 'install.js')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: process.platform !== 'win32',
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-2000);
    });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve(err(`it could not be downloaded within ${FETCH_TIMEOUT_MS / 1000} s`));
    }, FETCH_TIMEOUT_MS);
    child.once('error', (error) => {
      clearTimeout(timer);
      resolve(err(error.message));
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      const reason = errors.split('\n').find((line) => line.trim() !== '');
      resolve(
        code === 0
          ? ok(undefined)
          : err(`it could not be downloaded (${reason?.trim().replace(/^\w*Error: /, '')})`),
      );
    });
  });
}

export type Desktop =
  | { readonly kind: 'binary'; readonly path: string }
  /** `reason` completes "The desktop window is not available: ...". */
  | { readonly kind: 'none'; readonly reason: string; readonly retry: boolean };

/**
 * Looks for the Electron binary and fetches it when it was never tried. `retry` forgets an earlier
 * failure; `fetch: false` only looks.
 */
export async function findDesktop(options: {
  readonly retry: boolean;
  readonly fetch: boolean;
}): Promise<Desktop> {
  const none = (reason: string, retry = false): Desktop => ({ kind: 'none', reason, retry });
  if (!hasDisplay()) return none('there is no display');
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    return none('its sandbox does not run as root');
  }
  const found = places(program());
  if (found === undefined) return none('Electron is not installed');
  const remembered = options.retry ? undefined : rememberedFailure(found);
  const installed = installedBinary(found);
  // A remembered failure of the download is over once the binary is there.
  if (installed !== undefined && remembered?.startsWith('it ended') !== true) {
    return { kind: 'binary', path: installed };
  }
  if (remembered !== undefined) return none(remembered, true);
  if (!options.fetch) return none('its binary is fetched at the first start');

  const fetched = await fetchBinary(found);
  const binary = installedBinary(found);
  if (binary !== undefined) return { kind: 'binary', path: binary };
  const reason = fetched.ok ? 'its binary is not for this machine' : fetched.error;
  remember(found, reason);
  return none(reason, true);
}

export type DesktopEnd =
  | { readonly kind: 'ended'; readonly code: number }
  /** It never showed a window. */
  | { readonly kind: 'failed'; readonly reason: string };

/** What `limitYoungSpace` does for Node: one half of the space for new things, in MB. */
const YOUNG_SPACE = '--js-flags=--max-semi-space-size=8';

/** Runs the desktop app until it ends. */
export function runDesktop(binary: string): Promise<DesktopEnd> {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const started = Date.now();
  const child = spawn(binary, [YOUNG_SPACE, program().root], { stdio: 'inherit', env });
  const forward = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  process.on('SIGTERM', forward);
  // The terminal tells the whole group; we only have to outlive the window.
  process.on('SIGINT', () => {});

  return new Promise((resolve) => {
    const failed = (reason: string): void => {
      const found = places(program());
      if (found !== undefined) remember(found, reason);
      resolve({ kind: 'failed', reason });
    };
    child.once('error', (error) => failed(`it ended at once (${messageOf(error)})`));
    child.once('exit', (code, signal) => {
      const isEarly = Date.now() - started < EARLY_MS;
      const isBad = code !== 0 && signal !== 'SIGTERM' && signal !== 'SIGINT';
      if (isEarly && isBad) failed(`it ended at once (${signal ?? `exit code ${code}`})`);
      else resolve({ kind: 'ended', code: code ?? 0 });
    });
  });
}
