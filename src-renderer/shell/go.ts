/** Where the menu, a link from elsewhere or a notification leads to. */
import { readDraft } from '../conversation/drafts.ts';
import { to } from '../routes.ts';
import { seedComposer, setPrivate, useUi } from '../store/ui.ts';

type Navigate = (path: string, options?: { readonly replace?: boolean }) => void;

/** Also from outside: it shows places and fills the message field, and does nothing else. */
export function goTo(path: string, navigate: Navigate): void {
  const { pathname, search, searchParams } = new URL(path, location.origin);
  if (pathname !== to.home()) {
    navigate(`${pathname}${search}`);
    return;
  }
  if (searchParams.has('find')) {
    useUi.setState({ palette: true });
    return;
  }
  setPrivate(searchParams.has('private'));
  navigate(to.home());
  const text = searchParams.get('text');
  if (text === null) return;
  // What its owner had begun to write stays.
  const draft = readDraft(undefined);
  seedComposer(draft === '' ? text : `${draft}\n\n${text}`);
}

/** The window may have been opened by a link. */
export function goWhereOpened(navigate: Navigate): void {
  if (location.pathname !== to.home() || location.search === '') return;
  const path = `${location.pathname}${location.search}`;
  navigate(to.home(), { replace: true });
  goTo(path, navigate);
}
