/** What plain Node lends to the brain: the host of the headless gateway and of the command line. */
import { fork, spawn } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import type { ForkOptions, Host, NodeChild } from '../brain/shared/host.ts';

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

/** Starts a Node program with this runtime; `serialization: advanced` makes messages structured clones. */
function forkNode(modulePath: string, options: ForkOptions): NodeChild {
  const child = fork(modulePath, [...(options.args ?? [])], {
    env: { ...options.env },
    cwd: options.cwd,
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => {
      // A child that has just ended is told by `onExit`; the message has nowhere to go.
      if (child.connected) child.send(message as object, () => {});
    },
    onMessage: (listener) => {
      child.on('message', listener);
    },
    onExit: (listener) => {
      child.once('exit', listener);
      // It could not even be started: the same to the caller as one that ended at once.
      child.once('error', () => listener(null));
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
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
    forkNode,
    notify,
    openLink: openInBrowser,
    readEnvironment: (name) => process.env[name],
  };
}
