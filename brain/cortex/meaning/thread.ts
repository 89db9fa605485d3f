/** The vectors' thread, as the main thread asks it: one answer per question, in order. */
import { Worker } from 'node:worker_threads';
import type { Logger } from '../../shared/log.ts';
import { messageOf } from '../../shared/result.ts';
import { workerFile } from '../worker-file.ts';
import type { FromVectors, ToVectors, VectorWorkerData } from './messages.ts';

export interface VectorThread {
  missing(model: string, hashes: readonly string[]): Promise<readonly string[]>;
  add(
    model: string,
    items: readonly { readonly hash: string; readonly vector: Float32Array }[],
  ): Promise<void>;
  nearest(
    model: string,
    vector: Float32Array,
    count: number,
  ): Promise<readonly (readonly [string, number])[]>;
  sweep(model: string): Promise<void>;
  close(): Promise<void>;
}

/** A thread that fails answers with nothing from then on: no vectors are missing, none are near. */
export function createVectorThread(file: string, logger: Logger): VectorThread {
  const data: VectorWorkerData = { file };
  // Flags that this process was started with are not meant for it.
  const options = { workerData: data, name: 'vectors', execArgv: [] };
  const worker = new Worker(workerFile('vectors'), options);
  const waiting: ((answer: FromVectors | undefined) => void)[] = [];
  const ended = Promise.withResolvers<void>();
  let gone = false;

  worker.on('message', (message: FromVectors) => {
    if (message.type === 'failed') {
      logger.warn('the vectors cannot be used', { reason: message.reason });
    }
    waiting.shift()?.(message);
  });
  worker.on('error', (thrown) => {
    logger.error('the thread of the vectors failed', { reason: messageOf(thrown) });
  });
  worker.on('exit', () => {
    gone = true;
    for (const answer of waiting.splice(0)) answer(undefined);
    ended.resolve();
  });
  // Nobody has to wait for it at the end of the program.
  worker.unref();

  function ask(message: ToVectors): Promise<FromVectors | undefined> {
    if (gone) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      waiting.push(resolve);
      worker.postMessage(message);
    });
  }

  return {
    async missing(model, hashes) {
      const answer = await ask({ type: 'missing', model, hashes });
      return answer?.type === 'missing' ? answer.hashes : [];
    },
    async add(model, items) {
      await ask({ type: 'add', model, items });
    },
    async nearest(model, vector, count) {
      const answer = await ask({ type: 'nearest', model, vector, count });
      return answer?.type === 'nearest' ? answer.found : [];
    },
    async sweep(model) {
      await ask({ type: 'sweep', model });
    },
    async close() {
      if (gone) return;
      worker.postMessage({ type: 'close' } satisfies ToVectors);
      await ended.promise;
    },
  };
}
