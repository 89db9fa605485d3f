/**
 * Updates of a packaged program, from where it was published: looked for at the start and once a day,
 * loaded in the background, installed when the program is quit. Never restarts without a yes.
 */
import { type App, dialog } from 'electron';
import { wordsIn } from './words.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What of `electron-updater` is used. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  on(event: 'update-downloaded', listener: (info: { readonly version: string }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean;
    /** Loading it, which has only begun. */
    readonly downloadPromise?: Promise<unknown> | null;
  } | null>;
  quitAndInstall(): void;
}

export interface Updates {
  /** Looks now, and says what it found; the daily look is silent. */
  check(): Promise<void>;
  /** Whether it looks by itself. */
  follow(wanted: boolean): void;
}

export function createUpdates(updater: Updater, language: () => string): Updates {
  let timer: ReturnType<typeof setInterval> | undefined;
  updater.autoDownload = true;
  updater.autoInstallOnAppQuit = true;
  // An error that nobody listens to would end the program.
  updater.on('error', () => {});
  updater.on('update-downloaded', ({ version }) => void offer(version));

  async function offer(version: string): Promise<void> {
    const words = wordsIn(language());
    const { response } = await dialog.showMessageBox({
      message: words.updateReady.replace('{version}', version),
      detail: words.updateReadyText,
      buttons: [words.later, words.restart],
      defaultId: 0,
      cancelId: 0,
    });
    if (response === 1) updater.quitAndInstall();
  }

  async function look(): ReturnType<Updater['checkForUpdates']> {
    const found = await updater.checkForUpdates();
    found?.downloadPromise?.catch(() => {
      // Cut off: the next look loads it.
    });
    return found;
  }

  async function quietly(): Promise<void> {
    await look().catch(() => {
      // Offline, or nothing published: tomorrow is another day.
    });
  }

  return {
    async check() {
      const words = wordsIn(language());
      try {
        const found = await look();
        if (found?.isUpdateAvailable) return;
        await dialog.showMessageBox({ message: words.upToDate });
      } catch (thrown) {
        const detail = thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : '';
        await dialog.showMessageBox({ type: 'warning', message: words.updateFailed, detail });
      }
    },
    follow(wanted) {
      clearInterval(timer);
      timer = undefined;
      if (!wanted) return;
      void quietly();
      timer = setInterval(() => void quietly(), DAY_MS);
      timer.unref();
    },
  };
}

/** Undefined where the program runs from its sources: those are updated by their owner. */
export async function findUpdates(app: App, language: () => string): Promise<Updates | undefined> {
  if (!app.isPackaged) return undefined;
  const { default: library } = await import('electron-updater');
  return createUpdates(library.autoUpdater, language);
}
