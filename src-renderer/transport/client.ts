/** Typed JSON-RPC over any transport: calls with answers, and the brain's events. */
import type {
  BrainEvent,
  ConnectomeEvent,
  ErrorCode,
  MethodName,
  ParamsOf,
  ResultOf,
  RpcErrorObject,
} from '../../protocol/index.ts';
import type { Transport, TransportStatus } from './transport.ts';

/** A refusal by the brain, or `disconnected` when the pipe broke before the answer came. */
export class RpcError extends Error {
  readonly code: number;
  readonly reason: ErrorCode | 'disconnected' | undefined;
  constructor(message: string, code: number, reason: ErrorCode | 'disconnected' | undefined) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.reason = reason;
  }
}

export interface Client {
  /** Waits for the connection, then asks. Rejects with `RpcError` only. */
  call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>>;
  start(): void;
  retry(): void;
}

/** A refusal as the brain sends it. */
export type Refusal = Pick<RpcErrorObject, 'message' | 'data'>;

export interface ClientListeners {
  onStatus(status: TransportStatus): void;
  onEvent(event: ConnectomeEvent | BrainEvent): void;
  /** What its owner reads of a refusal: the brain's text is English. */
  wordsFor(error: Refusal | 'disconnected'): string;
}

interface Waiting {
  readonly text: string;
  sent: boolean;
  resolve(result: unknown): void;
  reject(error: RpcError): void;
}

interface IncomingMessage {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: RpcErrorObject['data'];
  };
}

export function createClient(transport: Transport, listeners: ClientListeners): Client {
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  transport.onStatus = (status) => {
    if (status.kind === 'open') {
      // What was asked while there was no connection goes out now, before anything newer.
      for (const request of waiting.values()) {
        if (!request.sent) request.sent = transport.send(request.text);
      }
      listeners.onStatus(status);
      return;
    }
    for (const [id, request] of waiting) {
      // An answer to what was already sent will never come on the next connection.
      if (!request.sent && status.kind !== 'unauthorized') continue;
      waiting.delete(id);
      request.reject(new RpcError(listeners.wordsFor('disconnected'), -1, 'disconnected'));
    }
    listeners.onStatus(status);
  };

  transport.onMessage = (text) => {
    const message = parse(text);
    if (message === undefined) return;
    if (message.method === 'event') {
      // The brain validates what it sends; the type is the contract of `protocol/`.
      listeners.onEvent(message.params as ConnectomeEvent | BrainEvent);
      return;
    }
    if (typeof message.id !== 'number') return;
    const request = waiting.get(message.id);
    if (request === undefined) return;
    waiting.delete(message.id);
    if (message.error) {
      const { code, data } = message.error;
      request.reject(new RpcError(listeners.wordsFor(message.error), code, data?.code));
    } else {
      request.resolve(message.result);
    }
  };

  return {
    call<M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>> {
      return new Promise<ResultOf<M>>((resolve, reject) => {
        lastId += 1;
        const text = JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params });
        const request: Waiting = {
          text,
          sent: false,
          resolve: (result) => resolve(result as ResultOf<M>),
          reject,
        };
        waiting.set(lastId, request);
        request.sent = transport.send(text);
      });
    },
    start: () => transport.start(),
    retry: () => transport.retry(),
  };
}

function parse(text: string): IncomingMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    // A torn message has no id to answer to; the caller's request fails with the connection.
    return undefined;
  }
}
