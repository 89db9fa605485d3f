/**
 * A mind as one file: a zip archive with `connectome-mind.json` (what it is), `workspace/...` and
 * `attachments/...`. Described for people in docs/formats.md.
 */
import { basename } from 'node:path/posix';
import { z } from 'zod';
import { isPrivateSession, isSafeId } from '../../shared/ids.ts';
import { isClosed } from '../inside-workspace.ts';

export const ARCHIVE_VERSION = 1;
export const MANIFEST_NAME = 'connectome-mind.json';

export const manifestSchema = z.object({
  v: z.number(),
  /** When it was made: ISO time. */
  at: z.string(),
  /** The program that made it. */
  program: z.string(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** What an entry of an archive is, by its name. */
export type Place =
  | { readonly kind: 'manifest' }
  /** `path` is relative to the workspace. */
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'session'; readonly sessionId: string }
  /** Content (or its description) under the content's hash. */
  | { readonly kind: 'attachment'; readonly name: string }
  /** Derived, temporary, or nothing a mind consists of. */
  | { readonly kind: 'none' };

const SESSIONS = 'hippocampus/sessions/';

export function placeOf(entry: string): Place {
  if (entry === MANIFEST_NAME) return { kind: 'manifest' };
  if (entry.startsWith('attachments/')) {
    const name = entry.slice('attachments/'.length);
    return /^[0-9a-f]{64}(?:\.json)?$/.test(name) ? { kind: 'attachment', name } : { kind: 'none' };
  }
  if (!entry.startsWith('workspace/')) return { kind: 'none' };
  const path = entry.slice('workspace/'.length);
  if (path.startsWith(SESSIONS)) {
    const [sessionId = '', file, more] = path.slice(SESSIONS.length).split('/');
    // `session.json` is derived from the transcript.
    const isTranscript = file === 'transcript.jsonl' && more === undefined && isSafeId(sessionId);
    // Private ones are kept elsewhere and do not travel.
    return isTranscript && !isPrivateSession(sessionId)
      ? { kind: 'session', sessionId }
      : { kind: 'none' };
  }
  // What was sent to models on this machine (snapshots) and repositories stay where they are.
  const isHidden = path.split('/').some((part) => part.startsWith('.') && part !== '.gitignore');
  // What was spent was spent on this machine's keys.
  const isAccount = path.startsWith('thalamus/');
  if (path === '' || isHidden || isAccount || isClosed(path) || basename(path) === '') {
    return { kind: 'none' };
  }
  return { kind: 'file', path };
}
