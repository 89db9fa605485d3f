/**
 * A window whose process ended is loaded again where it was: drafts are kept by the page, everything
 * else by the brain. One that ends again and again asks first.
 */
import { type BrowserWindow, dialog } from 'electron';
import { wordsIn } from './words.ts';

const MANY = 3;
const WITHIN_MS = 60_000;

export function recoverCrashes(
  window: BrowserWindow,
  language: () => string,
  now: () => number = Date.now,
): void {
  let crashes: readonly number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    crashes = [...crashes.filter((at) => now() - at < WITHIN_MS), now()];
    if (crashes.length < MANY) {
      window.webContents.reload();
      return;
    }
    const words = wordsIn(language());
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        message: words.crashed,
        detail: words.crashedText,
        buttons: [words.tryAgain, words.close],
        defaultId: 0,
        cancelId: 1,
      })
      .then(({ response }) => {
        if (window.isDestroyed()) return;
        crashes = [];
        if (response === 0) window.webContents.reload();
        else window.close();
      });
  });
}
