/** The thread that keeps the vectors and compares them: a hundred thousand take some 50 ms. */
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../shared/result.ts';
import type { FromVectors, ToVectors, VectorWorkerData } from './messages.ts';
import { standsOut } from './standing-out.ts';
import { openVectors } from './vectors.ts';

const port = parentPort;
if (port === null) throw new Error('this is the entry of a worker thread');

const vectors = openVectors((workerData as VectorWorkerData).file);

function answer(message: Exclude<ToVectors, { type: 'close' }>): FromVectors {
  switch (message.type) {
    case 'missing':
      return { type: 'missing', hashes: vectors.missing(message.model, message.hashes) };
    case 'add':
      vectors.add(message.model, message.items);
      return { type: 'added' };
    case 'nearest': {
      const { model, vector, count } = message;
      const { found, spread } = vectors.nearest(model, vector, count);
      return {
        type: 'nearest',
        found: found.map(([hash, cosine]) => [hash, standsOut(cosine, spread)]),
      };
    }
    case 'sweep':
      return { type: 'swept', removed: vectors.sweep(message.model) };
  }
}

port.on('message', (message: ToVectors) => {
  if (message.type === 'close') {
    vectors.close();
    port.close();
    return;
  }
  try {
    port.postMessage(answer(message));
  } catch (thrown) {
    // A full disk, or a file that was torn under us: the search goes on by words.
    port.postMessage({ type: 'failed', reason: messageOf(thrown) } satisfies FromVectors);
  }
});
