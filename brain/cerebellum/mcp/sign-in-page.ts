/** A page on this machine that takes one answer: the owner's browser comes back to it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The owner may have to look for his password. */
const PATIENCE_MS = 10 * 60_000;

export interface AnswerPage {
  readonly server: Server;
  readonly url: string;
  readonly answer: Promise<URLSearchParams>;
}

/** `port` 0: any that is free. */
export async function openAnswerPage(port: number): Promise<AnswerPage> {
  const { promise, resolve, reject } = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    // Not every text that comes as an address is one: `//` would throw, and end the program.
    const [path, query] = (request.url ?? '').split('?', 2);
    const fits = request.method === 'GET' && path === '/callback';
    response.writeHead(fits ? 200 : 404, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.end(
      fits ? 'Done. You can close this page.\nFertig. Du kannst die Seite schließen.' : '',
    );
    if (fits) resolve(new URLSearchParams(query));
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  const timer = setTimeout(() => reject(new Error('Nobody came back in time.')), PATIENCE_MS);
  timer.unref();
  server.once('close', () => {
    clearTimeout(timer);
    reject(new Error('It was stopped.'));
  });
  // Nobody may be listening yet when it is stopped.
  promise.catch(() => {});
  const { port: listening } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${listening}/callback`, answer: promise };
}
