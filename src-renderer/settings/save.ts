import type { JsonObject } from '../../protocol/index.ts';
import { updateSettings } from '../store/settings.ts';
import { isDone } from '../store/tried.ts';

/** Saves a change; a refusal is told in the brain's own words. Returns whether it was taken. */
export function save(patch: JsonObject): Promise<boolean> {
  return isDone(() => updateSettings(patch));
}
