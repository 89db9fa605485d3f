/**
 * `connectome://` links from other programs: they only ever show a place of the window or put text into
 * the message field. Nothing is sent, changed or run by a link; what does not fit is dropped.
 */

export const LINK_SCHEME = 'connectome';

const MAX_TEXT = 4000;
const rooms = ['inspect', 'mind', 'memory', 'tasks', 'usage', 'settings', 'help'] as const;
const plainId = /^[\w.-]{1,120}$/;

/** The window's own path for a link, or undefined for one that is not ours. */
export function pathOfLink(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (url.protocol !== `${LINK_SCHEME}:` || url.username !== '' || url.port !== '')
    return undefined;
  const [place = '', ...rest] = `${url.host}${url.pathname}`.split('/').filter(Boolean);
  const [id, ...more] = rest;
  if (more.length > 0 || (id !== undefined && !plainId.test(id))) return undefined;
  switch (place) {
    case '':
    case 'open':
      return id === undefined ? '/' : undefined;
    case 'new': {
      const text = url.searchParams.get('text')?.slice(0, MAX_TEXT) ?? '';
      return text === '' ? '/' : `/?${new URLSearchParams({ text })}`;
    }
    case 'c':
      return id === undefined ? undefined : `/c/${id}`;
    default:
      if (!rooms.some((room) => room === place)) return undefined;
      return id === undefined ? `/${place}` : `/${place}/${id}`;
  }
}

/** The first link among the words that a second start was called with. */
export function linkIn(argv: readonly string[]): string | undefined {
  for (const word of argv) {
    if (!word.startsWith(`${LINK_SCHEME}:`)) continue;
    const path = pathOfLink(word);
    if (path !== undefined) return path;
  }
  return undefined;
}
