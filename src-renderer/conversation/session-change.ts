/** What the owner changes about the open conversation. */
import type { PermissionMode, SessionSummary } from '../../protocol/index.ts';
import { to } from '../routes.ts';
import { conversationChanged } from '../store/conversation.ts';
import { putSession } from '../store/sessions.ts';
import { notify } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';

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
  const answer = await told(call('session.fork', { sessionId, turnId }));
  if (answer === undefined) return;
  putSession(answer.session);
  navigate(to.conversation(answer.session.sessionId));
}

/** A refusal is shown for a moment; nothing else depends on it. */
export async function told<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    notify(error.message, 'bad');
    return undefined;
  }
}
