/** What the desktop app lends to the brain. */
import { BrowserWindow, Notification, net } from 'electron';
import type { Host } from '../../brain/shared/host.ts';
import { startNodeChild } from '../node-child.ts';
import { openOutside } from './lockdown.ts';

/** `onOpen`: a notification was clicked. `fromShell`: keys of the login shell; our own environment wins. */
export function createElectronHost(
  onOpen: () => void,
  fromShell: ReadonlyMap<string, string> = new Map(),
): Host {
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
      // A window that is open tells by itself, and only when it is not in front.
      if (BrowserWindow.getAllWindows().length > 0 || !Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      notification.on('click', onOpen);
      notification.show();
    },
    openLink: openOutside,
    readEnvironment: (name) => process.env[name] ?? fromShell.get(name),
  };
}
