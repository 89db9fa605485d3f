import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { MAX_MESSAGE_BYTES } from '../../../protocol/index.ts';
import { listenOnSocket } from '../../../src-main/socket.ts';
import { echoDispatcher } from '../../support/echo-dispatcher.ts';
import { openRpc, testGateway } from '../../support/gateway.ts';
import { tempFolder } from '../../support/temp-home.ts';

async function program(): Promise<{
  socket: WebSocket;
  received: readonly string[];
}> {
  const test = await testGateway();
  const token = (await readFile(join(test.home, 'gateway.token'), 'utf8')).trim();
  return { socket: await openRpc(test, [token]), received: test.dispatcher.received };
}

describe('messages that are too large or not text, on the WebSocket', () => {
  it('ends the connection with 1009 and hands nothing on', async () => {
    const { socket, received } = await program();
    socket.send('x'.repeat(MAX_MESSAGE_BYTES + 1));
    expect((await once(socket, 'close'))[0]).toBe(1009);
    expect(received).toEqual([]);
  });

  it('takes a message of exactly the limit', async () => {
    const { socket, received } = await program();
    socket.send('x'.repeat(MAX_MESSAGE_BYTES));
    await once(socket, 'message');
    expect(received[0]?.length).toBe(MAX_MESSAGE_BYTES);
    socket.close();
  });

  it('answers invalid UTF-8 with a parse error and goes on', async () => {
    const { socket, received } = await program();
    socket.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false });
    const [answer] = await once(socket, 'message');
    expect(JSON.parse(String(answer)).error.code).toBe(-32700);
    socket.send('after');
    expect(String((await once(socket, 'message'))[0])).toBe('echo:after');
    expect(received).toEqual(['after']);
    socket.close();
  });
});

describe('messages that are too large or not text, on the Unix socket', () => {
  async function lines(): Promise<{
    write(data: string | Uint8Array): void;
    next(): Promise<string>;
    received: readonly string[];
    close(): Promise<void>;
  }> {
    const path = join(await tempFolder(), 's.sock');
    const dispatcher = echoDispatcher();
    const server = await listenOnSocket(path, dispatcher);
    const socket = createConnection(path);
    await once(socket, 'connect');
    const reader = createInterface({ input: socket })[Symbol.asyncIterator]();
    return {
      write: (data) => void socket.write(data),
      next: async () => String((await reader.next()).value),
      received: dispatcher.received,
      close: async () => {
        socket.destroy();
        await server.close();
      },
    };
  }

  it('joins lines that come in pieces and splits what comes at once, in order', async () => {
    const test = await lines();
    test.write('{"a":');
    test.write('1}\n{"b":2}\r\n\n{"c"');
    test.write(Buffer.from(':"ü"}\n').subarray(0, 4));
    test.write(Buffer.from(':"ü"}\n').subarray(4));
    expect(await test.next()).toBe('echo:{"a":1}');
    expect(await test.next()).toBe('echo:{"b":2}');
    expect(await test.next()).toBe('echo:{"c":"ü"}');
    await test.close();
  });

  it('answers too_large once, skips that line only, and keeps the connection', async () => {
    const test = await lines();
    const half = 'x'.repeat(MAX_MESSAGE_BYTES / 2 + 1);
    test.write(half);
    test.write(half);
    test.write(`${half}\nafter\n`);
    const refused = JSON.parse(await test.next());
    expect(refused).toMatchObject({
      id: null,
      error: { code: -32000, data: { code: 'too_large' } },
    });
    expect(await test.next()).toBe('echo:after');
    expect(test.received).toEqual(['after']);
    await test.close();
  });

  it('answers invalid UTF-8 with a parse error and goes on', async () => {
    const test = await lines();
    test.write(Buffer.from([0xc3, 0x28, 0x0a]));
    expect(JSON.parse(await test.next()).error.code).toBe(-32700);
    test.write('after\n');
    expect(await test.next()).toBe('echo:after');
    await test.close();
  });
});
