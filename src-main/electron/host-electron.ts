/** What the desktop app lends to the brain. */
import { Notification, net } from 'electron';
import type { Host } from '../../brain/shared/host.ts';
import { startNodeChild } from '../node-child.ts';
import { openOutside } from './lockdown.ts';

/** `fromShell`: keys of the login shell; this process's own environment wins. */
export function createElectronHost(fromShell: ReadonlyMap<string, string> = new Map()): Host {
  return {
    kind: 'electron',
    isOnline: () => net.isOnline(),
    runtime: process.execPath,
    // Electron's own program is Node when it is told so; a utility process could not be confined.
    forkNode: (command, { env, cwd }) =>
      startNodeChild(command, {
        env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
        ...(cwd === undefined ? {} : { cwd }),
      }),
    notify(title, body) {
      if (Notification.isSupported()) new Notification({ title, body }).show();
    },
    openLink: openOutside,
    readEnvironment: (name) => process.env[name] ?? fromShell.get(name),
  };
}
