/** What the desktop app lends to the brain. */
import { Notification, net, utilityProcess } from 'electron';
import type { ForkOptions, Host, NodeChild } from '../../brain/shared/host.ts';
import { openOutside } from './lockdown.ts';

/** A Node child on Electron's own runtime; it ends with the app. */
function forkNode(modulePath: string, options: ForkOptions): NodeChild {
  const child = utilityProcess.fork(modulePath, [...(options.args ?? [])], {
    env: { ...options.env },
    cwd: options.cwd,
    execArgv: [],
    stdio: 'ignore',
    serviceName: 'Connectome plugin',
  });
  return {
    get pid() {
      return child.pid;
    },
    send: (message) => child.postMessage(message),
    onMessage: (listener) => {
      child.on('message', listener);
    },
    onExit: (listener) => {
      child.once('exit', listener);
    },
    kill: () => {
      child.kill();
    },
  };
}

/** `fromShell`: keys of the login shell; this process's own environment wins. */
export function createElectronHost(fromShell: ReadonlyMap<string, string> = new Map()): Host {
  return {
    kind: 'electron',
    isOnline: () => net.isOnline(),
    forkNode,
    notify(title, body) {
      if (Notification.isSupported()) new Notification({ title, body }).show();
    },
    openLink: openOutside,
    readEnvironment: (name) => process.env[name] ?? fromShell.get(name),
  };
}
