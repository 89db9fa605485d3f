/**
 * The one way to a provider's server: a `fetch` over node:http(s) that all three SDKs are given.
 *
 * Node's own fetch gives up by itself after five minutes without headers or bytes, which is less
 * than a local model may take to load; and only here can every byte be seen (SDKs swallow pings)
 * and an error's body and headers be kept for a message that helps.
 */
import {
  Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { codeOf } from '../shared/result.ts';
import { bodyStream, readSome } from './http-body.ts';
import { reachOf } from './locality.ts';

/** The server answered, but with an error status (or a redirect, which is never followed). */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;

  constructor(status: number, headers: Headers, body: string) {
    super(`HTTP ${status}`);
    this.name = 'HttpError';
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

export interface Watcher {
  readonly signal: AbortSignal;
  /** The response began, or more of it came. */
  onBytes?(): void;
}

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const CONNECT_MS = 10_000;

export interface HttpClient {
  /** A fetch whose requests end when the watcher's signal aborts. */
  watched(watcher: Watcher): Fetch;
}

/** `proxy` holds HTTP_PROXY, HTTPS_PROXY and NO_PROXY as the host knows them. */
export function createHttpClient(proxy: Readonly<Record<string, string>>): HttpClient {
  const outside = agents(proxy);
  // A proxy cannot reach this machine or its neighbours, whatever NO_PROXY says.
  const inside = agents({});

  function send(url: URL, init: SendOptions): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:';
      const requestOptions: RequestOptions = {
        method: init.method,
        headers: init.headers,
        signal: init.signal,
        agent: (reachOf(url.href) === 'remote' ? outside : inside)[isSecure ? 'secure' : 'plain'],
      };
      const request = isSecure
        ? httpsRequest(url, requestOptions)
        : httpRequest(url, requestOptions);
      request.once('response', (response) => {
        answered = true;
        resolve(response);
      });
      let answered = false;
      let again = false;
      request.once('socket', (socket) => limitConnecting(socket, request));
      request.on('error', (error) => {
        // A kept connection that the server had closed meanwhile: not the server's fault.
        const stale = request.reusedSocket && !answered && codeOf(error) === 'ECONNRESET';
        again = stale && !init.signal.aborted;
        if (again) send(url, init).then(resolve, reject);
        else reject(error);
      });
      // Nobody asked for another protocol; without this, nothing would ever be heard of the request.
      request.once('upgrade', (response, socket) => {
        socket.destroy();
        reject(new HttpError(response.statusCode ?? 0, responseHeaders(response), ''));
      });
      // Whatever else ends it without a word: every request has an end.
      request.once('close', () => {
        if (!again)
          reject(Object.assign(new Error('the connection closed'), { code: 'ECONNRESET' }));
      });
      request.end(init.body);
    });
  }

  return {
    watched(watcher) {
      return async (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input);
        const signals = [watcher.signal, ...(init?.signal ? [init.signal] : [])];
        const response = await send(url, {
          method: init?.method ?? 'GET',
          headers: headersOf(init?.headers),
          body: bodyOf(init?.body),
          signal: AbortSignal.any(signals),
        });
        watcher.onBytes?.();
        const status = response.statusCode ?? 0;
        const headers = responseHeaders(response);
        if (status < 200 || status > 299) {
          throw new HttpError(status, headers, await readSome(response));
        }
        const body = status === 204 ? null : bodyStream(response, () => watcher.onBytes?.());
        if (body === null) response.resume();
        return new Response(body, { status, headers });
      };
    },
  };
}

/** A host that swallows packets would use up the whole time meant for a slow model. */
function limitConnecting(socket: Socket, request: ClientRequest): void {
  if (!socket.connecting) return;
  const timer = setTimeout(() => {
    request.destroy(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' }));
  }, CONNECT_MS);
  const clear = (): void => clearTimeout(timer);
  socket.once('connect', clear);
  socket.once('close', clear);
}

function agents(proxyEnv: Readonly<Record<string, string>>): { plain: Agent; secure: HttpsAgent } {
  const options = { keepAlive: true, proxyEnv };
  return { plain: new Agent(options), secure: new HttpsAgent(options) };
}

interface SendOptions {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

function headersOf(init: RequestInit['headers']): Record<string, string> {
  return Object.fromEntries(new Headers(init));
}

function bodyOf(body: RequestInit['body']): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  throw new TypeError('Providers are sent JSON text only.');
}

function responseHeaders(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) headers.append(name, one);
    }
  }
  return headers;
}
