/** What no page of the app may do, whatever it shows: the parts of Electron's security list that are events. */
import { type App, type Session, shell, type WebContents } from 'electron';
import { isOpenable } from '../host-node.ts';
import { isAppUrl } from './app-scheme.ts';

/** Opens a link outside, in the owner's browser; anything but http, https and mailto is dropped. */
export async function openOutside(url: string): Promise<void> {
  if (!isOpenable(url)) throw new Error('Only http, https and mailto links are opened.');
  await shell.openExternal(url);
}

/** What the window needs: the copy buttons' plain text, and telling its owner that something waits. */
const needed: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications']);

/** No camera, location or devices, and nothing for any page but our own. */
export function denyPermissions(session: Session): void {
  const isAllowed = (permission: string, page: string): boolean =>
    needed.has(permission) && isAppUrl(page);
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(isAllowed(permission, contents.getURL())),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) =>
    isAllowed(permission, origin),
  );
  session.setDevicePermissionHandler(() => false);
}

/** Nothing is loaded from the net: the window talks to the brain over IPC alone. */
export function blockRemoteContent(session: Session): void {
  session.webRequest.onBeforeRequest((details, answer) => {
    const scheme = URL.canParse(details.url) ? new URL(details.url).protocol : '';
    const isLocal = isAppUrl(details.url) || ['data:', 'blob:', 'devtools:'].includes(scheme);
    answer({ cancel: !isLocal });
  });
}

/** Pages stay where they are and open nothing; links go to the owner's browser. */
export function confinePages(app: App): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.on('will-navigate', (event) => {
      if (isAppUrl(event.url)) return;
      event.preventDefault();
      sendOutside(event.url);
    });
    const stay = (event: { preventDefault(): void; readonly url: string }): void => {
      if (!isAppUrl(event.url)) event.preventDefault();
    };
    contents.on('will-redirect', stay);
    contents.on('will-frame-navigate', stay);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      sendOutside(url);
      return { action: 'deny' };
    });
  });
}

function sendOutside(url: string): void {
  openOutside(url).catch(() => {
    // A scheme that is not for browsers, or no browser: the click does nothing.
  });
}
