/** The desktop app from start to end; `electron.ts` only hands it Electron. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type App, dialog, session } from 'electron';
import { messageOf } from '../../brain/shared/result.ts';
import { createStorage, type Storage } from '../../brain/storage/index.ts';
import { type Claim, claimHome } from '../lock.ts';
import { isDesktopStart, readLoginShell } from '../login-shell.ts';
import { type OwnBrain, startOwnBrain } from '../own-brain.ts';
import { deferDispatcher, type PipeDispatcher } from '../pipes.ts';
import type { Program } from '../places.ts';
import { registerAppScheme, serveAppScheme } from './app-scheme.ts';
import { offerContextMenu } from './context-menu.ts';
import { LINK_SCHEME, linkIn, pathOfLink } from './deep-link.ts';
import { type DesktopSettings, followSettings } from './follow-settings.ts';
import { createElectronHost } from './host-electron.ts';
import { APP_ID } from './identity.ts';
import { serveIpc } from './ipc-pipe.ts';
import { blockRemoteContent, confinePages, denyPermissions } from './lockdown.ts';
import { setMenu } from './menu.ts';
import { QUIET_START, setOpenAtLogin } from './open-at-login.ts';
import { createRelay } from './relay.ts';
import { setTray } from './tray.ts';
import { findUpdates } from './updates.ts';
import { openWindow, showWindow, type WindowPlace } from './window.ts';
import { wordsIn } from './words.ts';

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
  // Windows shows the notifications of a program under the name of its start menu entry only.
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
  // One instance per home: Chromium's own data lives in it, and so does its lock.
  const userData = join(home, 'electron');
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  app.setPath('userData', userData);
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  confinePages(app);
  // Links come before the app is ready, too: the last one decides what the first window shows.
  let wanted = linkIn(process.argv);
  let arrived = (path: string): void => {
    wanted = path;
  };
  app.on('open-url', (event, link) => {
    event.preventDefault();
    const path = pathOfLink(link);
    if (path !== undefined) arrived(path);
  });

  // The brain starts while Chromium does; what the window asks early waits for it.
  const reaching = reachBrain(options);
  // Reported below, once there can be a dialog.
  reaching.catch(() => {});
  await app.whenReady();
  lockSessionDown(program.renderer);
  const dispatcher = deferDispatcher(reaching.then((reached) => reached.dispatcher));
  serveIpc(dispatcher);
  const storage = createStorage();
  const desktop: Desktop = { app, home, program, storage, settings: firstSettings };
  offerContextMenu(app, () => desktop.settings.language);
  const place: WindowPlace = {
    preload: program.preload,
    home,
    storage,
    language: () => desktop.settings.language,
  };
  const go = (path?: string): void => void showWindow(place, path);
  arrived = go;
  app.on('second-instance', (_event, argv) => go(linkIn(argv)));
  app.on('activate', () => go());
  app.on('window-all-closed', () => {
    // In the tray, and on a Mac, a program is not its window.
    if (!desktop.settings.tray && process.platform !== 'darwin') app.quit();
  });
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  setMenu(app, 'system', menuActions(go, undefined));
  const quiet = isQuietStart(app) && wanted === undefined;
  if (!quiet) await openWindow(place, wanted);

  try {
    const { own } = await reaching;
    // Without a sign beside the clock nobody could ask for the window.
    await furnish(desktop, dispatcher, go, (settings) => {
      if (quiet && !settings.tray && process.platform !== 'darwin') go();
    });
    if (own === undefined) return;
    endWithApp(app, own);
    await serveBrowsers(own);
  } catch (thrown) {
    dialog.showErrorBox(wordsIn().cannotStart, messageOf(thrown));
    app.exit(1);
  }
}

interface Desktop {
  readonly app: App;
  readonly home: string;
  readonly program: Program;
  readonly storage: Storage;
  settings: DesktopSettings;
}

/** Until the brain has told its own. */
const firstSettings: DesktopSettings = {
  openAtLogin: false,
  tray: false,
  notifications: true,
  updates: false,
  language: 'system',
};

function isQuietStart(app: App): boolean {
  return (
    process.argv.includes(QUIET_START) ||
    (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)
  );
}

function menuActions(go: (path?: string) => void, checkUpdates: (() => void) | undefined) {
  return { go, find: () => go('/?find=1'), checkUpdates };
}

/** Menu, tray, start at login and updates, as the owner has them; again after each change. */
async function furnish(
  desktop: Desktop,
  dispatcher: PipeDispatcher,
  go: (path?: string) => void,
  onFirst: (settings: DesktopSettings) => void,
): Promise<void> {
  const { app, home, program, storage } = desktop;
  const language = (): string => desktop.settings.language;
  const updates = await findUpdates(app, { home, storage, language });
  const check = updates && ((): void => void updates.check());
  followSettings(dispatcher, (settings) => {
    const before = desktop.settings;
    desktop.settings = settings;
    setMenu(app, settings.language, menuActions(go, check));
    const actions = { go, show: () => go(), quit: () => app.quit() };
    setTray(program.trayIcon, settings.language, settings.tray ? actions : undefined);
    if (app.isPackaged) {
      setOpenAtLogin(app, storage, settings.openAtLogin).catch(() => {
        // The system does not let us: the setting then is a wish.
      });
    }
    if (settings.updates !== before.updates) void updates?.follow(settings.updates);
    if (before === firstSettings) onFirst(settings);
  });
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
      const own = await startOwnBrain({
        home,
        claim,
        program,
        host: createElectronHost(() => app.emit('activate'), keys),
      });
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
  // An AppImage runs from a place that is gone with it; the file itself is named in its environment.
  const { APPIMAGE: execPath } = process.env;
  app.relaunch(execPath === undefined ? {} : { execPath });
  app.exit(0);
}

/** For `connectome open` and for programs. The window does not need it, so failing is only logged. */
async function serveBrowsers(own: OwnBrain): Promise<void> {
  const gateway = await own.openGateway({});
  if (!gateway.ok) own.log.warn('no gateway', { reason: gateway.error });
}

/** Quitting waits for the brain to end well; it ends when no window is left that could still say no. */
function endWithApp(app: App, own: OwnBrain): void {
  let isEnded = false;
  app.on('will-quit', (event) => {
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
