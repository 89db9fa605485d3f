import type { JsonObject } from '../../protocol/index.ts';
import { updateSettings } from '../store/settings.ts';
import { notify } from '../store/ui.ts';
import { RpcError } from '../transport/client.ts';

/** Saves a change; a refusal is told in the brain's own words. Returns whether it was taken. */
export async function save(patch: JsonObject): Promise<boolean> {
  return tried(() => updateSettings(patch));
}

export async function tried(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    notify(error.message, 'bad');
    return false;
  }
}
