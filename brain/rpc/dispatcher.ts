/**
 * The one dispatcher behind every pipe (IPC, WebSocket, socket): validates requests against the
 * protocol, calls the method, answers with its result or with an error that a person can read.
 */
import { z } from 'zod';
import {
  type BrainEvent,
  CONNECTOME_ERROR,
  type ConnectomeEvent,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  MAX_MESSAGE_BYTES,
  METHOD_NOT_FOUND,
  type MethodName,
  methods,
  PARSE_ERROR,
  type ParsedParamsOf,
  type ResultOf,
  type RpcErrorObject,
  type RpcId,
  rpcRequest,
} from '../../protocol/index.ts';
import { parseJson } from '../shared/json.ts';
import { isDeeperThan } from '../shared/json-depth.ts';
import type { Logger } from '../shared/log.ts';
import { messageOf } from '../shared/result.ts';
import { spoken, withEach } from '../shared/say.ts';
import { StorageError } from '../storage/index.ts';
import {
  type Connection,
  createSubscriber,
  eventText,
  type Past,
  type Subscriber,
} from './connection.ts';
import { RpcFailure } from './errors.ts';

export type Methods = {
  readonly [M in MethodName]: (
    params: ParsedParamsOf<M>,
    client: Subscriber,
  ) => Promise<ResultOf<M>> | ResultOf<M>;
};

export interface Dispatcher {
  connect(connection: Connection): {
    receive(text: string): void;
    /** What was sent has been taken: there is room for more. */
    drained(): void;
    close(): void;
  };
}

export interface DispatcherRegion extends Dispatcher {
  /** Hands an event to every client that wants it. */
  publish(event: ConnectomeEvent | BrainEvent): void;
}

export function createDispatcher(
  handlers: Methods,
  redact: (text: string) => string,
  logger: Logger,
  past: Past,
): DispatcherRegion {
  const clients = new Set<Subscriber>();

  async function answer(client: Subscriber, text: string): Promise<string | undefined> {
    if (Buffer.byteLength(text) > MAX_MESSAGE_BYTES) {
      return failure(null, {
        code: CONNECTOME_ERROR,
        message: tooLarge,
        data: { code: 'too_large' },
      });
    }
    const parsed = parseJson(text);
    if (parsed === undefined) {
      return failure(null, { code: PARSE_ERROR, message: 'The message is not valid JSON.' });
    }
    if (isDeeperThan(parsed)) {
      return failure(idOf(parsed), {
        code: INVALID_REQUEST,
        message: 'The message is nested too deeply.',
      });
    }
    const request = rpcRequest.safeParse(parsed);
    if (!request.success) {
      return failure(idOf(parsed), {
        code: INVALID_REQUEST,
        message: 'Not a JSON-RPC 2.0 request.',
      });
    }
    const { id = null, method, params } = request.data;
    if (!isMethod(method)) {
      return failure(id, { code: METHOD_NOT_FOUND, message: `There is no method "${method}".` });
    }
    const outcome = await call(method, params ?? {}, client);
    // A request without an id is a notification: nobody waits for an answer.
    if (id === null) return undefined;
    const response = JSON.stringify({ jsonrpc: '2.0', id, ...outcome });
    // A file of the mind is written back as it was read: a mark in it would replace what it hides.
    return method === 'workspace.read' ? response : redact(response);
  }

  async function call<M extends MethodName>(
    method: M,
    params: unknown,
    client: Subscriber,
  ): Promise<object> {
    const checked = methods[method].params.safeParse(params);
    if (!checked.success) {
      return {
        error: { code: INVALID_PARAMS, message: `${method}: ${problemsOf(checked.error)}` },
      };
    }
    try {
      const handler: (params: ParsedParamsOf<M>, client: Subscriber) => unknown = handlers[method];
      return { result: await handler(checked.data as ParsedParamsOf<M>, client) };
    } catch (thrown) {
      return { error: errorOf(method, thrown) };
    }
  }

  function errorOf(method: string, thrown: unknown): RpcErrorObject {
    const message = redact(messageOf(thrown));
    if (thrown instanceof RpcFailure || thrown instanceof StorageError) {
      const { said } = spoken({ message: withEach(thrown.sentence, redact) });
      const code = thrown instanceof RpcFailure ? thrown.code : 'unavailable';
      return { code: CONNECTOME_ERROR, message, data: { code, said } };
    }
    logger.error('a method failed', { method, reason: message });
    return { code: INTERNAL_ERROR, message: `${method} failed inside the program: ${message}` };
  }

  return {
    connect(connection) {
      const client = createSubscriber(connection, past, redact, logger);
      clients.add(client);
      return {
        receive(text) {
          answer(client, text)
            .then((response) => {
              if (response !== undefined && clients.has(client)) connection.send(response);
            })
            // One client's message, however odd, must not end the brain for all of them.
            .catch((thrown: unknown) => {
              logger.error('a message could not be answered', {
                reason: redact(messageOf(thrown)),
              });
            });
        },
        drained: () => client.drained(),
        close() {
          clients.delete(client);
          client.close();
        },
      };
    },
    publish(event) {
      let made: string | undefined;
      const text = (): string => {
        made ??= redact(eventText(event));
        return made;
      };
      for (const client of clients) client.hear(event, text);
    },
  };
}

/** More of them help nobody; a list of a million wrong items would take minutes to describe. */
const MAX_PROBLEMS = 20;

function problemsOf({ issues }: z.ZodError): string {
  const shown = z.prettifyError({ issues: issues.slice(0, MAX_PROBLEMS) });
  const more = issues.length - MAX_PROBLEMS;
  return more > 0 ? `${shown}\n… and ${more} more` : shown;
}

const tooLarge = `A message may have at most ${MAX_MESSAGE_BYTES} bytes; larger content goes by attachment.put.`;

function isMethod(name: string): name is MethodName {
  return Object.hasOwn(methods, name);
}

function idOf(value: unknown): RpcId | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : null;
}

function failure(id: RpcId | null, error: RpcErrorObject): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}
