/** Who may use the gateway: programs by the token, browsers by two halves that derive from it. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Compares secrets in a time that does not depend on where they differ, nor on their lengths. */
export function sameSecret(given: string, expected: string): boolean {
  const key = 'compare';
  const a = createHmac('sha256', key).update(given).digest();
  const b = createHmac('sha256', key).update(expected).digest();
  return timingSafeEqual(a, b);
}

export interface BrowserHalves {
  /** Goes into an HttpOnly cookie. */
  readonly cookie: string;
  /** Kept by the page, presented as subprotocol `k.<value>`. */
  readonly value: string;
}

/**
 * The two halves of a browser's login. Nothing of them is stored: they follow from the token and
 * the home, so they survive restarts and end with the token.
 */
export function browserHalves(token: string, homeName: string): BrowserHalves {
  const derive = (half: string): string =>
    createHmac('sha256', token).update(`connectome ${half} v1 ${homeName}`).digest('base64url');
  return { cookie: derive('cookie'), value: derive('value') };
}

/** The value of a cookie in a `Cookie` header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
