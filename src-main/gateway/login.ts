/** Decides whether a WebSocket request or a one-time code opens the door. */
import type { IncomingMessage } from 'node:http';
import type { Codes } from './codes.ts';
import { browserHalves, readCookie, sameSecret } from './credentials.ts';
import { isFromAnotherPage } from './guard.ts';
import type { Limiter } from './limiter.ts';
import type { GatewayToken } from './token.ts';

const COOKIE_SECONDS = 400 * 24 * 60 * 60;
/** The subprotocol of our own page, beside `k.<value>`. */
const SUBPROTOCOL = 'connectome';

export type LoginResult =
  | { readonly kind: 'accepted'; readonly subprotocol: string | undefined }
  | { readonly kind: 'refused' }
  | { readonly kind: 'too_many' };

export type ExchangeResult =
  | { readonly kind: 'accepted'; readonly setCookie: string; readonly value: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'too_many' };

export interface Login {
  checkSocket(request: IncomingMessage): LoginResult;
  exchange(request: IncomingMessage, code: string): ExchangeResult;
}

export interface LoginDeps {
  readonly token: GatewayToken;
  readonly codes: Codes;
  readonly limiter: Limiter;
  /** Short name of the home: cookies of one host name are shared by all its ports. */
  readonly homeName: string;
}

export function createLogin({ token, codes, limiter, homeName }: LoginDeps): Login {
  const cookieName = `connectome_${homeName}`;
  const addressOf = (request: IncomingMessage): string => request.socket.remoteAddress ?? '';

  function checkProgram(given: string, request: IncomingMessage): boolean | 'too_many' {
    const key = `token ${addressOf(request)}`;
    if (limiter.isBlocked(key)) return 'too_many';
    const expected = token.current();
    if (expected !== undefined && sameSecret(given, expected)) return true;
    limiter.failed(key);
    return false;
  }

  /** Never locked out: a forgotten tab that keeps trying must not shut out the one that is right. */
  function checkBrowser(value: string, request: IncomingMessage): boolean {
    const expected = token.current();
    const cookie = readCookie(request.headers.cookie, cookieName);
    if (expected === undefined || cookie === undefined) return false;
    const halves = browserHalves(expected, homeName);
    const cookieFits = sameSecret(cookie, halves.cookie);
    const valueFits = sameSecret(value, halves.value);
    return cookieFits && valueFits;
  }

  return {
    checkSocket(request) {
      const offered = (request.headers['sec-websocket-protocol'] ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
      const [first] = offered;
      const accepted = offered.includes(SUBPROTOCOL) ? SUBPROTOCOL : first;

      const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      const half = offered.find((name) => name.startsWith('k.'));
      if (bearer === undefined && half !== undefined) {
        const fits = checkBrowser(half.slice(2), request);
        if (fits) return { kind: 'accepted', subprotocol: accepted };
        const key = `browser ${addressOf(request)}`;
        limiter.failed(key);
        return { kind: limiter.isBlocked(key) ? 'too_many' : 'refused' };
      }
      const given = bearer ?? first;
      if (given === undefined) return { kind: 'refused' };
      const fits = checkProgram(given, request);
      if (fits === 'too_many') return { kind: 'too_many' };
      return fits ? { kind: 'accepted', subprotocol: accepted } : { kind: 'refused' };
    },

    exchange(request, code) {
      const key = `code ${addressOf(request)}`;
      if (limiter.isBlocked(key)) return { kind: 'too_many' };
      const expected = token.current();
      if (expected === undefined || isFromAnotherPage(request) || !codes.redeem(code)) {
        limiter.failed(key);
        return { kind: 'refused' };
      }
      const { cookie, value } = browserHalves(expected, homeName);
      const setCookie =
        `${cookieName}=${cookie}; Path=/; Max-Age=${COOKIE_SECONDS}; ` +
        'HttpOnly; SameSite=Strict';
      return { kind: 'accepted', setCookie, value };
    },
  };
}
