/** Carries out the window's shortcuts, wherever the focus is. */
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { to } from '../../routes.ts';
import { useConversation } from '../../store/conversation.ts';
import { useSessions } from '../../store/sessions.ts';
import { setPrivate, useUi } from '../../store/ui.ts';
import { catchTyping, takeTyped } from '../palette/type-ahead.ts';
import { toggleBrain } from '../use-media.ts';
import { focusMessage, focusSearch } from './focus.ts';
import { isMac, type ShortcutId, shortcutOf } from './shortcuts.ts';

type Navigate = (path: string) => void;

export function useShortcuts(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const mac = isMac();
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const id = shortcutOf(event, mac);
      // A dialog that asks something is answered first; the palette and the help close themselves.
      if (id === undefined || document.querySelector('[role="alertdialog"]') !== null) return;
      // In other rooms the browser finds by itself.
      if (id === 'find' && useConversation.getState().current === undefined) return;
      event.preventDefault();
      if (!event.repeat || id === 'next' || id === 'previous') carryOut(id, navigate);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [navigate]);
}

export function carryOut(id: ShortcutId, navigate: Navigate): void {
  if (id !== 'palette') useUi.setState({ palette: false });
  switch (id) {
    case 'palette':
      if (useUi.getState().palette) takeTyped();
      else catchTyping();
      useUi.setState(({ palette }) => ({ palette: !palette }));
      return;
    case 'newConversation':
    case 'newPrivate':
      setPrivate(id === 'newPrivate');
      navigate(to.home());
      focusMessage();
      return;
    case 'message':
      uncover();
      if (!focusMessage()) navigate(lastConversation());
      return;
    case 'find':
      uncover();
      useUi.setState(({ finding }) => ({ finding: finding + 1 }));
      return;
    case 'search':
      useUi.setState({ sideOverlay: true });
      focusSearch();
      return;
    case 'brain':
      toggleBrain();
      return;
    case 'previous':
    case 'next':
      step(id === 'next' ? 1 : -1, navigate);
      return;
    case 'conversations':
      navigate(lastConversation());
      return;
    case 'inspector':
    case 'mind':
    case 'memory':
    case 'tasks':
    case 'usage':
    case 'settings':
    case 'help':
      navigate(to[id]());
      return;
  }
}

function lastConversation(): string {
  const [newest] = useSessions.getState().sessions;
  return newest === undefined ? to.home() : to.conversation(newest.sessionId);
}

/** Where the window is narrow the panels lie over the room, and over the field that is asked for. */
function uncover(): void {
  useUi.setState({ brainOverlay: false, sideOverlay: false });
}

/** The next older (1) or newer (-1) conversation of the list. */
function step(by: number, navigate: Navigate): void {
  const { sessions } = useSessions.getState();
  const open = useConversation.getState().sessionId;
  const at = sessions.findIndex(({ sessionId }) => sessionId === open);
  const wanted = sessions[at === -1 ? 0 : at + by];
  if (wanted !== undefined) navigate(to.conversation(wanted.sessionId));
}
