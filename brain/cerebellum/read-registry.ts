/** What each session has seen of a file, to notice that somebody else changed it since. */
import type { BigIntStats } from 'node:fs';

/** Cheap and exact enough: any write through the usual calls changes one of these. */
export type FileStamp = string;

export function stampOf(stats: Pick<BigIntStats, 'mtimeNs' | 'size' | 'ino'>): FileStamp {
  return `${stats.ino}:${stats.size}:${stats.mtimeNs}`;
}

export interface Seen {
  readonly stamp: FileStamp;
  /** Of the whole content, where it was read whole. */
  readonly hash?: string;
}

export interface ReadRegistry {
  note(sessionId: string, real: string, seen: Seen): void;
  /** Was the file read in this session and has it changed since? */
  changedSince(
    sessionId: string,
    real: string,
    now: { readonly stamp: FileStamp; readonly hash: string },
  ): boolean;
  /** What the session has seen, by real path. */
  filesOf(sessionId: string): ReadonlyMap<string, Seen>;
  forget(sessionId: string, real: string): void;
}

const MAX_SESSIONS = 200;
const MAX_FILES = 2000;

export function createReadRegistry(): ReadRegistry {
  const sessions = new Map<string, Map<string, Seen>>();

  function filesOf(sessionId: string): Map<string, Seen> {
    const files = sessions.get(sessionId) ?? new Map<string, Seen>();
    // Taken out and put back: the last used is the last to be forgotten.
    sessions.delete(sessionId);
    sessions.set(sessionId, files);
    dropOldest(sessions, MAX_SESSIONS);
    return files;
  }

  return {
    note(sessionId, real, seen) {
      const files = filesOf(sessionId);
      files.delete(real);
      files.set(real, seen);
      dropOldest(files, MAX_FILES);
    },
    changedSince(sessionId, real, now) {
      const seen = sessions.get(sessionId)?.get(real);
      if (seen === undefined || seen.stamp === now.stamp) return false;
      return seen.hash !== now.hash;
    },
    filesOf: (sessionId) => sessions.get(sessionId) ?? new Map<string, Seen>(),
    forget: (sessionId, real) => void sessions.get(sessionId)?.delete(real),
  };
}

function dropOldest(map: Map<string, unknown>, max: number): void {
  const oldest = map.keys().next();
  if (map.size > max && !oldest.done) map.delete(oldest.value);
}
