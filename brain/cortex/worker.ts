/** The thread that keeps the index. Everything it does is in `keeper.ts`; this is its mouth and ear. */
import { parentPort, workerData } from 'node:worker_threads';
import { SCHEMA_VERSION } from './database.ts';
import { createKeeper } from './keeper.ts';
import type { FromWorker, ToWorker, WorkerData } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('this is the entry of a worker thread');

const data = workerData as WorkerData;
if (data.schemaVersion !== SCHEMA_VERSION) {
  throw new Error('the program was built anew while it ran; restart it');
}

const tell = (message: FromWorker): void => port.postMessage(message);
const log =
  (level: 'debug' | 'info' | 'warn' | 'error') =>
  (message: string, fields: object = {}): void =>
    tell({ type: 'log', level, message, fields });

const keeper = createKeeper({
  workspace: data.workspace,
  index: data.index,
  logger: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
  tell,
});

port.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'refresh':
      keeper.refresh(message);
      break;
    case 'lost':
      keeper.lost(message.generation, message.reason);
      break;
    case 'released':
      keeper.released();
      break;
    case 'close':
      // Without its ear nothing keeps the thread alive.
      void keeper.close().then(() => port.close());
      break;
  }
});
