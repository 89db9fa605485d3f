/** The sign beside the clock, for owners who let Connectome go on when its window is closed. */
import { Menu, nativeImage, Tray } from 'electron';
import { wordsIn } from './words.ts';

export interface TrayActions {
  go(path: string): void;
  show(): void;
  quit(): void;
}

let tray: Tray | undefined;

/** Shows it, with these words; without `actions` it goes. `icon`: a picture file. */
export function setTray(icon: string, language: string, actions: TrayActions | undefined): void {
  if (actions === undefined) {
    tray?.destroy();
    tray = undefined;
    return;
  }
  if (tray === undefined) {
    const image = nativeImage.createFromPath(icon).resize({ width: 18, height: 18 });
    image.setTemplateImage(process.platform === 'darwin');
    tray = new Tray(image);
    tray.setToolTip('Connectome');
    tray.on('click', () => actions.show());
  }
  const words = wordsIn(language);
  tray.setContextMenu(
    Menu.buildFromTemplate([
      { label: words.show, click: () => actions.show() },
      { label: words.newConversation, click: () => actions.go('/') },
      { type: 'separator' },
      { label: words.quit, click: () => actions.quit() },
    ]),
  );
}
