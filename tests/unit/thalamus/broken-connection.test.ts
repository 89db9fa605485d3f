import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createHttpClient, HttpError } from '../../../brain/thalamus/http.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
});

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const signal = new AbortController().signal;

it('a kept connection that the server had closed is opened anew (a failure after every pause)', async () => {
  const seen = new Set<Socket>();
  let dropped = 0;
  const url = await listen((request, response) => {
    if (seen.has(request.socket)) {
      dropped += 1;
      request.socket.destroy();
      return;
    }
    seen.add(request.socket);
    response.end('ok');
  });
  const fetch = createHttpClient({}).watched({ signal });
  expect(await (await fetch(url)).text()).toBe('ok');
  expect(await (await fetch(url, { method: 'POST', body: '{}' })).text()).toBe('ok');
  expect(dropped).toBe(1);
});

it('a redirect is an error, not followed (keys sent to whoever it names)', async () => {
  let visits = 0;
  const other = await listen((_request, response) => {
    visits += 1;
    response.end();
  });
  const url = await listen((_request, response) => {
    response.writeHead(307, { location: other }).end();
  });
  const fetch = createHttpClient({}).watched({ signal });
  const thrown: unknown = await fetch(url, { headers: { authorization: 'k' } }).catch(
    (e: unknown) => e,
  );
  expect(thrown).toBeInstanceOf(HttpError);
  expect(visits).toBe(0);
});

it('a proxy is used for remote addresses and never for this machine', async () => {
  const asked: string[] = [];
  const proxy = await listen((request, response) => {
    asked.push(request.url ?? '');
    response.end('from the proxy');
  });
  const direct = await listen((_request, response) => {
    response.end('direct');
  });
  const fetch = createHttpClient({ HTTP_PROXY: proxy }).watched({ signal });
  expect(await (await fetch('http://models.example/v1/models')).text()).toBe('from the proxy');
  expect(await (await fetch(direct)).text()).toBe('direct');
  expect(asked).toEqual(['http://models.example/v1/models']);
});
