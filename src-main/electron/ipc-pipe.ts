/** The brain's pipe to the desktop windows: one channel, checked senders, whole JSON texts. */
import { type IpcMain, type IpcMainEvent, ipcMain, type WebContents } from 'electron';
import { MAX_MESSAGE_BYTES } from '../../protocol/index.ts';
import { type PipeDispatcher, type PipeEnd, tooLargeMessage } from '../pipes.ts';
import { isAppUrl } from './app-scheme.ts';

export const CHANNEL = 'connectome';

/** Below this a window counts as one that has read what it was sent. */
const DRAINED_CHARS = 2 * 1024 * 1024;

/** Is this message from the top frame of one of our own pages? */
function isTrustedSender(event: IpcMainEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isAppUrl(frame.url);
}

interface WindowEnd extends PipeEnd {
  /** The window has taken so many characters more. */
  onTaken(chars: number): void;
}

/** Serves the windows from now on. Returns the function that ends it. */
export function serveIpc(dispatcher: PipeDispatcher, ipc: IpcMain = ipcMain): () => void {
  const ends = new Map<WebContents, WindowEnd>();

  function endOf(contents: WebContents): PipeEnd {
    const known = ends.get(contents);
    if (known !== undefined) return known;
    let sent = 0;
    let taken = 0;
    const pipe = dispatcher.connect({
      kind: 'ipc',
      send: (text) => {
        if (contents.isDestroyed()) return;
        sent += text.length;
        contents.send(CHANNEL, text);
      },
      unsentBytes: () => sent - taken,
    });
    const end: WindowEnd = {
      ...pipe,
      // Electron does not tell what a window has taken; its preload script does, every now and then.
      onTaken(chars) {
        taken = Math.min(sent, taken + chars);
        if (sent - taken <= DRAINED_CHARS) pipe.drained();
      },
    };
    ends.set(contents, end);
    const close = (): void => {
      ends.delete(contents);
      contents.off('destroyed', close);
      contents.off('render-process-gone', close);
      contents.off('did-start-navigation', onNavigation);
      end.close();
    };
    // A reloaded page starts anew; what was subscribed for the old one ends.
    const onNavigation = (details: {
      readonly isMainFrame: boolean;
      readonly isSameDocument: boolean;
    }): void => {
      if (details.isMainFrame && !details.isSameDocument) close();
    };
    contents.on('destroyed', close);
    contents.on('render-process-gone', close);
    contents.on('did-start-navigation', onNavigation);
    return end;
  }

  const onMessage = (event: IpcMainEvent, text: unknown): void => {
    if (!isTrustedSender(event)) return;
    if (typeof text === 'number' && text > 0) ends.get(event.sender)?.onTaken(text);
    if (typeof text !== 'string') return;
    if (Buffer.byteLength(text) > MAX_MESSAGE_BYTES) event.sender.send(CHANNEL, tooLargeMessage);
    else endOf(event.sender).receive(text);
  };
  ipc.on(CHANNEL, onMessage);
  return () => {
    ipc.off(CHANNEL, onMessage);
    for (const end of ends.values()) end.close();
    ends.clear();
  };
}
