/** The application menu. Its own items only lead to places of the window, which knows the rest. */
import { type App, Menu, type MenuItemConstructorOptions } from 'electron';
import { wordsIn } from './words.ts';

export interface MenuActions {
  /** Shows the window at a path of its own. */
  go(path: string): void;
  /** Opens the palette. */
  find(): void;
  /** Undefined where this program is not updated by itself. */
  readonly checkUpdates: (() => void) | undefined;
}

type Item = MenuItemConstructorOptions;

export function setMenu(app: App, language: string, actions: MenuActions): void {
  const template = menuTemplate(process.platform === 'darwin', app.isPackaged, language, actions);
  Menu.setApplicationMenu(Menu.buildFromTemplate([...template]));
}

function menuTemplate(
  isMac: boolean,
  isPackaged: boolean,
  language: string,
  { go, find, checkUpdates }: MenuActions,
): readonly Item[] {
  const words = wordsIn(language);
  const line: Item = { type: 'separator' };
  const settings: Item = {
    label: words.settings,
    accelerator: 'CmdOrCtrl+,',
    click: () => go('/settings'),
  };
  const updates: readonly Item[] =
    checkUpdates === undefined ? [] : [{ label: words.checkUpdates, click: () => checkUpdates() }];
  const about: Item = { role: 'about', label: words.about };
  const quit: Item = { role: 'quit', label: words.quit };
  const mac: readonly Item[] = [
    {
      label: 'Connectome',
      submenu: [
        about,
        ...updates,
        line,
        settings,
        line,
        { role: 'services' },
        line,
        { role: 'hide' },
        { role: 'hideOthers' },
        { role: 'unhide' },
        line,
        quit,
      ],
    },
  ];
  return [
    ...(isMac ? mac : []),
    {
      label: words.file,
      submenu: [
        { label: words.newConversation, accelerator: 'CmdOrCtrl+N', click: () => go('/') },
        {
          label: words.newPrivate,
          accelerator: 'CmdOrCtrl+Shift+N',
          click: () => go('/?private=1'),
        },
        line,
        ...(isMac ? [] : [settings, line]),
        { role: 'close', label: words.close },
        ...(isMac ? [] : [quit]),
      ],
    },
    {
      label: words.edit,
      submenu: [
        { role: 'undo', label: words.undo },
        { role: 'redo', label: words.redo },
        line,
        { role: 'cut', label: words.cut },
        { role: 'copy', label: words.copy },
        { role: 'paste', label: words.paste },
        { role: 'selectAll', label: words.selectAll },
      ],
    },
    {
      label: words.view,
      submenu: [
        { label: words.find, accelerator: 'CmdOrCtrl+K', click: () => find() },
        line,
        { role: 'zoomIn', label: words.zoomIn },
        { role: 'zoomOut', label: words.zoomOut },
        { role: 'resetZoom', label: words.actualSize },
        { role: 'togglefullscreen', label: words.fullScreen },
        line,
        { role: 'reload', label: words.reload },
        ...(isPackaged ? [] : [{ role: 'toggleDevTools', label: words.developer } as const]),
      ],
    },
    { role: 'windowMenu', label: words.window },
    {
      role: 'help',
      label: words.help,
      submenu: [
        { label: words.guide, click: () => go('/help') },
        { label: words.keys, accelerator: 'CmdOrCtrl+/', click: () => go('/help/keys') },
        { label: words.report, click: () => go('/help/report') },
        ...(isMac ? [] : [line, ...updates, about]),
      ],
    },
  ];
}
