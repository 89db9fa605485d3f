import { EventEmitter } from 'node:events';
import type { IpcMain } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_MESSAGE_BYTES } from '../../../protocol/index.ts';
import { CHANNEL, serveIpc } from '../../../src-main/electron/ipc-pipe.ts';
import { echoDispatcher } from '../../support/echo-dispatcher.ts';
import { FakeFrame, FakeWebContents, resetElectron } from '../../support/electron-stand-in.ts';

vi.mock('electron', async () => (await import('../../support/electron-stand-in.ts')).electron);

const own = 'app://connectome/sessions/s_1';

beforeEach(() => {
  resetElectron();
});

function pipe() {
  const ipc = new EventEmitter();
  const dispatcher = echoDispatcher();
  const stop = serveIpc(dispatcher, ipc as unknown as IpcMain);
  const say = (
    sender: FakeWebContents,
    text: unknown,
    senderFrame: FakeFrame | null = new FakeFrame(own),
  ): void => void ipc.emit(CHANNEL, { sender, senderFrame }, text);
  return { dispatcher, say, stop };
}

describe('messages over IPC (point 17 of the list)', () => {
  it('are heard from the top frame of our own page only', () => {
    const { dispatcher, say } = pipe();
    const contents = new FakeWebContents();
    say(contents, 'foreign', new FakeFrame('https://x.example/'));
    say(contents, 'lookalike', new FakeFrame('app://connectome.evil/'));
    say(contents, 'framed', new FakeFrame(own, new FakeFrame(own)));
    say(contents, 'gone', null);
    say(contents, { not: 'text' });
    expect(dispatcher.received).toEqual([]);
    say(contents, 'hello');
    expect(dispatcher.received).toEqual(['hello']);
    expect(contents.sent).toEqual([{ channel: CHANNEL, text: 'echo:hello' }]);
  });

  it('that are too large are answered, not handed on', () => {
    const { dispatcher, say } = pipe();
    const contents = new FakeWebContents();
    say(contents, 'ü'.repeat(MAX_MESSAGE_BYTES / 2 + 1));
    expect(dispatcher.received).toEqual([]);
    expect(JSON.parse(contents.sent[0]?.text ?? '').error.data.code).toBe('too_large');
  });

  it('of a reloaded page start on a new connection, so that old subscriptions end', () => {
    const { dispatcher, say } = pipe();
    const contents = new FakeWebContents();
    say(contents, 'one');
    contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true });
    contents.emit('did-start-navigation', { isMainFrame: false, isSameDocument: false });
    say(contents, 'two');
    expect(dispatcher.connections).toHaveLength(1);
    contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    expect(dispatcher.closed).toBe(1);
    say(contents, 'three');
    expect(dispatcher.connections).toHaveLength(2);
    contents.emit('destroyed');
    expect(dispatcher.closed).toBe(2);
    expect(contents.listenerCount('did-start-navigation')).toBe(0);
  });
});

describe('the preload bridge (points 3 and 20)', () => {
  it('shows the page three functions and nothing of Electron', async () => {
    const electron = resetElectron();
    await import('../../../src-preload/preload.ts');
    const bridge = electron.exposed.get('connectome') as {
      send(text: unknown): void;
      onMessage(listener: (...args: unknown[]) => void): () => void;
    };
    expect([...electron.exposed.keys()]).toEqual(['connectome']);
    expect(Object.keys(bridge).sort()).toEqual(['onGo', 'onMessage', 'send']);

    bridge.send('hello');
    expect(electron.ipcRenderer.send).toHaveBeenCalledWith('connectome', 'hello');
    const heard: unknown[][] = [];
    const stop = bridge.onMessage((...args) => void heard.push(args));
    electron.ipcRenderer.emit('connectome', { sender: 'secret' }, 'news');
    electron.ipcRenderer.emit('connectome', { sender: 'secret' }, { not: 'text' });
    stop();
    electron.ipcRenderer.emit('connectome', {}, 'late');
    expect(heard).toEqual([['news']]);
  });
});
