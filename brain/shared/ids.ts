import { createHash } from 'node:crypto';
import { monotonicFactory } from 'ulid';

const ulid = monotonicFactory();

type IdPrefix = 's' | 't' | 'c' | 'm' | 'a' | 'u' | 'e';

/**
 * A new id such as `s_01j...`: sortable by creation, safe as a file name on every system.
 * s session, t turn, c tool call, m queued message, a ask, u upload, e epoch.
 */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${ulid().toLowerCase()}`;
}

/** Ids come back from clients; only these shapes may become part of a path. */
export function isSafeId(id: string): boolean {
  return /^[a-z]{1,8}_[0-9a-z]{26}$/.test(id);
}

/** SHA-256 as lowercase hex. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
