/** The page's title: which room, which conversation. Screen readers and window lists tell it. */
import { useEffect } from 'react';
import { useI18n } from '../i18n/index.ts';
import { useConversation } from '../store/conversation.ts';
import { helpRoom, rooms } from './rooms.tsx';

export function useDocumentTitle(path: string): void {
  const { t } = useI18n();
  const session = useConversation((state) => state.current?.session);
  const room = [...rooms, helpRoom].find(({ isOpen }) => isOpen(path));
  const inConversation = path.startsWith('/c/') && session !== undefined;
  const name = inConversation
    ? session.title || t('session.untitled')
    : path === '/'
      ? ''
      : room && t(room.name);
  useEffect(() => {
    document.title = name ? `${name} · Connectome` : 'Connectome';
  }, [name]);
}
