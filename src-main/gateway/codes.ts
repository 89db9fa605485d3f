/** One-time codes: they carry a browser from the launcher's URL to its login. */
import { createHash, randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../../brain/shared/time.ts';

const CODE_LIFETIME_MS = 10 * 60 * 1000;
const CODE_BYTES = 24;
/** More open codes than anybody needs; the oldest go first. */
const MAX_OPEN_CODES = 100;

export interface Codes {
  /** A new code, good for ten minutes and one use. */
  issue(): string;
  /** True once for a code that is still good. */
  redeem(code: string): boolean;
  /** Ends all codes (the token was replaced). */
  clear(): void;
}

/** Codes are kept by their hash: looking one up takes no time that depends on its characters. */
export function createCodes(clock: Clock = systemClock): Codes {
  const open = new Map<string, number>();
  const keyOf = (code: string): string => createHash('sha256').update(code).digest('hex');

  return {
    issue() {
      const now = clock.now().getTime();
      for (const [key, expires] of open) {
        if (expires <= now || open.size >= MAX_OPEN_CODES) open.delete(key);
      }
      const code = randomBytes(CODE_BYTES).toString('base64url');
      open.set(keyOf(code), now + CODE_LIFETIME_MS);
      return code;
    },
    redeem(code) {
      const key = keyOf(code);
      const expires = open.get(key);
      open.delete(key);
      return expires !== undefined && clock.now().getTime() < expires;
    },
    clear: () => open.clear(),
  };
}
