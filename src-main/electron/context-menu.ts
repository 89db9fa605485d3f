/** What the other mouse button offers; Electron itself offers nothing, and browsers always did. */
import {
  type App,
  type ContextMenuParams,
  clipboard,
  Menu,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron';
import { isOpenable } from '../host-node.ts';
import { wordsIn } from './words.ts';

export function offerContextMenu(app: App, language: () => string): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.on('context-menu', (_menuEvent, params) => {
      const items = contextItems(params, language());
      if (items.length > 0) Menu.buildFromTemplate([...items]).popup();
    });
  });
}

type Asked = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'linkURL'>;

/** Empty where there is nothing to do: then no menu opens. */
function contextItems(
  { isEditable, selectionText, linkURL }: Asked,
  language: string,
): readonly MenuItemConstructorOptions[] {
  const words = wordsIn(language);
  const hasText = selectionText.trim() !== '';
  if (isEditable) {
    return [
      { role: 'undo', label: words.undo },
      { role: 'redo', label: words.redo },
      { type: 'separator' },
      { role: 'cut', label: words.cut, enabled: hasText },
      { role: 'copy', label: words.copy, enabled: hasText },
      { role: 'paste', label: words.paste },
      { type: 'separator' },
      { role: 'selectAll', label: words.selectAll },
    ];
  }
  const link: MenuItemConstructorOptions = {
    label: words.copyLink,
    click: () => clipboard.writeText(linkURL),
  };
  return [
    ...(hasText ? [{ role: 'copy', label: words.copy } as const] : []),
    // An address inside the window is of no use elsewhere.
    ...(isOpenable(linkURL) ? [link] : []),
  ];
}
