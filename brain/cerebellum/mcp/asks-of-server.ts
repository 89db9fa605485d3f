/** What a server asks while one of its tools is called: a form for its owner, or a word of his model. */
import { askForm } from './ask-form.ts';
import type { Caller } from './caller.ts';
import type { Hooks } from './connection.ts';
import { createSampling } from './sampling.ts';

export interface AsksOfServer {
  /** What the server asks until this is done is asked of this caller. */
  during<T>(caller: Caller, work: () => Promise<T>): Promise<T>;
  readonly elicit: Hooks['elicit'];
  readonly sample: NonNullable<Hooks['sample']>;
}

export function createAsksOfServer(server: string): AsksOfServer {
  const callers: Caller[] = [];
  const sampling = createSampling(server);
  // A server on a pipe does not say for which call it asks: it is the latest.
  const latest = (): Caller | undefined => callers.at(-1);

  return {
    async during(caller, work) {
      callers.push(caller);
      try {
        return await work();
      } finally {
        callers.splice(callers.indexOf(caller), 1);
      }
    },
    async elicit(text, schema) {
      const caller = latest();
      return caller === undefined ? { action: 'cancel' } : askForm(server, text, schema, caller);
    },
    async sample(params, signal) {
      const caller = latest();
      if (caller === undefined) {
        throw new Error('It may ask only while one of its tools is called.');
      }
      return caller.paused(() => sampling.answer(params, caller, signal));
    },
  };
}
