import { EventEmitter } from 'node:events';
import type { IpcMain } from 'electron';
import { beforeEach, expect, it, vi } from 'vitest';
import { CHANNEL, serveIpc } from '../../../src-main/electron/ipc-pipe.ts';
import type { PipeConnection } from '../../../src-main/pipes.ts';
import {
  type ElectronState,
  FakeFrame,
  FakeWebContents,
  resetElectron,
} from '../../support/electron-stand-in.ts';

vi.mock('electron', async () => (await import('../../support/electron-stand-in.ts')).electron);

const MB = 1024 * 1024;
const senderFrame = new FakeFrame('app://connectome/');
let electron: ElectronState;
beforeEach(() => {
  vi.resetModules();
  electron = resetElectron();
});

it('a window that does not read is known by what it has not taken, so that the main process cannot fill up', () => {
  const connections: PipeConnection[] = [];
  const drained = vi.fn();
  const ipc = new EventEmitter();
  serveIpc(
    {
      connect(connection) {
        connections.push(connection);
        return { receive: () => {}, drained, close: () => {} };
      },
    },
    ipc as unknown as IpcMain,
  );
  const sender = new FakeWebContents();
  const fromWindow = (message: unknown): void =>
    void ipc.emit(CHANNEL, { sender, senderFrame }, message);
  fromWindow('hello');
  const [connection] = connections;
  connection?.send('x'.repeat(10 * MB));
  expect(connection?.unsentBytes()).toBe(10 * MB);
  fromWindow(5 * MB);
  expect(connection?.unsentBytes()).toBe(5 * MB);
  expect(drained).not.toHaveBeenCalled();
  fromWindow(4 * MB);
  expect(drained).toHaveBeenCalledOnce();
  // A report that cannot be true (of the page before a reload) is not more than what was sent.
  fromWindow(99 * MB);
  expect(connection?.unsentBytes()).toBe(0);
});

it('the preload script reports what the page has taken, by its size only', async () => {
  await import('../../../src-preload/preload.ts');
  const bridge = electron.exposed.get('connectome') as {
    onMessage(listener: (text: string) => void): () => void;
  };
  const seen: number[] = [];
  bridge.onMessage((text) => seen.push(text.length));
  electron.ipcRenderer.emit(CHANNEL, {}, 'x'.repeat(200 * 1024));
  expect(electron.ipcRenderer.send).not.toHaveBeenCalled();
  electron.ipcRenderer.emit(CHANNEL, {}, 'x'.repeat(100 * 1024));
  expect(seen).toEqual([200 * 1024, 100 * 1024]);
  expect(electron.ipcRenderer.send.mock.calls).toEqual([[CHANNEL, 300 * 1024]]);
});
