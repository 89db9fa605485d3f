/** Electron opens no menu by itself: who pastes with the mouse would find nothing. */
import type { App } from 'electron';
import { beforeEach, expect, it, vi } from 'vitest';
import { offerContextMenu } from '../../../src-main/electron/context-menu.ts';
import {
  type ElectronState,
  FakeWebContents,
  resetElectron,
} from '../../support/electron-stand-in.ts';

vi.mock('electron', async () => (await import('../../support/electron-stand-in.ts')).electron);

let electron: ElectronState;
beforeEach(() => {
  electron = resetElectron();
});

function press(asked: object): readonly (string | undefined)[] | undefined {
  const contents = new FakeWebContents();
  offerContextMenu(electron.app as unknown as App, () => 'de');
  electron.app.emit('web-contents-created', {}, contents);
  const before = electron.popups.length;
  const params = { isEditable: false, selectionText: '', linkURL: '', ...asked };
  contents.emit('context-menu', {}, params);
  electron.app.removeAllListeners('web-contents-created');
  if (electron.popups.length === before) return undefined;
  return electron.popups.at(-1)?.map(({ role, label }) => role ?? label);
}

it('a field offers to paste, text to copy it, and a place with neither opens nothing', () => {
  const inField = press({ isEditable: true });
  expect(inField).toContain('paste');
  expect(inField).toContain('cut');
  expect(press({ selectionText: 'ships' })).toEqual(['copy']);
  expect(press({ selectionText: ' \n' })).toBeUndefined();
});

it('the address of a link can be taken along, where it leads outside', () => {
  expect(press({ linkURL: 'https://example.org/a' })).toEqual(['Link kopieren']);
  electron.popups.at(-1)?.[0]?.click?.();
  expect(electron.copied).toBe('https://example.org/a');
  expect(press({ linkURL: 'connectome-app://window/memory' })).toBeUndefined();
});
