/** `app://connectome/`: the window's own scheme, so that no page is ever loaded from file: or the net. */
import { protocol, type Session } from 'electron';
import { securityHeaders } from '../content-security.ts';
import { rendererFile } from '../renderer-files.ts';

const SCHEME = 'app';
export const APP_ORIGIN = `${SCHEME}://connectome`;

/** Must be called before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves the built window to the pages of a session, with the same headers as the gateway. */
export function serveAppScheme(session: Session, renderer: string): void {
  session.protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url);
    const headers = securityHeaders([], url.pathname);
    if (url.host !== 'connectome' || request.method !== 'GET') {
      return new Response('Not found.', { status: 404, headers });
    }
    const file = await rendererFile(renderer, url.pathname);
    if (file === undefined) return new Response('Not found.', { status: 404, headers });
    return new Response(new Uint8Array(file.content), {
      headers: { ...headers, 'content-type': file.type },
    });
  });
}

/** Is this address one of the window's own pages? */
export function isAppUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol: scheme, host } = new URL(url);
  return scheme === `${SCHEME}:` && host === 'connectome';
}
