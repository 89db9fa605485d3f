/**
 * Tells the brain what is being written whenever its owner pauses, so that what the mind knows of it is
 * found by the time it is sent.
 */
import { useEffect } from 'react';
import { useConnection } from '../store/connection.ts';
import { call } from '../transport/brain.ts';

const PAUSE_MS = 150;

export function useLookAhead(sessionId: string | undefined, text: string): void {
  const message = text.trim();
  const open = useConnection(({ status }) => status.kind === 'open');
  useEffect(() => {
    // A command is no message yet.
    if (!open || message === '' || message.startsWith('/')) return;
    const timer = setTimeout(() => {
      const where = sessionId === undefined ? {} : { sessionId };
      // Without an answer the message is looked up when it is sent.
      call('chat.compose', { ...where, text: message }).catch(() => undefined);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [open, sessionId, message]);
}
