/**
 * A page with unsaved text holds its window back. A browser asks its owner then; Electron does nothing at
 * all, so that neither window nor program could be closed.
 */
import { type BrowserWindow, dialog } from 'electron';
import { wordsIn } from './words.ts';

export function askBeforeLosing(window: BrowserWindow, language: () => string): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const words = wordsIn(language());
    const answer = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: words.unsaved,
      detail: words.unsavedText,
      buttons: [words.stay, words.leave],
      defaultId: 0,
      cancelId: 0,
    });
    // To prevent the preventing: it is left.
    if (answer === 1) event.preventDefault();
  });
}
