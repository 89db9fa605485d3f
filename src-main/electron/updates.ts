/**
 * Updates of a packaged program, from where it was published: looked for at the start and once a day,
 * loaded in the background, installed when the program is quit. Never restarts without a yes. What fails is
 * not told at once, and not kept for ever either.
 */
import { type App, dialog } from 'electron';
import { messageOf } from '../../brain/shared/result.ts';
import type { Storage } from '../../brain/storage/index.ts';
import {
  afterFailure,
  afterLoaded,
  afterNothingNew,
  afterStart,
  readUpdateMemory,
  type Trouble,
  type UpdateMemory,
  writeUpdateMemory,
} from './update-memory.ts';
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
  /** Whether it looks by itself; resolves when the first look is over. */
  follow(wanted: boolean): Promise<void>;
}

export interface UpdatesOptions {
  readonly updater: Updater;
  /** The version that runs. */
  readonly running: string;
  readonly home: string;
  readonly storage: Storage;
  readonly language: () => string;
  readonly now?: () => Date;
}

export function createUpdates(options: UpdatesOptions): Updates {
  const { updater, running, home, storage, language, now = () => new Date() } = options;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isStart = true;
  updater.autoDownload = true;
  updater.autoInstallOnAppQuit = true;
  // Of an installation that fails only this is heard; one that nobody listens to would end the program.
  updater.on('error', (error) => failed(error));
  updater.on('update-downloaded', ({ version }) => {
    note((memory) => ({ memory: afterLoaded(memory, version) }));
    void offer(version);
  });

  /** One change after the other. */
  let noted: Promise<void> = Promise.resolve();
  function note(
    change: (memory: UpdateMemory) => { readonly memory: UpdateMemory; readonly trouble?: Trouble },
    reason?: string,
  ): void {
    noted = noted.then(async () => {
      const { memory, trouble } = change(await readUpdateMemory(storage, home));
      await writeUpdateMemory(storage, home, memory).catch(() => {
        // A full disk has louder voices than this one.
      });
      if (trouble !== undefined) void tell(trouble, reason);
    });
  }

  function failed(thrown: unknown): void {
    note((memory) => afterFailure(memory, now()), firstLine(thrown));
  }

  async function tell(trouble: Trouble, reason: string | undefined): Promise<void> {
    const words = wordsIn(language());
    const message =
      trouble.kind === 'failing'
        ? words.updatesFail.replace('{date}', dateIn(language(), trouble.since))
        : words.notInstalled.replace('{version}', trouble.version);
    const detail = reason ? `${words.byHand}\n\n${reason}` : words.byHand;
    await dialog.showMessageBox({ type: 'warning', message, detail });
  }

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
    // Cut off: the next look loads it.
    found?.downloadPromise?.catch(failed);
    if (found !== null && !found.isUpdateAvailable) {
      note((memory) => ({ memory: afterNothingNew(memory) }));
    }
    return found;
  }

  async function quietly(): Promise<void> {
    // Offline, or nothing published: tomorrow is another day.
    await look().catch(failed);
    await noted;
  }

  return {
    async check() {
      const words = wordsIn(language());
      try {
        const found = await look();
        if (found?.isUpdateAvailable) return;
        await dialog.showMessageBox({ message: words.upToDate });
      } catch (thrown) {
        await dialog.showMessageBox({
          type: 'warning',
          message: words.updateFailed,
          detail: firstLine(thrown),
        });
      }
    },
    async follow(wanted) {
      clearInterval(timer);
      timer = undefined;
      if (!wanted) return;
      if (isStart) note((memory) => afterStart(memory, running));
      isStart = false;
      timer = setInterval(() => void quietly(), DAY_MS);
      timer.unref();
      await quietly();
    },
  };
}

/** What follows it is where in the program, and of no use to its owner. */
const firstLine = (thrown: unknown): string => messageOf(thrown).split('\n')[0] ?? '';

function dateIn(language: string, date: Date): string {
  const locale = language === 'system' ? undefined : language;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(date);
}

/** Undefined where the program runs from its sources: those are updated by their owner. */
export async function findUpdates(
  app: App,
  options: Omit<UpdatesOptions, 'updater' | 'running'>,
): Promise<Updates | undefined> {
  if (!app.isPackaged) return undefined;
  const { default: library } = await import('electron-updater');
  return createUpdates({ ...options, updater: library.autoUpdater, running: app.getVersion() });
}
