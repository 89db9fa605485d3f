/**
 * The brain's socket: one JSON object per line, for the command line and other programs of the
 * owner. Only the owner can open it (mode 0600); there is no further login.
 */
import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { codeOf } from '../brain/shared/result.ts';
import { MAX_MESSAGE_BYTES } from '../protocol/index.ts';
import { createLineReader } from './lines.ts';
import {
  MAX_UNSENT_BYTES,
  notTextMessage,
  PAUSE_UNSENT_BYTES,
  type PipeDispatcher,
  type PipeEnd,
  tooLargeMessage,
} from './pipes.ts';
import { prepareSocketFolder } from './socket-path.ts';

const PROBE_TIMEOUT_MS = 2000;

export interface SocketServer {
  readonly path: string;
  close(): Promise<void>;
}

function serve(socket: Socket, dispatcher: PipeDispatcher): void {
  const send = (text: string): void => {
    if (socket.destroyed) return;
    // What waits counts, not what comes: one message of any size may pass.
    if (socket.writableLength > MAX_UNSENT_BYTES) {
      socket.destroy();
      return;
    }
    socket.write(`${text}\n`);
    if (socket.writableLength > PAUSE_UNSENT_BYTES) socket.pause();
  };
  const unsentBytes = (): number => socket.writableLength;
  const end: PipeEnd = dispatcher.connect({ kind: 'socket', send, unsentBytes });
  socket.on('drain', () => {
    socket.resume();
    end.drained();
  });
  const read = createLineReader(MAX_MESSAGE_BYTES, {
    onLine: (text) => end.receive(text),
    onTooLarge: () => send(tooLargeMessage),
    onNotText: () => send(notTextMessage),
  });
  socket.on('data', read);
  socket.once('close', () => end.close());
}

/**
 * Listens at `path`. Connections are accepted at once, so that other starters see who holds the
 * home; a brain that is still starting is passed as `deferDispatcher`. The caller holds the home's
 * lock, so a file left at `path` is nobody's and is removed.
 */
export async function listenOnSocket(
  path: string,
  dispatcher: PipeDispatcher,
): Promise<SocketServer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // A client that vanishes is an ordinary end; 'close' follows.
    socket.on('error', () => {});
    serve(socket, dispatcher);
  });

  const isFile = process.platform !== 'win32';
  if (isFile) {
    prepareSocketFolder(path);
    rmSync(path, { force: true });
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Binding happens inside `listen`; the file is never there with a wider mode.
    const umask = process.umask(0o177);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(umask);
    }
  });
  if (isFile) chmodSync(path, 0o600);

  return {
    path,
    async close() {
      for (const socket of open) socket.destroy();
      // Node removes the socket's file when the server closes.
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export interface Answered {
  readonly socket: Socket;
  readonly path: string;
}

/** Connects to the first of `paths` where somebody answers; undefined when nobody does. */
export async function connectToSocket(paths: readonly string[]): Promise<Answered | undefined> {
  for (const path of paths) {
    const socket = await tryConnect(path);
    if (socket !== undefined) return { socket, path };
  }
  return undefined;
}

function tryConnect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    const timer = setTimeout(() => {
      socket.destroy();
      resolve(undefined);
    }, PROBE_TIMEOUT_MS);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(timer);
      const code = codeOf(error);
      // No file, a file nobody listens at, or a plain file: nobody answers. Anything else
      // (no permission) must be told.
      if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTSOCK') resolve(undefined);
      else reject(new Error(`${path}: ${error.message}`, { cause: error }));
    });
  });
}
