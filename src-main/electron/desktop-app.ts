/** The desktop app from start to end; `electron.ts` only hands it Electron. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type App, BrowserWindow, dialog, session } from 'electron';
import { messageOf } from '../../brain/shared/result.ts';
import { type Claim, claimHome } from '../lock.ts';
import { isDesktopStart, readLoginShell } from '../login-shell.ts';
import { type OwnBrain, startOwnBrain } from '../own-brain.ts';
import { deferDispatcher, type PipeDispatcher } from '../pipes.ts';
import type { Program } from '../places.ts';
import { registerAppScheme, serveAppScheme } from './app-scheme.ts';
import { createElectronHost } from './host-electron.ts';
import { serveIpc } from './ipc-pipe.ts';
import { blockRemoteContent, confinePages, denyPermissions } from './lockdown.ts';
import { createRelay } from './relay.ts';
import { openWindow } from './window.ts';

export interface DesktopAppOptions {
  readonly app: App;
  readonly home: string;
  readonly program: Program;
}

/** Runs before the app is ready; returns when its window is open, or at once for a second instance. */
export async function runDesktopApp(options: DesktopAppOptions): Promise<void> {
  const { app, home, program } = options;
  app.enableSandbox();
  registerAppScheme();
  // One instance per home: Chromium's own data lives in it, and so does its lock.
  const userData = join(home, 'electron');
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  app.setPath('userData', userData);
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  confinePages(app);

  // The brain starts while Chromium does; what the window asks early waits for it.
  const reaching = reachBrain(options);
  // Reported below, once there can be a dialog.
  reaching.catch(() => {});
  await app.whenReady();
  lockSessionDown(program.renderer);
  serveIpc(deferDispatcher(reaching.then(({ dispatcher }) => dispatcher)));
  app.on('second-instance', () => showWindow(program.preload));
  app.on('activate', () => showWindow(program.preload));
  app.on('window-all-closed', () => app.quit());
  openWindow(program.preload);

  try {
    const { own } = await reaching;
    if (own === undefined) return;
    endWithApp(app, own);
    await serveBrowsers(own);
  } catch (thrown) {
    dialog.showErrorBox('Connectome could not start', messageOf(thrown));
    app.exit(1);
  }
}

function lockSessionDown(renderer: string): void {
  const { defaultSession } = session;
  denyPermissions(defaultSession);
  blockRemoteContent(defaultSession);
  serveAppScheme(defaultSession, renderer);
}

interface ReachedBrain {
  readonly dispatcher: PipeDispatcher;
  /** Undefined when the brain lives in another process. */
  readonly own?: OwnBrain;
}

async function reachBrain({ app, home, program }: DesktopAppOptions): Promise<ReachedBrain> {
  const claim: Claim = await claimHome(home);
  switch (claim.kind) {
    case 'held': {
      const keys = isDesktopStart() ? await readLoginShell() : new Map<string, string>();
      const own = await startOwnBrain({ home, claim, program, host: createElectronHost(keys) });
      return { dispatcher: own.brain.dispatcher, own };
    }
    case 'live': {
      // The brain we looked at has ended: start anew, with a brain of our own.
      return { dispatcher: createRelay(claim.socketPath, () => restart(app)) };
    }
    case 'silent':
      throw new Error(
        `Another Connectome holds ${home} but does not answer. End it and try again.`,
      );
  }
}

function restart(app: App): void {
  app.relaunch();
  app.exit(0);
}

function showWindow(preload: string): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) {
    openWindow(preload);
    return;
  }
  if (window.isMinimized()) window.restore();
  window.focus();
}

/** For `connectome open` and for programs. The window does not need it, so failing is only logged. */
async function serveBrowsers(own: OwnBrain): Promise<void> {
  const gateway = await own.openGateway({});
  if (!gateway.ok) own.log.warn('no gateway', { reason: gateway.error });
}

/** Quitting waits for the brain to end well. */
function endWithApp(app: App, own: OwnBrain): void {
  let isEnded = false;
  app.on('before-quit', (event) => {
    if (isEnded) return;
    event.preventDefault();
    own.stop().then(
      () => {
        isEnded = true;
        app.quit();
      },
      () => app.exit(1),
    );
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
}
