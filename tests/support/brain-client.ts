import { join } from 'node:path';
import { type Brain, startBrain } from '../../brain/brain.ts';
import type { Host } from '../../brain/shared/host.ts';
import { silentLogger } from '../../brain/shared/log.ts';
import type { Clock } from '../../brain/shared/time.ts';
import type { FileOps } from '../../brain/storage/index.ts';
import type { ConnectomeEvent, MethodName, ParamsOf, ResultOf } from '../../protocol/index.ts';
import { startNodeChild } from '../../src-main/node-child.ts';
import { type FirstEvent, firstEventOf } from './first-event.ts';

/** The shipped default mind of this checkout. */
export const defaultsFolder = join(import.meta.dirname, '..', '..', 'workspace');

export interface TestHost extends Host {
  online: boolean;
  readonly environment: Record<string, string>;
  readonly notes: string[];
}

export function testHost(environment: Record<string, string> = {}): TestHost {
  const notes: string[] = [];
  return {
    kind: 'headless',
    online: true,
    environment,
    notes,
    isOnline() {
      return this.online;
    },
    runtime: process.execPath,
    forkNode: startNodeChild,
    notify: (title) => void notes.push(title),
    openLink: async () => {},
    readEnvironment: (name) => environment[name],
  };
}

export interface StartOptions {
  readonly host?: Host;
  readonly fileOps?: FileOps;
  readonly clock?: Clock;
  /** Lets WebFetch reach servers of the test. */
  readonly isPublic?: (address: string) => boolean;
}

export async function startTestBrain(home: string, options: StartOptions = {}): Promise<Brain> {
  const started = await startBrain({
    home,
    host: options.host ?? testHost(),
    version: '0.0.0-test',
    logger: silentLogger,
    defaults: defaultsFolder,
    keyring: null,
    gatewayUrl: () => 'http://127.0.0.1:1/#code=x',
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.isPublic === undefined ? {} : { isPublic: options.isPublic }),
    ...(options.fileOps === undefined ? {} : { fileOps: options.fileOps }),
  });
  if (!started.ok) throw new Error(started.error);
  return started.value;
}

/** An error answer of the brain. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: { readonly code?: string } | undefined;

  constructor(error: { code: number; message: string; data?: { code?: string } }) {
    super(error.message);
    this.code = error.code;
    this.data = error.data;
  }
}

export interface Client {
  call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>>;
  /** Sends any text, for requests that are wrong on purpose; resolves with the raw answer. */
  raw(text: string): Promise<unknown>;
  readonly events: ConnectomeEvent[];
  /** The first event (also a past one) of a type that fits; waits for it. */
  readonly event: FirstEvent;
  close(): void;
}

/** A client on the dispatcher itself, as every pipe uses it. Hears everything live. */
export function connect(brain: Brain, kind: 'socket' | 'ipc' | 'websocket' = 'socket'): Client {
  const events: ConnectomeEvent[] = [];
  const answers = new Map<number, (message: { result?: unknown; error?: never }) => void>();
  const watchers = new Set<() => void>();
  let rawAnswer: ((message: unknown) => void) | undefined;
  let nextId = 1;

  const pipe = brain.dispatcher.connect({
    kind,
    unsentBytes: () => 0,
    send(text) {
      const message = JSON.parse(text);
      if (message.method === 'event') {
        if (message.params.scope !== 'brain') events.push(message.params);
        for (const watcher of watchers) watcher();
      } else if (typeof message.id === 'number' && answers.has(message.id)) {
        answers.get(message.id)?.(message);
        answers.delete(message.id);
      } else {
        rawAnswer?.(message);
      }
    },
  });

  const client: Client = {
    events,
    call(method, params) {
      const id = nextId;
      nextId += 1;
      return new Promise((resolve, reject) => {
        answers.set(id, (message) => {
          if (message.error !== undefined) reject(new RpcError(message.error));
          else resolve(message.result as never);
        });
        pipe.receive(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      });
    },
    raw(text) {
      return new Promise((resolve) => {
        rawAnswer = resolve;
        pipe.receive(text);
      });
    },
    event: firstEventOf(events, watchers),
    close: () => pipe.close(),
  };
  void client.call('events.subscribe', {});
  return client;
}

/** Sends a message and waits for the turn's end. */
export async function say(
  client: Client,
  params: ParamsOf<'chat.send'>,
): Promise<{
  readonly sessionId: string;
  readonly turnId: string;
  readonly text: string;
  readonly end: ConnectomeEvent;
}> {
  const { sessionId, turnId } = await client.call('chat.send', params);
  const end = await endOf(client, turnId);
  const content = client.events.find((e) => e.turnId === turnId && e.type === 'content');
  return { sessionId, turnId, end, text: content?.type === 'content' ? content.text : '' };
}

/** The terminal event of a turn. */
export function endOf(client: Client, turnId: string): Promise<ConnectomeEvent> {
  return Promise.race([
    client.event('done', (event) => event.turnId === turnId),
    client.event('error', (event) => event.turnId === turnId),
  ]);
}

/** Resolves when the index agrees with the files: what changed while nothing ran is found then. */
export async function indexed(client: Client): Promise<void> {
  for (;;) {
    const { index } = await client.call('health.get', {});
    if (index.state === 'ready') return;
  }
}
