/** What was typed and attached but not sent, per conversation, also over a restart. */
import type { Attachment } from './attachments.ts';

const prefix = 'connectome.draft.';
const filesPrefix = 'connectome.draftFiles.';

const keyOf = (sessionId: string | undefined): string => sessionId ?? 'new';

export function readDraft(sessionId: string | undefined): string {
  return localStorage.getItem(prefix + keyOf(sessionId)) ?? '';
}

export function writeDraft(sessionId: string | undefined, text: string): void {
  put(prefix + keyOf(sessionId), text);
}

/** Files that the brain has already; it keeps them until they are sent. */
export function readDraftFiles(sessionId: string | undefined): readonly Attachment[] {
  const text = localStorage.getItem(filesPrefix + keyOf(sessionId));
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isAttachment) : [];
  } catch {
    // Not ours, or torn: then nothing was attached.
    return [];
  }
}

export function writeDraftFiles(sessionId: string | undefined, files: readonly Attachment[]): void {
  const kept = files.map(({ id, name }) => ({ id, name }));
  put(filesPrefix + keyOf(sessionId), kept.length === 0 ? '' : JSON.stringify(kept));
}

function put(key: string, text: string): void {
  if (text === '') localStorage.removeItem(key);
  else localStorage.setItem(key, text);
}

function isAttachment(value: unknown): value is Attachment {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name } = value as Partial<Attachment>;
  return typeof id === 'string' && typeof name === 'string';
}
