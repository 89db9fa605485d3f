/** What plain Node lends to the brain: the host of the headless gateway and of the command line. */
import { spawn } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import type { Host } from '../brain/shared/host.ts';
import { startNodeChild } from './node-child.ts';

/** Links that may leave for the owner's browser. */
const openable = new Set(['http:', 'https:', 'mailto:']);

export function isOpenable(url: string): boolean {
  return URL.canParse(url) && openable.has(new URL(url).protocol);
}

/** Is any interface but loopback up? Asked before each call to a remote provider. */
function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ internal }) => !internal),
  );
}

/** A desktop notification where the system has the usual program for it. */
function notify(title: string, body: string): void {
  if (process.platform !== 'linux' || !hasDisplay()) return;
  const child = spawn('notify-send', ['--app-name=Connectome', '--', title, body], {
    stdio: 'ignore',
  });
  // Without the program there is no notification; the window shows the same news.
  child.once('error', () => {});
  child.unref();
}

/** Can a window be shown at all? */
export function hasDisplay(environment: NodeJS.ProcessEnv = process.env): boolean {
  if (process.platform === 'linux') {
    return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY);
  }
  // A remote shell on a Mac or PC shows nothing to whoever typed the command.
  return !environment.SSH_CONNECTION;
}

/** Opens a link in the owner's browser. Throws where the scheme is not one for browsers. */
export async function openInBrowser(url: string): Promise<void> {
  if (!isOpenable(url)) throw new Error('Only http, https and mailto links are opened.');
  const { default: open } = await import('open');
  const child = await open(url);
  child.once('error', () => {
    // No browser program: the URL was printed as well.
  });
}

export function createNodeHost(kind: 'headless' | 'cli'): Host {
  return {
    kind,
    isOnline: hasNetwork,
    runtime: process.execPath,
    forkNode: startNodeChild,
    notify,
    openLink: openInBrowser,
    readEnvironment: (name) => process.env[name],
  };
}
