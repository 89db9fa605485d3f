import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import { expect, it, vi } from 'vitest';
import { configSchema } from '../../../protocol/index.ts';
import { runDesktopApp } from '../../../src-main/electron/desktop-app.ts';
import { claimHome } from '../../../src-main/lock.ts';
import type { PipeDispatcher } from '../../../src-main/pipes.ts';
import { program } from '../../../src-main/places.ts';
import { listenOnSocket } from '../../../src-main/socket.ts';
import {
  type ElectronState,
  FakeBrowserWindow,
  FakeFrame,
  resetElectron,
} from '../../support/electron-stand-in.ts';
import { eventually } from '../../support/eventually.ts';
import { tempFolder } from '../../support/temp-home.ts';

vi.mock('electron', async () => (await import('../../support/electron-stand-in.ts')).electron);

function run(electron: ElectronState, home: string): Promise<void> {
  return runDesktopApp({ app: electron.app as unknown as App, home, program: program() });
}

/** A brain of another process: tells these settings, and echoes what is no request. */
function brainWith(ui: object, desktop: object): PipeDispatcher {
  const config = configSchema.parse({ version: 1, ui, desktop });
  return {
    connect: ({ send }) => ({
      receive(text) {
        if (!text.startsWith('{')) {
          send(`echo:${text}`);
          return;
        }
        const { id, method } = JSON.parse(text);
        const settings = { userHome: '/', config, problems: [], path: '/config.json' };
        const result = method === 'config.get' ? settings : { epoch: 'e_1' };
        send(JSON.stringify({ jsonrpc: '2.0', id, result }));
      },
      drained: () => {},
      close: () => {},
    }),
  };
}

it('a second app for the same home opens nothing and leaves the brain alone', async () => {
  const home = await tempFolder();
  const electron = resetElectron();
  electron.app.isFirst = false;
  await run(electron, home);
  expect(electron.app.calls).toEqual(['enableSandbox', 'quit', 'ended']);
  expect(FakeBrowserWindow.all).toHaveLength(0);
  expect(existsSync(join(home, 'brain.lock'))).toBe(false);
});

it('opens its window on a brain that lives in another process, and starts anew when that ends', async () => {
  const home = await tempFolder();
  const claim = await claimHome(home, 0);
  if (claim.kind !== 'held') throw new Error(claim.kind);
  const dispatcher = brainWith({ language: 'de' }, { tray: true });
  const server = await listenOnSocket(claim.socketPath, dispatcher);

  const electron = resetElectron();
  await run(electron, home);
  const [window] = FakeBrowserWindow.all;
  if (window === undefined) throw new Error('no window');
  const sent = new Promise((resolve) => window.webContents.once('test-sent', resolve));
  const senderFrame = new FakeFrame('app://connectome/');
  electron.ipcMain.emit('connectome', { sender: window.webContents, senderFrame }, 'hello');
  await sent;
  expect(window.webContents.sent).toEqual([{ channel: 'connectome', text: 'echo:hello' }]);

  // A link that another program opens shows its place in the window that there is.
  electron.app.emit('second-instance', {}, ['connectome', 'connectome://c/s_1']);
  const shown = { channel: 'connectome:go', text: '/c/s_1' };
  await eventually(() => {
    expect(window.focused).toBe(1);
    expect(window.webContents.sent.at(-1)).toEqual(shown);
  });
  expect(FakeBrowserWindow.all).toHaveLength(1);

  // In the tray it goes on without a window, in the owner's language, and comes back where it was.
  await eventually(() => expect(electron.tray?.menu[0]?.label).toBe('Connectome zeigen'));
  expect(electron.menu.map(({ label }) => label)).toContain('Bearbeiten');
  window.close();
  expect(electron.app.calls).not.toContain('quit');
  const saved = join(home, 'electron', 'window.json');
  await eventually(() => expect(existsSync(saved)).toBe(true));
  // Two clicks while it opens, and a link: one window, which goes there.
  electron.tray?.menu[0]?.click?.();
  electron.tray?.menu[0]?.click?.();
  electron.app.emit('second-instance', {}, ['connectome', 'connectome://c/s_2']);
  await eventually(() =>
    expect(FakeBrowserWindow.all[0]?.webContents.sent.at(-1)?.text).toBe('/c/s_2'),
  );
  expect(FakeBrowserWindow.all).toHaveLength(1);
  const [back] = FakeBrowserWindow.all;
  expect(back?.options).toMatchObject(window.bounds);
  // A page that is still loading would not hear where to go.
  if (back !== undefined) back.webContents.isLoading = true;
  electron.app.emit('second-instance', {}, ['connectome', 'connectome://tasks']);
  await eventually(() => expect(back?.webContents.url).toBe('app://connectome/tasks'));

  const exited = eventually(() => expect(electron.app.calls).toContain('exit 0'));
  await server.close();
  await exited;
  expect(electron.app.calls).toContain('relaunch');
  claim.lock.release();
});

it('tells in a dialog why it cannot start, instead of showing an empty window for ever', async () => {
  const home = await tempFolder();
  const electron = resetElectron();
  const missing = { ...program(), defaults: join(home, 'none') };
  // A home whose lock file cannot be made: its name is taken by a folder.
  const { mkdir } = await import('node:fs/promises');
  await mkdir(join(home, 'brain.lock'));
  await runDesktopApp({ app: electron.app as unknown as App, home, program: missing });
  expect(electron.errors[0]).toContain('brain.lock');
  expect(electron.app.calls).toContain('exit 1');
});

it('quits when its window has been left, not before; the brain has ended well by then', async () => {
  const home = await tempFolder();
  const electron = resetElectron();
  await run(electron, home);
  const [window] = FakeBrowserWindow.all;
  if (window === undefined) throw new Error('no window');
  // Its owner has typed into a file and wants to stay: so does everything.
  window.hasUnsaved = true;
  electron.app.quit();
  expect(electron.questions).toEqual(['A file has changes that are not saved']);
  expect(window.isClosed).toBe(false);
  expect((await claimHome(home, 0)).kind).toBe('live');

  electron.answer = 1;
  electron.app.quit();
  expect(window.isClosed).toBe(true);
  expect(electron.app.calls).not.toContain('ended');
  await eventually(() => expect(electron.app.calls).toContain('ended'));
  const after = await claimHome(home, 0);
  expect(after.kind).toBe('held');
  if (after.kind === 'held') after.lock.release();
});
