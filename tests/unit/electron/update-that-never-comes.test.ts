/** A program that is not updated any more looks like one that is up to date: it must say so. */
import { EventEmitter } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
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

/** What a look comes to. */
type Found =
  | { readonly kind: 'nothing' | 'cutOff' }
  | { readonly kind: 'failure'; readonly reason: string }
  | { readonly kind: 'loaded'; readonly version: string };

class FakeUpdater extends EventEmitter {
  autoDownload = false;
  autoInstallOnAppQuit = false;
  readonly found: Found;
  constructor(found: Found) {
    super();
    this.found = found;
  }
  async checkForUpdates() {
    switch (this.found.kind) {
      case 'nothing':
        return { isUpdateAvailable: false };
      case 'failure':
        throw new Error(this.found.reason);
      case 'cutOff':
        return {
          isUpdateAvailable: true,
          downloadPromise: Promise.reject(new Error('net::ERR_CONNECTION_RESET')),
        };
      case 'loaded':
        this.emit('update-downloaded', { version: this.found.version });
        return { isUpdateAvailable: true, downloadPromise: Promise.resolve() };
    }
  }
  quitAndInstall(): void {}
}

const memory = async (): Promise<object> =>
  JSON.parse(await readFile(join(home, 'electron', 'updates.json'), 'utf8'));

/** A start of `running` on a day of March, and its first look, which is noted as `noted`. */
async function start(day: number, running: string, found: Found, noted: object): Promise<void> {
  const updater = new FakeUpdater(found);
  const now = () => new Date(Date.UTC(2026, 2, day, 9));
  const storage = createStorage();
  const language = () => 'en';
  const updates = createUpdates({
    updater: updater as Updater,
    running,
    home,
    storage,
    language,
    now,
  });
  await updates.follow(true);
  await eventually(async () => expect(await memory()).toEqual({ version: 1, ...noted }));
  await updates.follow(false);
}

const nothing: Found = { kind: 'nothing' };
const cutOff: Found = { kind: 'cutOff' };
const offline: Found = { kind: 'failure', reason: 'net::ERR_NAME_NOT_RESOLVED\n    at x' };
const loaded: Found = { kind: 'loaded', version: '1.2.0' };
const failing = (date: string, more: object = {}) => ({
  failingSince: `2026-03-${date}T09:00:00.000Z`,
  ...more,
});

it('looks that fail for a week are told once a week, whether it was restarted or not; one that works ends it', async () => {
  await start(1, '1.1.0', offline, failing('01'));
  await start(5, '1.1.0', offline, failing('01'));
  expect(electron.questions).toEqual([]);
  const told = failing('01', { toldAt: '2026-03-08T09:00:00.000Z' });
  await start(8, '1.1.0', offline, told);
  const words = 'Connectome could not be updated since March 1, 2026';
  await eventually(() => expect(electron.questions).toEqual([words]));
  await start(10, '1.1.0', offline, told);
  expect(electron.questions).toEqual([words]);
  await start(11, '1.1.0', nothing, {});
  await start(20, '1.1.0', offline, failing('20'));
  expect(electron.questions).toEqual([words]);
});

it('a load that is always cut off counts as a failure, although each look works', async () => {
  await start(1, '1.1.0', cutOff, failing('01'));
  await start(9, '1.1.0', cutOff, failing('01', { toldAt: '2026-03-09T09:00:00.000Z' }));
  await eventually(() => expect(electron.questions).toHaveLength(1));
});

it('what was loaded and is never installed is told at the third start without it, once', async () => {
  for (const starts of [0, 1, 2]) {
    await start(starts + 1, '1.1.0', loaded, { loaded: { version: '1.2.0', starts } });
  }
  const ready = 'Version 1.2.0 is ready';
  expect(electron.questions).toEqual([ready, ready, ready]);
  await start(4, '1.1.0', loaded, { loaded: { version: '1.2.0', starts: 3 } });
  const told = 'Version 1.2.0 was loaded but never installed';
  await eventually(() => expect(electron.questions.filter((one) => one === told)).toHaveLength(1));
  await start(5, '1.1.0', loaded, { loaded: { version: '1.2.0', starts: 4 } });
  expect(electron.questions.filter((one) => one === told)).toHaveLength(1);
  // Installed after all.
  await start(6, '1.2.0', nothing, {});
});

it('the file is what the documentation says, and a broken one is as none', async () => {
  const ready = { loaded: { version: '1.2.0', starts: 0 } };
  await start(1, '1.1.0', loaded, ready);
  await start(1, '1.1.0', offline, { loaded: { version: '1.2.0', starts: 1 }, ...failing('01') });
  const file = join(home, 'electron', 'updates.json');
  const golden = join(import.meta.dirname, '../../golden/updates.json');
  expect(await readFile(file, 'utf8')).toBe(await readFile(golden, 'utf8'));
  for (const broken of ['{', '{"version":2}', '{"version":1,"failingSince":"yesterday"}']) {
    await writeFile(file, broken);
    await start(1, '1.1.0', offline, failing('01'));
  }
});
