/** A server that never stops talking, at a URL or as a program, must not fill the memory of the brain. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { serverFetch } from '../../../brain/cerebellum/mcp/server-fetch.ts';
import { openAnswerPage } from '../../../brain/cerebellum/mcp/sign-in-page.ts';
import { StdioTransport } from '../../../brain/cerebellum/mcp/stdio-transport.ts';
import { openServers } from '../../support/mcp/scene.ts';

const KB = 1024;
const LIMIT = 64 * KB;

/** A page that answers as `answer` does; gives its address. */
async function serve(answer: (response: ServerResponse, body: string) => void): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    answer(response, body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** Writes the same for as long as anybody reads. */
function writeForEver(response: ServerResponse, text: string): void {
  const more = (): void => {
    while (!response.destroyed && response.write(text)) {
      // Until the pipe is full.
    }
  };
  response.on('drain', more);
  more();
}

it.each([
  ['application/json', `"${'x'.repeat(KB)}"`],
  ['text/plain', 'x'.repeat(KB)],
  ['text/event-stream', `data: ${'x'.repeat(KB)}\n`],
  ['text/event-stream; charset=utf-8', `data: ${'x'.repeat(KB)}\r\n`],
  ['Text/Event-Stream', 'x'.repeat(KB)],
])('an answer (%s) without an end is given up', async (type, text) => {
  const address = await serve((response) => {
    response.writeHead(200, { 'content-type': type });
    writeForEver(response, text);
  });
  const response = await serverFetch(LIMIT)(address, {});
  await expect(response.text()).rejects.toThrow(`more than ${LIMIT} bytes`);
});

it.each(['\n\n', '\r\n\r\n'])('a stream of small events may go on (ended by %j)', async (end) => {
  const event = `event: message${end.slice(0, end.length / 2)}data: ${'x'.repeat(KB)}${end}`;
  const count = 4 * (LIMIT / KB);
  const address = await serve((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // In pieces that end anywhere.
    const all = event.repeat(count);
    for (let at = 0; at < all.length; at += 777) response.write(all.slice(at, at + 777));
    response.end();
  });
  const response = await serverFetch(LIMIT)(address, {});
  expect((await response.text()).length).toBe(count * event.length);
});

it('a program whose message has no end is ended', async () => {
  const notes: string[] = [];
  const transport = new StdioTransport({
    command: process.execPath,
    args: ['-e', `const more = () => process.stdout.write('x'.repeat(${KB}), more); more();`],
    env: {},
    cwd: tmpdir(),
    onLog: () => {},
    onNote: (text) => void notes.push(text),
    maxMessage: LIMIT,
  });
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  await transport.start();
  await closed;
  expect(notes[0]).toBe(`It sent a message of more than ${LIMIT} bytes and was ended.`);
});

it('keys that are meant for a server do not follow it to another one', async () => {
  let visits = 0;
  const other = await serve((response) => {
    visits += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const address = await serve((response) => {
    response.writeHead(307, { location: other }).end();
  });
  const { servers } = await openServers({
    led: { url: address, headers: { 'X-Api-Key': 'sk-for-this-one-only' } },
  });
  await servers.test('led');
  expect(servers.list()[0]?.state).not.toBe('ready');
  expect(visits).toBe(0);
});

it('the page that a sign-in comes back to is asked for what is no address, and nothing ends', async () => {
  const page = await openAnswerPage(0);
  onTestFinished(() => void page.server.close());
  const { port } = page.server.address() as AddressInfo;
  const said = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET // HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
    });
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('close', () => resolve(text));
  });
  expect(said).toMatch(/^HTTP\/1.1 404 /);
  await (await fetch(`${page.url}?state=a%20b&code=c`)).text();
  expect(Object.fromEntries(await page.answer)).toEqual({ state: 'a b', code: 'c' });
});
