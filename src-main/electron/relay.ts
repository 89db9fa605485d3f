/** Puts the windows of this app on a brain that lives in another process (a running `serve`). */
import { createConnection } from 'node:net';
import { createLineReader, MAX_ANSWER_BYTES } from '../lines.ts';
import { PAUSE_UNSENT_BYTES, type PipeDispatcher } from '../pipes.ts';

/** Every window gets a connection of its own. `onLost` is called when the other brain has gone. */
export function createRelay(socketPath: string, onLost: () => void): PipeDispatcher {
  return {
    connect(connection) {
      const socket = createConnection(socketPath);
      let isClosed = false;
      const read = createLineReader(MAX_ANSWER_BYTES, {
        onLine(text) {
          connection.send(text);
          // The other brain sees that this window does not read, and holds its events back.
          if (connection.unsentBytes() > PAUSE_UNSENT_BYTES) socket.pause();
        },
        onTooLarge: () => socket.destroy(),
        onNotText: () => socket.destroy(),
      });
      socket.on('data', read);
      // 'close' follows every error.
      socket.on('error', () => {});
      socket.once('close', () => {
        if (!isClosed) onLost();
      });
      return {
        receive: (text) => {
          socket.write(`${text}\n`);
        },
        drained: () => void socket.resume(),
        close() {
          isClosed = true;
          socket.end();
        },
      };
    },
  };
}
