/**
 * Requests that a sign-in makes to addresses which the service has named. A service on the open internet
 * must not make us talk to this machine or to the network around it.
 */
import { lookup } from 'node:dns/promises';
import type { FetchLike } from '@modelcontextprotocol/client';
import { isPublicAddress, literalAddress } from '../../shared/addresses.ts';
import { type Sentence, say } from '../../shared/say.ts';
import { requestPage } from '../web/request.ts';

const ANSWER_MS = 30_000;

/** `isPublic`: only tests pass another answer. */
export function oauthFetch(serverUrl: string, isPublic = isPublicAddress): FetchLike {
  const server = new URL(serverUrl);
  let open: Promise<boolean> | undefined;

  return async (address, init) => {
    const url = new URL(address);
    const wrong = pageProblem(url, serverUrl);
    if (wrong !== undefined) throw new Error(wrong.text);
    open ??= isOpen(server.hostname, isPublic);
    const limit = AbortSignal.timeout(ANSWER_MS);
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
    // A service in the owner's own network may name its neighbours.
    if (!(await open)) return fetch(url, { ...init, signal });
    const answered = await requestPage(url, {
      signal,
      isPublic,
      send: {
        method: init?.method,
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: init?.body === undefined || init.body === null ? undefined : String(init.body),
      },
    });
    if (!answered.ok) throw new Error(answered.error.message);
    const { status, body, contentType, location } = answered.value;
    const headers = {
      'content-type': contentType,
      ...(location === undefined ? {} : { location }),
    };
    const empty = status === 204 || status === 304;
    return new Response(empty ? null : new Uint8Array(body), { status, headers });
  };
}

/** Why an address that a service named is not gone to; undefined: it may be. */
export function pageProblem(url: URL, serverUrl: string): Sentence | undefined {
  if (url.username !== '' || url.password !== '') {
    return say('signIn.withPassword', { host: url.host });
  }
  if (url.protocol === 'https:') return undefined;
  const here = isHere(url.hostname) && isHere(new URL(serverUrl).hostname);
  if (url.protocol === 'http:' && here) return undefined;
  return say('signIn.notHttps', { address: `${url.protocol}//${url.host}` });
}

const isHere = (hostname: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

async function isOpen(hostname: string, isPublic: (address: string) => boolean): Promise<boolean> {
  const literal = literalAddress(hostname);
  if (literal !== undefined) return isPublic(literal);
  const found = await lookup(hostname, { all: true });
  return found.every(({ address }) => isPublic(address));
}
