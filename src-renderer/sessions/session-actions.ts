/** What can be done with a conversation from the list. Refusals are shown, never thrown. */
import type { ParamsOf, SessionSummary } from '../../protocol/index.ts';
import { saveFile } from '../design/save-file.ts';
import { conversationChanged } from '../store/conversation.ts';
import { dropSession, putSession } from '../store/sessions.ts';
import { isDone, tried } from '../store/tried.ts';
import { notify } from '../store/ui.ts';
import { call } from '../transport/brain.ts';

export async function renameSession(session: SessionSummary, title: string): Promise<void> {
  if (title === '' || title === session.title) return;
  await changeSession(session.sessionId, { title });
}

export async function changeSession(
  sessionId: string,
  change: Omit<ParamsOf<'session.update'>, 'sessionId'>,
): Promise<void> {
  await tried(async () => {
    const { session } = await call('session.update', { sessionId, ...change });
    putSession(session);
    conversationChanged(session);
  });
}

/** `nothing`: what to say when there was nothing to fold. The card comes as an event. */
export async function compactSession(sessionId: string, nothing: string): Promise<void> {
  await tried(async () => {
    const { compacted } = await call('session.compact', { sessionId });
    if (!compacted) notify(nothing);
  });
}

/** Returns the id of the copy. */
export async function forkSession(sessionId: string): Promise<string | undefined> {
  return tried(async () => {
    const { session } = await call('session.fork', { sessionId });
    putSession(session);
    return session.sessionId;
  });
}

export async function exportSession(sessionId: string, format: 'markdown' | 'json'): Promise<void> {
  await tried(async () => {
    const { name, content } = await call('session.export', { sessionId, format });
    const type = format === 'json' ? 'application/json' : 'text/markdown';
    saveFile(name, new Blob([content], { type }));
  });
}

export function deleteSession(sessionId: string): Promise<boolean> {
  return isDone(async () => {
    await call('session.delete', { sessionId });
    dropSession(sessionId);
  });
}
