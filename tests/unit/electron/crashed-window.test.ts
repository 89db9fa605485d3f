import type { BrowserWindow } from 'electron';
import { beforeEach, expect, it, vi } from 'vitest';
import { recoverCrashes } from '../../../src-main/electron/crash.ts';
import {
  type ElectronState,
  FakeBrowserWindow,
  resetElectron,
} from '../../support/electron-stand-in.ts';
import { eventually } from '../../support/eventually.ts';

vi.mock('electron', async () => (await import('../../support/electron-stand-in.ts')).electron);

let electron: ElectronState;
beforeEach(() => {
  electron = resetElectron();
});

function watched(now: () => number): { window: FakeBrowserWindow; crash(): void } {
  const window = new FakeBrowserWindow({});
  recoverCrashes(window as unknown as BrowserWindow, () => 'en', now);
  return {
    window,
    crash: () => void window.webContents.emit('render-process-gone', {}, { reason: 'crashed' }),
  };
}

it('a window whose process ended is loaded again where it was, and a closed one is not', () => {
  const { window, crash } = watched(() => 0);
  crash();
  expect(window.webContents.reloads).toBe(1);
  window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit' });
  window.isClosed = true;
  crash();
  expect(window.webContents.reloads).toBe(1);
});

it('a page that ends its process at each start is not loaded for ever without asking', async () => {
  let at = 0;
  const { window, crash } = watched(() => at);
  crash();
  crash();
  crash();
  expect(window.webContents.reloads).toBe(2);
  expect(electron.questions).toEqual(['The window keeps ending unexpectedly']);
  await eventually(() => expect(window.webContents.reloads).toBe(3));
  // Once an hour is another matter.
  for (const minutes of [60, 120, 180]) {
    at = minutes * 60_000;
    crash();
  }
  expect(electron.questions).toHaveLength(1);
  expect(window.webContents.reloads).toBe(6);
});
