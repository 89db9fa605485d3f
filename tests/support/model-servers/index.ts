/**
 * Real HTTP servers on loopback that speak the wire formats of the three kinds of provider: scripted,
 * recorded, slow, split at any byte, cut off anywhere. The code under test uses the real SDKs.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { anthropicError, anthropicFrames, anthropicModels } from './anthropic.ts';
import { ollamaError, ollamaFrames, ollamaMissing, ollamaShow, ollamaTags } from './ollama.ts';
import { openaiError, openaiFrames, openaiModels } from './openai.ts';
import { openaiResponsesFrames } from './openai-responses.ts';
import type {
  Frame,
  RecordedRequest,
  Script,
  ScriptedAnswer,
  ScriptedPull,
  ServerKind,
} from './script.ts';

export {
  type RecordedRequest,
  type Script,
  type ScriptedAnswer,
  type ServerKind,
  serverKinds,
} from './script.ts';

export interface ModelServerOptions {
  readonly kind: ServerKind;
  /** One answer per chat request, the last one again and again; or a function of the request. */
  readonly script: Script;
  /** What the list of models says. */
  readonly models?: readonly string[];
  readonly port?: number;
  /** OpenAI: what the list says of each model beside its name. */
  readonly listed?: object;
  /** Requests without this key get 401. */
  readonly key?: string;
  /** Ollama: how a download goes; without it there is none. Then only `models` can chat, too. */
  readonly pull?: (model: string) => ScriptedPull;
  /** Vectors for `/api/embed` or `/v1/embeddings`; without it there is no such path. */
  readonly embed?: (texts: readonly string[]) => readonly (readonly number[])[];
  /** Ollama: what `/api/show` says. */
  readonly contextLength?: number;
  readonly capabilities?: readonly string[];
}

export interface ModelServer {
  readonly kind: ServerKind;
  readonly port: number;
  /** What `baseUrl` of a provider must be. */
  readonly baseUrl: string;
  /** Chat requests, in the order they came. */
  readonly chats: readonly RecordedRequest[];
  /** All requests, model lists included. */
  readonly requests: readonly RecordedRequest[];
  /** Resolves when so many chat requests have come. */
  waitForChats(count: number): Promise<void>;
  /** Closes all connections at once, as a killed process would, and the port. */
  close(): Promise<void>;
}

const chatPaths: Readonly<Record<ServerKind, string>> = {
  anthropic: '/v1/messages',
  openai: '/v1/chat/completions',
  openai_responses: '/v1/responses',
  ollama: '/api/chat',
};

export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const { kind, script } = options;
  const models = [...(options.models ?? [`test-${kind}`])];
  const requests: RecordedRequest[] = [];
  const chats: RecordedRequest[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();

  async function nextAnswer(request: RecordedRequest, number: number): Promise<ScriptedAnswer> {
    if (typeof script === 'function') return script(request, number);
    const answer = script[Math.min(number, script.length) - 1];
    if (answer === undefined) throw new Error('the script is empty');
    return answer;
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await record(incoming, response);
    requests.push(request);
    if (options.key !== undefined && !JSON.stringify(request.headers).includes(options.key)) {
      sendJson(response, 401, errorBody(kind, 401));
      return;
    }
    if (request.path === chatPaths[kind] && request.method === 'POST') {
      chats.push(request);
      const number = chats.length;
      for (const wake of waiting) wake();
      const model = modelOf(request.body);
      if (options.pull !== undefined && !models.includes(model)) {
        sendJson(response, 404, ollamaMissing(model));
        return;
      }
      await sendAnswer(response, kind, await nextAnswer(request, number), request, number);
      return;
    }
    if (request.path === '/api/pull' && options.pull !== undefined) {
      const model = nameOf(request.body);
      const whole = await sendPull(response, options.pull(model));
      if (whole) models.push(model);
      return;
    }
    const isEmbedding = request.path === '/api/embed' || request.path === '/v1/embeddings';
    if (isEmbedding && options.embed !== undefined) {
      sendJson(response, 200, embeddingsBody(kind, options.embed(inputsOf(request.body))));
      return;
    }
    const info = infoBody(options, models, request.path);
    sendJson(response, info === undefined ? 404 : 200, info ?? errorBody(kind, 404));
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((thrown: unknown) => {
      response.destroy(thrown instanceof Error ? thrown : new Error(String(thrown)));
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const path = kind.startsWith('openai') ? '/v1' : '';

  return {
    kind,
    port,
    baseUrl: `http://127.0.0.1:${port}${path}`,
    chats,
    requests,
    waitForChats: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (chats.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function record(
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<RecordedRequest> {
  let text = '';
  incoming.setEncoding('utf8');
  for await (const piece of incoming) text += piece;
  const aborted = new Promise<void>((resolve) => {
    response.once('close', () => {
      if (!response.writableFinished) resolve();
    });
  });
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  const path = new URL(incoming.url ?? '/', 'http://localhost').pathname;
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { method: incoming.method ?? 'GET', path, headers, body, text, aborted };
}

function infoBody(
  options: ModelServerOptions,
  models: readonly string[],
  path: string,
): string | undefined {
  if (options.kind === 'anthropic')
    return path === '/v1/models' ? anthropicModels(models) : undefined;
  if (options.kind.startsWith('openai'))
    return path === '/v1/models' ? openaiModels(models, options.listed) : undefined;
  if (path === '/api/tags') return ollamaTags(models);
  if (path === '/api/version') return JSON.stringify({ version: '0.12.0' });
  if (path !== '/api/show') return undefined;
  const { contextLength = 131_072, capabilities = ['completion', 'tools', 'vision'] } = options;
  return ollamaShow(contextLength, capabilities);
}

function errorBody(kind: ServerKind, status: number): string {
  if (kind === 'anthropic') return anthropicError(status);
  return kind === 'ollama' ? ollamaError(status) : openaiError(status);
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

async function sendAnswer(
  response: ServerResponse,
  kind: ServerKind,
  answer: ScriptedAnswer,
  request: RecordedRequest,
  number: number,
): Promise<void> {
  if (answer.resetAtOnce) {
    response.destroy();
    return;
  }
  if (answer.hangAt === 'request') return;
  if (answer.status !== undefined && answer.status !== 200) {
    sendJson(
      response,
      answer.status,
      answer.body ?? errorBody(kind, answer.status),
      answer.headers,
    );
    return;
  }
  const type = kind === 'ollama' ? 'application/x-ndjson' : 'text/event-stream';
  response.writeHead(200, { 'content-type': type, ...answer.headers });
  response.flushHeaders();
  if (answer.hangAt === 'headers') return;
  const frames =
    answer.body === undefined
      ? framesOf(kind, answer, modelOf(request.body), number)
      : [{ data: answer.body, gate: false }];
  await writeFrames(response, frames, answer);
}

/** Nagle would join the pieces again, and a test of split bytes would test nothing. */
async function writeFrames(
  response: ServerResponse,
  frames: readonly Frame[],
  answer: ScriptedAnswer,
): Promise<void> {
  response.socket?.setNoDelay(true);
  const limit =
    answer.cutAfterBytes ??
    answer.endAfterBytes ??
    answer.hangAfterBytes ??
    Number.POSITIVE_INFINITY;
  let written = 0;
  for (const frame of frames) {
    const bytes = Buffer.from(frame.data, 'utf8');
    const sizes = [answer.splitBytes ?? bytes.length].flat();
    let size = 0;
    for (let at = 0, number = 0; at < bytes.length; at += size, number += 1) {
      size = sizes[number % sizes.length] ?? bytes.length;
      if (response.destroyed) return;
      const piece = bytes.subarray(at, Math.min(at + size, at + limit - written));
      await write(response, piece);
      written += piece.length;
      if (written >= limit) {
        if (answer.cutAfterBytes !== undefined) response.destroy();
        else if (answer.endAfterBytes !== undefined) response.end();
        return;
      }
    }
    if (frame.gate && answer.hangAt === 'text') return;
    if (frame.gate && answer.waitFor !== undefined) await answer.waitFor;
    if (answer.eventDelayMs !== undefined) await sleep(answer.eventDelayMs);
  }
  response.end();
}

/** Each piece reaches the socket before the next is written. */
function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (bytes.length === 0) resolve();
    // A client that went away is part of many tests; the loop sees `destroyed`.
    else response.write(bytes, () => resolve());
  });
}

/** The whole body of an answer, for tests that break it at a place of their own. */
export function bodyOf(kind: ServerKind, answer: ScriptedAnswer): string {
  const frames = framesOf(kind, answer, `test-${kind}`, 1);
  return frames.map(({ data }) => data).join('');
}

function framesOf(
  kind: ServerKind,
  answer: ScriptedAnswer,
  model: string,
  number: number,
): readonly Frame[] {
  switch (kind) {
    case 'anthropic':
      return anthropicFrames(answer, model, number);
    case 'openai':
      return openaiFrames(answer, model, number);
    case 'openai_responses':
      return openaiResponsesFrames(answer, model, number);
    case 'ollama':
      return ollamaFrames(answer, model);
  }
}

/** True when the last line said that the model is there. */
async function sendPull(response: ServerResponse, pull: ScriptedPull): Promise<boolean> {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  for (const [index, line] of pull.lines.entries()) {
    await write(response, Buffer.from(`${JSON.stringify(line)}\n`));
    if (index === 0) await pull.waitFor;
    if (response.destroyed) return false;
  }
  if (pull.cutOff) response.destroy();
  else response.end();
  const last = pull.lines.at(-1);
  return last !== undefined && 'status' in last && last.status === 'success';
}

function nameOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('name' in body)) return 'unknown';
  return String(body.name);
}

function inputsOf(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || !('input' in body)) return [];
  return [body.input].flat().map(String);
}

function embeddingsBody(kind: ServerKind, vectors: readonly (readonly number[])[]): string {
  if (kind === 'ollama') return JSON.stringify({ model: 'embed', embeddings: vectors });
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
  // In any order, as the format allows.
  return JSON.stringify({ object: 'list', model: 'embed', data: data.reverse() });
}

function modelOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('model' in body)) return 'unknown';
  return String(body.model);
}
