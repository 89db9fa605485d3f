/** Slows down guessing: too many failed logins of one kind from one address, and it has to wait. */
import { type Clock, systemClock } from '../../brain/shared/time.ts';

export const MAX_FAILURES = 10;
const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 1000;

export interface Limiter {
  isBlocked(key: string): boolean;
  failed(key: string): void;
}

export function createLimiter(clock: Clock = systemClock): Limiter {
  const failures = new Map<string, { count: number; until: number }>();

  function current(key: string): { count: number; until: number } | undefined {
    const entry = failures.get(key);
    if (entry === undefined || entry.until > clock.now().getTime()) return entry;
    failures.delete(key);
    return undefined;
  }

  return {
    isBlocked: (key) => (current(key)?.count ?? 0) >= MAX_FAILURES,
    failed(key) {
      const entry = current(key);
      if (entry !== undefined) {
        entry.count += 1;
        return;
      }
      const oldest = failures.keys().next().value;
      if (failures.size >= MAX_ADDRESSES && oldest !== undefined) failures.delete(oldest);
      failures.set(key, { count: 1, until: clock.now().getTime() + WINDOW_MS });
    },
  };
}
