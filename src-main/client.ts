/** Talks to a brain as any program would: typed calls and events, over its socket or in process. */
import type { Socket } from 'node:net';
import { z } from 'zod';
import {
  type BrainEvent,
  type ConnectomeEvent,
  type ErrorCode,
  errorCodes,
  type MethodName,
  methods,
  type ParamsOf,
  type ResultOf,
} from '../protocol/index.ts';
import { createLineReader, MAX_ANSWER_BYTES } from './lines.ts';
import type { PipeDispatcher } from './pipes.ts';

/** The brain refused a call, or the connection ended before it answered (`disconnected`). */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ErrorCode | 'disconnected' | undefined;
  constructor(message: string, code: ErrorCode | 'disconnected' | undefined) {
    super(message);
    this.code = code;
  }
}

/** Whole JSON texts in both directions. */
export interface ClientPipe {
  send(text: string): void;
  onText(listener: (text: string) => void): void;
  onClosed(listener: () => void): void;
  close(): void;
}

export interface Client {
  call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>>;
  /** Every event that arrives, in order. Returns the unsubscribe function. */
  onEvent(listener: (event: ConnectomeEvent | BrainEvent) => void): () => void;
  /** The brain has gone. */
  onClosed(listener: () => void): void;
  close(): void;
}

export function socketPipe(socket: Socket): ClientPipe {
  return {
    send: (text) => {
      socket.write(`${text}\n`);
    },
    onText(listener) {
      const ignore = (): void => {};
      const read = createLineReader(MAX_ANSWER_BYTES, {
        onLine: listener,
        onTooLarge: () => socket.destroy(),
        onNotText: ignore,
      });
      socket.on('data', read);
    },
    onClosed(listener) {
      // 'close' follows every error and says all that matters here.
      socket.on('error', () => {});
      socket.once('close', listener);
    },
    close: () => {
      socket.end();
    },
  };
}

/** A pipe to a brain in this very process. */
export function localPipe(dispatcher: PipeDispatcher): ClientPipe {
  let listener: (text: string) => void = () => {};
  const end = dispatcher.connect({
    kind: 'socket',
    send: (text) => listener(text),
    // Taken as soon as it is sent.
    unsentBytes: () => 0,
  });
  return {
    send: (text) => end.receive(text),
    onText(next) {
      listener = next;
    },
    onClosed: () => {},
    close: () => end.close(),
  };
}

const incoming = z.object({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z
    .object({
      message: z.string(),
      data: z.object({ code: z.enum(errorCodes).optional().catch(undefined) }).optional(),
    })
    .optional(),
});

interface Waiting {
  resolve(result: unknown): void;
  reject(error: CallError): void;
}

export function createClient(pipe: ClientPipe): Client {
  const waiting = new Map<number, Waiting>();
  const eventListeners = new Set<(event: ConnectomeEvent | BrainEvent) => void>();
  const closedListeners = new Set<() => void>();
  let lastId = 0;
  let closed = false;

  pipe.onText((text) => {
    const message = incoming.parse(JSON.parse(text));
    if (message.method === 'event') {
      // The brain checks what it sends; the type is the contract of `protocol/`.
      const event = message.params as ConnectomeEvent | BrainEvent;
      for (const listener of eventListeners) listener(event);
      return;
    }
    if (typeof message.id !== 'number') return;
    const request = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) request?.resolve(message.result);
    else request?.reject(new CallError(message.error.message, message.error.data?.code));
  });
  pipe.onClosed(() => {
    closed = true;
    for (const request of waiting.values()) {
      request.reject(new CallError('The connection to the brain was lost.', 'disconnected'));
    }
    waiting.clear();
    for (const listener of closedListeners) listener();
  });

  return {
    async call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>> {
      if (closed) throw new CallError('The connection to the brain was lost.', 'disconnected');
      lastId += 1;
      const id = lastId;
      const answer = new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
      });
      pipe.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      return methods[method].result.parse(await answer) as ResultOf<M>;
    },
    onEvent(listener) {
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
    },
    onClosed: (listener) => {
      closedListeners.add(listener);
    },
    close: () => pipe.close(),
  };
}
