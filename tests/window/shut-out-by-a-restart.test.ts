/** A window that takes a host that is just coming up for one that refuses it shows a locked door for ever. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import type { TransportStatus } from '../../src-renderer/transport/transport.ts';
import { createWebSocketTransport } from '../../src-renderer/transport/websocket.ts';

/** A host that answers, and cuts the first `refusals` attempts to connect. Gives what the window is told last. */
async function connectTo(refusals: number): Promise<TransportStatus['kind']> {
  const sockets = new WebSocketServer({ noServer: true });
  let attempts = 0;
  const host = createServer((_request, response) => response.end('ok'));
  host.on('upgrade', (request, socket, head) => {
    attempts += 1;
    if (attempts <= refusals) socket.destroy();
    else sockets.handleUpgrade(request, socket, head, () => {});
  });
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  const { port } = host.address() as AddressInfo;

  const { fetch, WebSocket: RealSocket } = globalThis;
  const made: WebSocket[] = [];
  const Noted = class extends RealSocket {
    constructor(address: string, names: string[]) {
      super(address, names);
      made.push(this);
    }
  };
  onTestFinished(() => {
    // A window that lost its host would try again when this test is long over.
    for (const socket of made) socket.onclose = null;
    for (const client of sockets.clients) client.terminate();
    host.close();
  });
  vi.stubGlobal('WebSocket', Noted);
  vi.stubGlobal('location', { protocol: 'http:', host: `127.0.0.1:${port}`, hash: '' });
  vi.stubGlobal('localStorage', { getItem: () => 'our-half' });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('fetch', (path: string) => fetch(`http://127.0.0.1:${port}${path}`));
  const transport = createWebSocketTransport();
  return new Promise((resolve) => {
    transport.onStatus = ({ kind }) => {
      if (kind === 'open' || kind === 'unauthorized') resolve(kind);
    };
    transport.start();
  });
}

it('is let in by a host that came up right after it was asked', async () => {
  expect(await connectTo(1)).toBe('open');
});

it('knows a host that refuses it', async () => {
  expect(await connectTo(Number.POSITIVE_INFINITY)).toBe('unauthorized');
});
