/** The WebSocket `/rpc`: text messages between a client that has logged in and the dispatcher. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { MAX_MESSAGE_BYTES } from '../../protocol/index.ts';
import {
  decodeUtf8,
  MAX_UNSENT_BYTES,
  notTextMessage,
  PAUSE_UNSENT_BYTES,
  type PipeDispatcher,
} from '../pipes.ts';

const PING_MS = 30_000;
/** A client that is busy taking a large message answers no ping in between: five minutes. */
const SILENT_PINGS_WHILE_SENDING = 10;
/** Close codes of RFC 6455. */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

export interface RpcSockets {
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    subprotocol: string | undefined,
  ): void;
  /** The key that opened these connections is no longer good. */
  closeAll(): void;
  close(): void;
}

export function createRpcSockets(dispatcher: PipeDispatcher): RpcSockets {
  const chosen = new WeakMap<IncomingMessage, string>();
  const server = new WebSocketServer({
    noServer: true,
    // A larger message ends the connection with 1009.
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    // We check the text ourselves: bad UTF-8 gets an answer, not a broken connection.
    skipUTF8Validation: true,
    handleProtocols: (_offered, request) => chosen.get(request) ?? false,
  });
  /** Pings that were not answered, in a row. */
  const silent = new WeakMap<WebSocket, number>();

  function serve(socket: WebSocket, wire: Duplex): void {
    const send = (text: string): void => {
      if (socket.readyState !== socket.OPEN) return;
      // What waits counts, not what comes: one message of any size may pass.
      if (socket.bufferedAmount > MAX_UNSENT_BYTES) {
        socket.terminate();
        return;
      }
      socket.send(text);
      if (socket.bufferedAmount > PAUSE_UNSENT_BYTES) socket.pause();
    };
    const unsentBytes = (): number => socket.bufferedAmount;
    const end = dispatcher.connect({ kind: 'websocket', send, unsentBytes });
    wire.on('drain', () => {
      socket.resume();
      end.drained();
    });
    silent.set(socket, 0);
    socket.on('pong', () => silent.set(socket, 0));
    socket.on('message', (data) => {
      const bytes = Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data);
      const text = decodeUtf8(bytes);
      if (text === undefined) send(notTextMessage);
      else end.receive(text);
    });
    // Too large, or broken frames: ws closes the connection with the right code; 'close' follows.
    socket.on('error', () => {});
    socket.once('close', () => end.close());
  }

  // Finds connections that died without a word (a laptop that slept, a lost network).
  const pings = setInterval(() => {
    for (const socket of server.clients) {
      const unanswered = silent.get(socket) ?? 0;
      const patience = socket.bufferedAmount > 0 ? SILENT_PINGS_WHILE_SENDING : 1;
      if (unanswered >= patience) socket.terminate();
      else {
        silent.set(socket, unanswered + 1);
        socket.ping();
      }
    }
  }, PING_MS);
  pings.unref();

  return {
    accept(request, socket, head, subprotocol) {
      if (subprotocol !== undefined) chosen.set(request, subprotocol);
      server.handleUpgrade(request, socket, head, (opened) => serve(opened, socket));
    },
    closeAll() {
      for (const socket of server.clients) socket.close(POLICY_VIOLATION, 'gateway.token changed');
    },
    close() {
      clearInterval(pings);
      for (const socket of server.clients) {
        socket.close(GOING_AWAY);
        socket.terminate();
      }
      server.close();
    },
  };
}
