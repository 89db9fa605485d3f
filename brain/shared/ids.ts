import { createHash, randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

/** Random bytes by the page: the library asks the system anew for each of an id's sixteen. */
const random = new Uint8Array(4096);
let used = random.length;

const ulid = monotonicFactory(() => {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const byte = random[used] ?? 0;
  used += 1;
  return byte / 256;
});

type IdPrefix = 's' | 'p' | 't' | 'c' | 'm' | 'a' | 'u' | 'e';

/**
 * A new id such as `s_01j...`: sortable by creation, safe as a file name on every system.
 * s session, p private session, t turn, c tool call, m queued message, a ask, u upload, e epoch.
 */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${ulid().toLowerCase()}`;
}

/** Ids come back from clients; only these shapes may become part of a path. */
export function isSafeId(id: string): boolean {
  return /^[a-z]{1,8}_[0-9a-z]{26}$/.test(id);
}

/**
 * Whether a session is private: its id says so, so that nobody who writes something down needs to
 * ask, and no lost or damaged file can make it public.
 */
export function isPrivateSession(sessionId: string): boolean {
  return sessionId.startsWith('p_');
}

/** SHA-256 as lowercase hex. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
