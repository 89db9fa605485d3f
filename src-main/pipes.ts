/**
 * What a pipe (Electron IPC, WebSocket, Unix socket) needs of the brain's one dispatcher, and the
 * two answers a pipe gives by itself: to what is too large and to what is not text.
 */
import {
  CONNECTOME_ERROR,
  MAX_MESSAGE_BYTES,
  PARSE_ERROR,
  type RpcResponse,
} from '../protocol/index.ts';

export interface PipeConnection {
  readonly kind: 'ipc' | 'websocket' | 'socket';
  /** One JSON text to the client. */
  send(text: string): void;
  /** Bytes (or characters) sent that the client has not taken yet. */
  unsentBytes(): number;
}

export interface PipeEnd {
  /** One JSON text from the client, at most `MAX_MESSAGE_BYTES`. */
  receive(text: string): void;
  /** To be called when the client has taken what was sent: there is room for more. */
  drained(): void;
  close(): void;
}

export interface PipeDispatcher {
  connect(connection: PipeConnection): PipeEnd;
}

/** Stands for a dispatcher that is still being built: what comes early waits for it, in order. */
export function deferDispatcher(building: Promise<PipeDispatcher>): PipeDispatcher {
  // Whoever builds it reports a failure and ends the pipes; here it is only not yet there.
  const settled = building.then(
    (dispatcher) => dispatcher,
    () => undefined,
  );
  return {
    connect(connection) {
      const early: string[] = [];
      let end: PipeEnd | undefined;
      let isClosed = false;
      void settled.then((dispatcher) => {
        if (isClosed || dispatcher === undefined) return;
        end = dispatcher.connect(connection);
        for (const text of early.splice(0)) end.receive(text);
      });
      return {
        receive(text) {
          if (end === undefined) early.push(text);
          else end.receive(text);
        },
        drained: () => end?.drained(),
        close() {
          isClosed = true;
          end?.close();
        },
      };
    },
  };
}

/**
 * The brain holds events back from a client that does not read (see brain/rpc/connection.ts); what
 * is left to fill the memory are answers to requests. Above this many unsent bytes no more requests
 * are read from it until it has taken what waits.
 */
export const PAUSE_UNSENT_BYTES = 16 * 1024 * 1024;

/** One that had sent many requests before it was paused: above this its connection is closed. */
export const MAX_UNSENT_BYTES = 256 * 1024 * 1024;

export const tooLargeMessage = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: {
    code: CONNECTOME_ERROR,
    message: `A message may have at most ${MAX_MESSAGE_BYTES} bytes; send larger content with attachment.put.`,
    data: { code: 'too_large' },
  },
} satisfies RpcResponse);

export const notTextMessage = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: PARSE_ERROR, message: 'The message is not valid UTF-8.' },
} satisfies RpcResponse);

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of some bytes, or undefined when they are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    // A fatal decoder has no other way to say "not UTF-8".
    return undefined;
  }
}
