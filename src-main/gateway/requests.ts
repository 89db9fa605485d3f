/** The few plain HTTP requests the gateway answers. Host and Origin have been checked before. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { parseJson } from '../../brain/shared/json.ts';
import { decodeUtf8 } from '../pipes.ts';
import { rendererFile } from '../renderer-files.ts';
import type { Login } from './login.ts';

const MAX_BODY_BYTES = 4096;
const A_YEAR_SECONDS = 31_536_000;

const exchangeBody = z.object({ code: z.string().min(1).max(200) });

export interface RequestDeps {
  readonly renderer: string;
  readonly login: Login;
}

export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  deps: RequestDeps,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const isRead = request.method === 'GET' || request.method === 'HEAD';

  if (path === '/healthz' && isRead) sendJson(response, 200, { ok: true });
  else if (path === '/session' && request.method === 'POST') {
    await exchangeCode(request, response, deps.login);
  } else if (path === '/rpc') sendJson(response, 426, { ok: false });
  else if (!isRead || path === '/session') sendJson(response, 405, { ok: false });
  else await sendFile(path, request, response, deps.renderer);
}

async function sendFile(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  renderer: string,
): Promise<void> {
  const file = await rendererFile(renderer, path);
  if (file === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found.');
    return;
  }
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': file.content.byteLength,
    'cache-control': file.immutable ? `public, max-age=${A_YEAR_SECONDS}, immutable` : 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : file.content);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(body));
}

async function exchangeCode(
  request: IncomingMessage,
  response: ServerResponse,
  login: Login,
): Promise<void> {
  const body = await readJson(request);
  if (body === 'too_large') {
    response.setHeader('connection', 'close');
    sendJson(response, 413, { ok: false });
    return;
  }
  const parsed = exchangeBody.safeParse(body);
  if (!parsed.success) {
    sendJson(response, 400, { ok: false, message: 'No code was sent.' });
    return;
  }

  const result = login.exchange(request, parsed.data.code);
  switch (result.kind) {
    case 'accepted':
      response.setHeader('set-cookie', result.setCookie);
      sendJson(response, 200, { value: result.value });
      break;
    case 'too_many':
      response.setHeader('retry-after', '60');
      sendJson(response, 429, { ok: false, message: 'Too many attempts; wait a minute.' });
      break;
    case 'refused':
      sendJson(response, 401, {
        ok: false,
        message: 'This code was used or has expired; run "connectome open" for a new one.',
      });
  }
}

/** The parsed body, undefined when it is not JSON text, or `too_large`. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MAX_BODY_BYTES) return 'too_large';
    parts.push(part);
  }
  const text = decodeUtf8(Buffer.concat(parts));
  // What is not JSON is answered like any other body without a code.
  return text === undefined ? undefined : parseJson(text);
}
