/** Responses as no model server should give them, and some gateways do. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHttpClient, HttpError } from '../../../brain/thalamus/http.ts';
import { harness } from './harness.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Answers every request with these bytes; with `keep` the connection stays open, and it is told then. */
async function answering(head: string, body: Uint8Array | string = '', keep?: () => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(`${head}\r\n\r\n`);
      if (keep === undefined) {
        socket.end(body);
        return;
      }
      socket.write(body);
      keep();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const signal = new AbortController().signal;
const fetch = createHttpClient({}).watched({ signal });
const thrownBy = (url: string) => fetch(url).catch((thrown: unknown) => thrown);

it('a change to another protocol is an error (a chat that hangs for ever, also after Stop)', async () => {
  const url = await answering(
    'HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: x',
    '',
    () => undefined,
  );
  expect(await thrownBy(url)).toMatchObject({ status: 101 });
});

it('an error whose words never end is told by its status and what came of them', async () => {
  const head = 'HTTP/1.1 401 X\r\ncontent-length: 500';
  const asked = Promise.withResolvers<void>();
  const url = await answering(head, '{"error": "no such', asked.resolve);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let over = false;
    const thrown = thrownBy(url).finally(() => {
      over = true;
    });
    await asked.promise;
    while (!over) {
      vi.advanceTimersByTime(3_000);
      await delay(1);
    }
    const error = await thrown;
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 401, body: '{"error": "no such' });
  } finally {
    vi.useRealTimers();
  }
});

const events = [
  { choices: [{ index: 0, delta: { content: 'Unpacked wörds.' } }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
].map((event) => `data: ${JSON.stringify(event)}\n\n`);
const ended = `${events.join('')}data: [DONE]\n\n`;

describe.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('%s', (encoding, pack) => {
  const head = (status: string): string =>
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-encoding: ${encoding}`;
  const providerAt = (url: string) =>
    ({ main: { kind: 'openai', model: 'm', baseUrl: `${url}/v1`, contextWindow: 8_000 } }) as const;

  it('an answer that was packed unasked is read', async () => {
    const url = await answering(head('200 OK'), pack(Buffer.from(ended)));
    const answer = await harness({ providers: providerAt(url) }).ask({});
    expect(answer).toMatchObject({ text: 'Unpacked wörds.', stop: 'end' });
  });

  it('one that was cut off is a broken connection', async () => {
    const whole = pack(Buffer.from(ended));
    const url = await answering(head('200 OK'), whole.subarray(0, whole.length - 12));
    const answer = await harness({ providers: providerAt(url) }).ask({});
    expect(answer.failure?.providers[0]?.code ?? answer.failure?.code).toMatch(/broken/);
    expect(answer.failure?.message).toContain('broke off');
  });

  it('the words of an error are unpacked', async () => {
    const url = await answering(head('403 X'), pack(Buffer.from('{"error":"not for gnomes"}')));
    expect(await thrownBy(url)).toMatchObject({ body: '{"error":"not for gnomes"}' });
  });
});
