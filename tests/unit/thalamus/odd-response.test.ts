/** Responses as no model server should give them, and some gateways do. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasUnseen } from '../../../brain/shared/invisible-characters.ts';
import { createHttpClient, HttpError } from '../../../brain/thalamus/http.ts';
import { harness, silence } from './harness.ts';

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
    socket.once('data', (request) => {
      if (String(request).startsWith('GET /v1/models')) {
        socket.end('HTTP/1.1 404 X\r\nconnection: close\r\n\r\n');
        return;
      }
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
  const error = await whileTimePasses(() => thrownBy(url), asked.promise);
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ status: 401, body: '{"error": "no such' });
});

/** Time passes as soon as the server was asked, as often as it takes. */
async function whileTimePasses<T>(work: () => Promise<T>, asked: Promise<void>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    let over = false;
    const result = work().finally(() => {
      over = true;
    });
    await asked;
    while (!over) {
      vi.advanceTimersByTime(3_000);
      await delay(1);
    }
    return await result;
  } finally {
    vi.useRealTimers();
  }
}

const message = { type: 'message', content: [{ type: 'output_text', text: 'All said.' }] };
const wholeAnswers = {
  anthropic: [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'All said.' } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
    { type: 'message_stop' },
  ],
  responses: [
    { type: 'response.output_text.delta', output_index: 0, delta: 'All said.' },
    { type: 'response.output_item.done', output_index: 0, item: message },
    { type: 'response.completed', response: { output: [message] } },
  ],
  chat: [
    { choices: [{ index: 0, delta: { content: 'All said.' } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ],
};
const kinds = Object.keys(wholeAnswers) as (keyof typeof wholeAnswers)[];
const eventsOf = (kind: (typeof kinds)[number]): string =>
  wholeAnswers[kind]
    .map((event) => {
      const name = 'type' in event ? `event: ${event.type}\n` : '';
      return `${name}data: ${JSON.stringify(event)}\n\n`;
    })
    .join('');

describe.each(kinds)('%s', (kind) => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream';
  const answerOf = (url: string) => {
    const address = { model: 'm', contextWindow: 8_000 };
    const main =
      kind === 'anthropic'
        ? ({ ...address, kind, baseUrl: url } as const)
        : ({ ...address, kind: 'openai', api: kind, baseUrl: `${url}/v1` } as const);
    return harness({ providers: { main }, ...silence('idleMs') }).ask({});
  };

  it('a connection that stays open after the end is no failure of the answer', async () => {
    const asked = Promise.withResolvers<void>();
    const url = await answering(head, eventsOf(kind), asked.resolve);
    const answer = await whileTimePasses(() => answerOf(url), asked.promise);
    expect(answer).toMatchObject({ text: 'All said.', stop: 'end' });
    expect(answer.failure).toBeUndefined();
  });

  it.runIf(kind !== 'chat')('what comes after the end is no part of the answer', async () => {
    const url = await answering(head, eventsOf(kind) + eventsOf(kind));
    expect(await answerOf(url)).toMatchObject({ text: 'All said.', stop: 'end' });
  });
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
    const url = await answering(head('200 OK'), whole.subarray(0, whole.length / 2));
    const answer = await harness({ providers: providerAt(url) }).ask({});
    expect(answer.failure?.providers[0]?.code ?? answer.failure?.code).toMatch(/broken/);
    expect(answer.failure?.message).toContain('broke off');
  });

  it('the words of an error are unpacked', async () => {
    const url = await answering(head('403 X'), pack(Buffer.from('{"error":"not for gnomes"}')));
    expect(await thrownBy(url)).toMatchObject({ body: '{"error":"not for gnomes"}' });
  });
});

it.each(['1e300', '99999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
  'a Retry-After of %s is a day (a list of providers that cannot be drawn)',
  async (after) => {
    const url = await answering(`HTTP/1.1 429 X\r\nconnection: close\r\nretry-after: ${after}`);
    const main = { kind: 'openai', model: 'm', baseUrl: `${url}/v1` } as const;
    const { ask, thalamus, advance } = harness({ providers: { main } });
    expect((await ask({})).failure?.message).toContain('Cooling for 1440 min');
    const state = async () => (await thalamus.list()).find(({ name }) => name === 'main');
    expect(await state()).toMatchObject({
      state: 'cooling',
      until: expect.stringMatching(/^2026-11-22T/),
    });
    advance(24 * 3_600_000);
    expect(await state()).toMatchObject({ state: 'ready' });
  },
);

it("a server's words cannot steer a terminal or turn around what is shown", async () => {
  const words = '\u001b[2Jbad\u202e\u0000 key';
  const body = JSON.stringify({ error: { message: words } });
  const url = await answering('HTTP/1.1 400 X\r\nconnection: close', body);
  const main = { kind: 'openai', model: 'm', baseUrl: `${url}/v1` } as const;
  const { failure } = await harness({ providers: { main } }).ask({});
  expect(failure?.message).toContain('[2Jbad key');
  expect(hasUnseen(failure?.message ?? '')).toBe(false);
});

it.each([
  'data: {"choices":[null]}\n\n',
  'event: response.failed\ndata: {"type":"response.failed"}\n\n',
  'event: error\ndata: {"type":"error"}\n\n',
])('an event without what belongs into it is no fault in our own words: %s', async (events) => {
  const url = await answering('HTTP/1.1 200 OK\r\nconnection: close', events);
  for (const api of ['chat', 'responses'] as const) {
    const main = { kind: 'openai', api, model: 'm', baseUrl: `${url}/v1` } as const;
    const { failure } = await harness({ providers: { main } }).ask({});
    expect(failure?.message).toMatch(/^No model could answer\.\n- main: .*(?:main|reported)/);
    expect(failure?.message).not.toMatch(/Cannot |undefined|null/);
  }
});
