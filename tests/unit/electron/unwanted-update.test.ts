import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createStorage } from '../../../brain/storage/index.ts';
import { createUpdates, type Updater } from '../../../src-main/electron/updates.ts';
import { type ElectronState, resetElectron } from '../../support/electron-stand-in.ts';
import { eventually } from '../../support/eventually.ts';
import { tempFolder } from '../../support/temp-home.ts';

vi.mock('electron', async () => (await import('../../support/electron-stand-in.ts')).electron);

let electron: ElectronState;
let home: string;
beforeEach(async () => {
  electron = resetElectron();
  home = await tempFolder();
});

class FakeUpdater extends EventEmitter {
  autoDownload = false;
  autoInstallOnAppQuit = false;
  checks = 0;
  installs = 0;
  result: { isUpdateAvailable: boolean; downloadPromise?: Promise<unknown> } | Error = {
    isUpdateAvailable: false,
  };
  async checkForUpdates() {
    this.checks += 1;
    if (this.result instanceof Error) throw this.result;
    return this.result;
  }
  quitAndInstall(): void {
    this.installs += 1;
  }
}

const storage = createStorage();
const language = () => 'en';
const running = '1.1.0';
const started = (updater: FakeUpdater, now = () => new Date()) =>
  createUpdates({ updater: updater as Updater, running, home, storage, language, now });

it('a loaded update never restarts the program without a yes', async () => {
  const updater = new FakeUpdater();
  started(updater);
  updater.emit('update-downloaded', { version: '1.2.0' });
  await eventually(() => expect(electron.questions).toEqual(['Version 1.2.0 is ready']));
  expect(updater.installs).toBe(0);
  electron.answer = 1;
  updater.emit('update-downloaded', { version: '1.2.0' });
  await eventually(() => expect(updater.installs).toBe(1));
});

it('an owner who switched it off is not looked for, and a failed look neither ends nor bothers anything', async () => {
  const updater = new FakeUpdater();
  updater.result = new Error('net::ERR_NAME_NOT_RESOLVED\n    at x');
  const updates = started(updater);
  await updates.follow(false);
  expect(updater.checks).toBe(0);
  await updates.follow(true);
  updater.emit('error', new Error('offline'));
  expect(updater.checks).toBe(1);
  expect(electron.questions).toEqual([]);
  // Asked for in the menu, it answers either way.
  await updates.check();
  updater.result = { isUpdateAvailable: false };
  await updates.check();
  expect(electron.questions).toEqual([
    'The update could not be looked for.',
    'This is the newest version.',
  ]);
  await updates.follow(false);
});

it('a load that is cut off ends nothing: nobody else waits for it, and it would end the program', async () => {
  const unheard: unknown[] = [];
  const listen = (reason: unknown): void => void unheard.push(reason);
  process.on('unhandledRejection', listen);
  onTestFinished(() => void process.off('unhandledRejection', listen));
  const updater = new FakeUpdater();
  const updates = started(updater);
  for (const look of [() => updates.check(), () => updates.follow(true)]) {
    const downloadPromise = Promise.reject(new Error('net::ERR_CONNECTION_RESET'));
    updater.result = { isUpdateAvailable: true, downloadPromise };
    await look();
    // Node tells of it when it has done all that was due.
    await setImmediate();
  }
  await updates.follow(false);
  expect(unheard).toEqual([]);
});
