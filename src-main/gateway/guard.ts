/**
 * Keeps other web pages out. A page of another site can make the browser send requests here, but it
 * cannot choose `Host` (which unmasks a foreign name that points to this machine) or `Origin`.
 */
import type { IncomingMessage } from 'node:http';
import { networkInterfaces } from 'node:os';
import { isOfDiagrams } from '../content-security.ts';

const HTTP_PORT = 80;
const loopback = ['127.0.0.1', 'localhost', '[::1]'];
const everywhere = new Set(['0.0.0.0', '::', '']);

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

/** Every `host:port` under which this gateway may be called, for the address it listens at. */
export function allowedHosts(host: string, port: number): ReadonlySet<string> {
  const names = new Set<string>(loopback);
  if (everywhere.has(host)) {
    for (const addresses of Object.values(networkInterfaces())) {
      for (const { address } of addresses ?? []) names.add(bracketed(address.split('%')[0] ?? ''));
    }
  } else {
    names.add(bracketed(host.toLowerCase()));
  }
  const hosts = [...names].map((name) => `${name}:${port}`);
  return new Set(port === HTTP_PORT ? [...hosts, ...names] : hosts);
}

/** Why a request is refused, or undefined when it comes from nowhere it should not. */
export function refusal(
  request: IncomingMessage,
  allowed: ReadonlySet<string>,
): string | undefined {
  const host = request.headers.host?.toLowerCase();
  if (host === undefined || !allowed.has(host)) return 'This Host is not served here.';
  const { origin } = request.headers;
  // The frame that draws diagrams has none, and gets its own files; they hold nothing of anybody.
  const isFrame = request.method === 'GET' && isOfDiagrams(request.url ?? '');
  if (origin === 'null' && isFrame) return undefined;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`) {
    return 'This Origin is not allowed here.';
  }
  return undefined;
}

/** Does the browser say that another site's page made this request? Programs say nothing. */
export function isFromAnotherPage(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin';
}
