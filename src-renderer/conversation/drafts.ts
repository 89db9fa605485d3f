/** What was typed and not sent, per conversation, also over a reload. */
const prefix = 'connectome.draft.';

const keyOf = (sessionId: string | undefined): string => prefix + (sessionId ?? 'new');

export function readDraft(sessionId: string | undefined): string {
  return localStorage.getItem(keyOf(sessionId)) ?? '';
}

export function writeDraft(sessionId: string | undefined, text: string): void {
  if (text === '') localStorage.removeItem(keyOf(sessionId));
  else localStorage.setItem(keyOf(sessionId), text);
}
