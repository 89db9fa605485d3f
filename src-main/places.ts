/** Where this program and its owner's home are on this machine. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `CONNECTOME_HOME`, else `~/.connectome`; absolute. */
export function homeFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const named = environment.CONNECTOME_HOME;
  if (named === undefined || named === '') return join(homedir(), '.connectome');
  return resolve(named.startsWith('~/') ? join(homedir(), named.slice(2)) : named);
}

export interface Program {
  /** Folder of package.json. */
  readonly root: string;
  readonly version: string;
  /** The default mind that is copied to a new home. */
  readonly defaults: string;
  /** The built window. */
  readonly renderer: string;
  readonly preload: string;
  /** The picture beside the clock. */
  readonly trayIcon: string;
  /** Entry of the desktop app. */
  readonly electron: string;
}

/** Built or not, the program is somewhere below its package.json. */
export function program(): Program {
  let root = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(root, 'package.json'))) {
    const parent = dirname(root);
    if (parent === root) throw new Error('The package.json of Connectome is missing.');
    root = parent;
  }
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? String(manifest.version)
      : '0.0.0';
  return {
    root,
    version,
    defaults: join(root, 'workspace'),
    renderer: join(root, 'out', 'renderer'),
    preload: join(root, 'out', 'preload', 'preload.cjs'),
    trayIcon: join(root, 'packaging', 'tray.png'),
    electron: join(root, 'out', 'main', 'electron.js'),
  };
}
