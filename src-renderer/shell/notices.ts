/**
 * Tells the owner by the system's own notifications, while no window is in front: when a conversation
 * waits for them, and when a turn that took long is over. The same in the desktop window and a browser.
 */
import type { SessionSummary } from '../../protocol/index.ts';
import { currentI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { useSettings } from '../store/settings.ts';
import { onBrainEvent } from '../transport/brain.ts';
import { createWatch, type Notice } from './notice-watch.ts';

export function startNotices(navigate: (path: string) => void): () => void {
  const watch = createWatch(Date.now);
  return onBrainEvent((event) => {
    if (!('scope' in event) || event.type !== 'session_changed' || event.change === 'deleted')
      return;
    const session = event.session as SessionSummary | undefined;
    if (session === undefined) return;
    const notice = watch(session);
    if (notice !== undefined && !document.hasFocus() && isWanted()) show(session, notice, navigate);
  });
}

export const canNotify = (): boolean => 'Notification' in window;

function isWanted(): boolean {
  const wanted = useSettings.getState().config?.desktop.notifications ?? false;
  return wanted && canNotify() && Notification.permission === 'granted';
}

function show(session: SessionSummary, notice: Notice, navigate: (path: string) => void): void {
  const { t, language, direction } = currentI18n();
  const { sessionId } = session;
  // The title alone: what was said does not belong on a locked screen.
  const body = session.private ? t('session.private') : session.title || t('session.untitled');
  const shown = new Notification(t(`notice.${notice}`), {
    body,
    lang: language,
    dir: direction,
    // Two windows tell it once.
    tag: `${sessionId} ${notice}`,
  });
  shown.addEventListener('click', () => {
    focus();
    navigate(to.conversation(sessionId));
    shown.close();
  });
}
