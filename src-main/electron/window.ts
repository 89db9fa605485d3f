/** The desktop window: its options, its size and place, and where in it to go. */
import { BrowserWindow, type BrowserWindowConstructorOptions, screen } from 'electron';
import type { Storage } from '../../brain/storage/index.ts';
import { APP_ORIGIN } from './app-scheme.ts';
import { recoverCrashes } from './crash.ts';
import { CHANNEL } from './ipc-pipe.ts';
import { askBeforeLosing } from './unsaved.ts';
import {
  placeOnScreens,
  readWindowState,
  smallest,
  type WindowState,
  writeWindowState,
} from './window-state.ts';

const BACKGROUND = '#14151a';

/** Every option that matters for safety is spelled out, also where it is Electron's default. */
function windowOptions(
  preload: string,
  state: WindowState | undefined,
): BrowserWindowConstructorOptions {
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  return {
    ...placeOnScreens(state, screens),
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: 'Connectome',
    backgroundColor: BACKGROUND,
    autoHideMenuBar: true,
    show: false,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  };
}

export interface WindowPlace {
  readonly preload: string;
  readonly home: string;
  readonly storage: Storage;
  readonly language: () => string;
}

let opening: Promise<BrowserWindow> | undefined;

/** Opens a window on the brain, at a path of the window's own; the same one for who asks meanwhile. */
export function openWindow(place: WindowPlace, path = '/'): Promise<BrowserWindow> {
  opening ??= makeWindow(place, path).finally(() => {
    opening = undefined;
  });
  return opening;
}

async function makeWindow(place: WindowPlace, path: string): Promise<BrowserWindow> {
  const state = await readWindowState(place.storage, place.home);
  const window = new BrowserWindow(windowOptions(place.preload, state));
  if (state?.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    const bounds = window.getNormalBounds();
    const maximized = window.isMaximized();
    writeWindowState(place.storage, place.home, { bounds, maximized }).catch(() => {
      // The next window opens where this one opened.
    });
  });
  recoverCrashes(window, place.language);
  askBeforeLosing(window, place.language);
  load(window, path);
  return window;
}

function load(window: BrowserWindow, path: string): void {
  // Electron itself hears when it fails; a page that crashes is loaded again.
  void window.loadURL(`${APP_ORIGIN}${path}`);
}

/** Shows the window there is, or opens one; goes to `path` where one is given. */
export async function showWindow(place: WindowPlace, path?: string): Promise<void> {
  const there = BrowserWindow.getAllWindows()[0] ?? opening;
  if (there === undefined) {
    await openWindow(place, path);
    return;
  }
  const window = await there;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  if (path === undefined) return;
  // A page that is not there yet hears nothing.
  if (window.webContents.isLoadingMainFrame()) load(window, path);
  else window.webContents.send(`${CHANNEL}:go`, path);
}
