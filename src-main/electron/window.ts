/** The desktop window: its options, size and place. */
import { BrowserWindow, type BrowserWindowConstructorOptions } from 'electron';
import { APP_ORIGIN } from './app-scheme.ts';

const BACKGROUND = '#14151a';

/** Every option that matters for safety is spelled out, also where it is Electron's default. */
function windowOptions(preload: string): BrowserWindowConstructorOptions {
  return {
    width: 1280,
    height: 840,
    minWidth: 640,
    minHeight: 480,
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

/** Opens a window on the brain. */
export function openWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow(windowOptions(preload));
  window.once('ready-to-show', () => window.show());
  void window.loadURL(`${APP_ORIGIN}/`);
  return window;
}
