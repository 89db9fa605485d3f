import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { to } from '../routes.ts';
import { setPrivate } from '../store/ui.ts';

const isMac = (): boolean => navigator.userAgent.includes('Mac OS');

export function newConversationKeys(): string {
  return isMac() ? '⌘N' : 'Alt+N';
}

/** Browsers keep Ctrl+N for themselves, the desktop app does not; Alt+N works in both. */
export function useShortcuts(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const modifier = event.ctrlKey || event.metaKey || event.altKey;
      if (!modifier || event.shiftKey || event.code !== 'KeyN') return;
      event.preventDefault();
      setPrivate(false);
      navigate(to.home());
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [navigate]);
}
