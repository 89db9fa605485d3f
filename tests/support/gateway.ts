import { mkdir, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { silentLogger } from '../../brain/shared/log.ts';
import type { Clock } from '../../brain/shared/time.ts';
import { type Gateway, startGateway } from '../../src-main/gateway/index.ts';
import { afterEveryTest } from './clean-up.ts';
import { type EchoDispatcher, echoDispatcher } from './echo-dispatcher.ts';
import { tempFolder } from './temp-home.ts';

const running: Gateway[] = [];

afterEveryTest(async () => {
  await Promise.all(running.splice(0).map((gateway) => gateway.close()));
});

export interface TestGateway {
  readonly gateway: Gateway;
  readonly home: string;
  readonly renderer: string;
  readonly dispatcher: EchoDispatcher;
  /** `127.0.0.1:port` */
  readonly authority: string;
  readonly origin: string;
}

export async function testGateway(
  options: { readonly home?: string; readonly clock?: Clock } = {},
): Promise<TestGateway> {
  const home = options.home ?? (await tempFolder());
  const renderer = join(await tempFolder(), 'renderer');
  await mkdir(join(renderer, 'assets'), { recursive: true });
  await writeFile(join(renderer, 'index.html'), '<!doctype html><title>window</title>');
  await writeFile(join(renderer, 'assets', 'main-abc.js'), 'export {};');
  const dispatcher = echoDispatcher();
  const started = await startGateway({
    home,
    port: 0,
    dispatcher,
    renderer,
    logger: silentLogger,
    clock: options.clock,
  });
  if (!started.ok) throw new Error(started.error);
  running.push(started.value);
  const authority = `127.0.0.1:${started.value.port}`;
  const origin = `http://${authority}`;
  return { gateway: started.value, home, renderer, dispatcher, authority, origin };
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A plain HTTP request with any headers, also those that `fetch` forbids (Host, Origin). */
export function http(
  { gateway }: TestGateway,
  path: string,
  options: {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string;
  } = {},
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: gateway.port,
        path,
        method: options.method ?? 'GET',
        headers: options.headers,
        agent: false,
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          body += text;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(options.body);
  });
}

export function codeOf(url: string): string {
  return new URLSearchParams(new URL(url).hash.slice(1)).get('code') ?? '';
}

export interface Halves {
  /** `name=value`, as a browser sends it back. */
  readonly cookie: string;
  readonly value: string;
  readonly setCookie: string;
}

export function exchange(test: TestGateway, code: string): Promise<HttpAnswer> {
  return http(test, '/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: test.origin },
    body: JSON.stringify({ code }),
  });
}

/** Logs a browser in with a fresh code. */
export async function login(test: TestGateway): Promise<Halves> {
  const answer = await exchange(test, codeOf(test.gateway.oneTimeUrl()));
  if (answer.status !== 200) throw new Error(`login failed: ${answer.status}`);
  const setCookie = answer.headers['set-cookie']?.[0] ?? '';
  const value: string = JSON.parse(answer.body).value;
  return { cookie: setCookie.split(';')[0] ?? '', value, setCookie };
}

/** Opens `/rpc`; gives the socket, or the HTTP status it was refused with. */
export function connectRpc(
  { gateway }: TestGateway,
  protocols: readonly string[],
  headers: Record<string, string> = {},
): Promise<WebSocket | number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/rpc`, [...protocols], { headers });
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (outgoing, response) => {
      outgoing.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.once('error', reject);
  });
}

/** Like `connectRpc`, for cases that must be let in. */
export async function openRpc(
  test: TestGateway,
  protocols: readonly string[],
  headers: Record<string, string> = {},
): Promise<WebSocket> {
  const socket = await connectRpc(test, protocols, headers);
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
}
