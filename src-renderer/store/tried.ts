import { RpcError } from '../transport/client.ts';
import { notify } from './ui.ts';

/** What the work gives; undefined where the brain refuses, which is shown for a moment in its own words. */
export async function tried<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    notify(error.message, 'bad');
    return undefined;
  }
}

/** Whether it was done; shows a refusal like `tried`. */
export async function isDone(work: () => Promise<unknown>): Promise<boolean> {
  return (await tried(() => work().then(() => true))) ?? false;
}
