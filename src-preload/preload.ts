/**
 * The narrow bridge into the window: whole JSON texts in both directions, nothing of Electron or
 * Node. It runs in the sandbox and is built into one CommonJS file.
 */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';

const CHANNEL = 'connectome';

/** Characters after which the main process is told (by their number) that they were taken. */
const REPORT_CHARS = 256 * 1024;
let taken = 0;

function report(chars: number): void {
  taken += chars;
  if (taken < REPORT_CHARS) return;
  ipcRenderer.send(CHANNEL, taken);
  taken = 0;
}

contextBridge.exposeInMainWorld('connectome', {
  send(text: string): void {
    ipcRenderer.send(CHANNEL, String(text));
  },
  /** Where the menu, a link or a notification leads to. Returns the function that ends it. */
  onGo(listener: (path: string) => void): () => void {
    const forward = (_event: IpcRendererEvent, path: unknown): void => {
      if (typeof path === 'string') listener(path);
    };
    ipcRenderer.on(`${CHANNEL}:go`, forward);
    return () => {
      ipcRenderer.off(`${CHANNEL}:go`, forward);
    };
  },
  /** Returns the function that ends it. */
  onMessage(listener: (text: string) => void): () => void {
    // The event object would hand the page a way to the sender; it stays here.
    const forward = (_event: IpcRendererEvent, text: unknown): void => {
      if (typeof text !== 'string') return;
      listener(text);
      report(text.length);
    };
    ipcRenderer.on(CHANNEL, forward);
    return () => {
      ipcRenderer.off(CHANNEL, forward);
    };
  },
});
