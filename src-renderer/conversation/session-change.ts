/** What the owner changes about the open conversation. */
import type { PermissionMode, SessionSummary } from '../../protocol/index.ts';
import { to } from '../routes.ts';
import { conversationChanged } from '../store/conversation.ts';
import { putSession } from '../store/sessions.ts';
import { tried } from '../store/tried.ts';
import { call } from '../transport/brain.ts';

interface SessionChange {
  readonly model?: string | null;
  readonly mode?: PermissionMode;
  readonly workingDir?: string;
}

export async function changeSession(sessionId: string, wanted: SessionChange): Promise<void> {
  const { session } = await call('session.update', { sessionId, ...wanted });
  took(session);
}

function took(session: SessionSummary): void {
  putSession(session);
  conversationChanged(session);
}

export async function forkAt(
  sessionId: string,
  turnId: string,
  navigate: (path: string) => void,
): Promise<void> {
  const answer = await tried(() => call('session.fork', { sessionId, turnId }));
  if (answer === undefined) return;
  putSession(answer.session);
  navigate(to.conversation(answer.session.sessionId));
}
