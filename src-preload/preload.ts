/**
 * The narrow bridge into the window: whole JSON texts in both directions, nothing of Electron or
 * Node. It runs in the sandbox and is built into one CommonJS file.
 */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';

const CHANNEL = 'connectome';

contextBridge.exposeInMainWorld('connectome', {
  send(text: string): void {
    ipcRenderer.send(CHANNEL, String(text));
  },
  /** Returns the function that ends it. */
  onMessage(listener: (text: string) => void): () => void {
    // The event object would hand the page a way to the sender; it stays here.
    const forward = (_event: IpcRendererEvent, text: unknown): void => {
      if (typeof text === 'string') listener(text);
    };
    ipcRenderer.on(CHANNEL, forward);
    return () => {
      ipcRenderer.off(CHANNEL, forward);
    };
  },
});
