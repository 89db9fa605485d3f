/**
 * The gateway: the window for a browser, and the WebSocket for it and for programs.
 *
 * Takes the brain's dispatcher and the built window; gives one HTTP server. What must always hold:
 * every request has an allowed Host and Origin; nothing but the static window and `/healthz` is
 * answered without a login; nothing listens beyond loopback unless the owner said so.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { homePaths } from '../../brain/shared/home.ts';
import type { Logger } from '../../brain/shared/log.ts';
import { codeOf, err, messageOf, ok, type Result } from '../../brain/shared/result.ts';
import { type Clock, systemClock } from '../../brain/shared/time.ts';
import { securityHeaders } from '../content-security.ts';
import type { PipeDispatcher } from '../pipes.ts';
import { homeHash } from '../socket-path.ts';
import { createCodes } from './codes.ts';
import { allowedHosts, refusal } from './guard.ts';
import { createLimiter } from './limiter.ts';
import { createLogin, type Login } from './login.ts';
import { answerRequest } from './requests.ts';
import { createRpcSockets } from './sockets.ts';
import { openGatewayToken } from './token.ts';

const DEFAULT_PORT = 18789;
const DEFAULT_HOST = '127.0.0.1';

export interface GatewayOptions {
  readonly home: string;
  /** The port to use; without it the default one, or any free one where that is taken. */
  readonly port?: number;
  readonly host?: string;
  readonly dispatcher: PipeDispatcher;
  /** Folder of the built window. */
  readonly renderer: string;
  readonly logger: Logger;
  /** Called with the token, also when it was replaced, so that nobody writes it down. */
  readonly onToken?: (token: string) => void;
  readonly clock?: Clock;
}

export interface Gateway {
  /** `http://host:port/`, as a browser on this machine would open it. */
  readonly url: string;
  readonly port: number;
  /** A URL that logs one browser in, once, within ten minutes. */
  oneTimeUrl(): string;
  close(): Promise<void>;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Listens; an error is a sentence for people (a port in use, an address that is not ours). */
async function listenSomewhere(
  server: Server,
  port: number | undefined,
  host: string,
): Promise<Result<void>> {
  try {
    await listen(server, port ?? DEFAULT_PORT, host);
    return ok(undefined);
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === 'EADDRINUSE' && port === undefined) {
      await listen(server, 0, host);
      return ok(undefined);
    }
    if (code === 'EADDRINUSE') {
      return err(`Port ${port} is in use by another program; choose another one with --port.`);
    }
    if (code === 'EACCES') return err(`No permission to listen at port ${port}.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      return err(`${host} is not an address of this machine.`);
    }
    return err(`The gateway cannot listen at ${host}: ${messageOf(thrown)}`);
  }
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => {});
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** The subprotocol to accept with, or the status to refuse with. */
function judgeUpgrade(
  request: IncomingMessage,
  allowed: ReadonlySet<string>,
  login: Login,
): { readonly subprotocol: string | undefined } | string {
  if (refusal(request, allowed) !== undefined) return '403 Forbidden';
  if (request.url?.split('?')[0] !== '/rpc') return '404 Not Found';
  const result = login.checkSocket(request);
  switch (result.kind) {
    case 'accepted':
      return { subprotocol: result.subprotocol };
    case 'too_many':
      return '429 Too Many Requests';
    case 'refused':
      return '401 Unauthorized';
  }
}

export async function startGateway(options: GatewayOptions): Promise<Result<Gateway>> {
  const { home, dispatcher, renderer, logger, clock = systemClock } = options;
  const host = options.host ?? DEFAULT_HOST;
  const token = await openGatewayToken(homePaths(home).gatewayToken, logger);
  const codes = createCodes(clock);
  const limiter = createLimiter(clock);
  const login = createLogin({ token, codes, limiter, homeName: homeHash(home) });
  const sockets = createRpcSockets(dispatcher);
  let allowed: ReadonlySet<string> = new Set();

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const connect = request.headers.host ? [`ws://${request.headers.host}`] : [];
    const refused = refusal(request, allowed);
    // A refused Host is not echoed into a header.
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const headers = securityHeaders(refused === undefined ? connect : [], path);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (refused !== undefined) {
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(refused);
      return;
    }
    answerRequest(request, response, { renderer, login }).catch((thrown: unknown) => {
      logger.error('gateway: a request failed', { error: messageOf(thrown) });
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const result = judgeUpgrade(request, allowed, login);
    if (typeof result === 'string') refuseUpgrade(socket, result);
    else sockets.accept(request, socket, head, result.subprotocol);
  };

  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, onRequest);
  server.on('upgrade', onUpgrade);
  const listening = await listenSomewhere(server, options.port, host);
  if (!listening.ok) {
    token.close();
    sockets.close();
    return listening;
  }
  const learnToken = (): void => {
    const value = token.current();
    if (value !== undefined) options.onToken?.(value);
  };
  learnToken();
  token.onReplaced(() => {
    learnToken();
    logger.warn('gateway.token has changed: all browsers and programs have to log in again');
    codes.clear();
    sockets.closeAll();
  });

  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : DEFAULT_PORT;
  allowed = allowedHosts(host, port);
  const name = host === '0.0.0.0' || host === '::' ? DEFAULT_HOST : host;
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/`;
  logger.info('gateway listens', { url });

  return ok({
    url,
    port,
    oneTimeUrl: () => `${url}#code=${codes.issue()}`,
    async close() {
      token.close();
      sockets.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  });
}
