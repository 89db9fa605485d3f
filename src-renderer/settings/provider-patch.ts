/**
 * Changes of providers as a merge patch. All of them are named: where the file has none, the
 * built-in ones apply, and the first one that is written would end that for the others. Of the
 * others only what makes them what they are is named; the rest of the file's entry stays.
 */
import type { JsonObject } from '../../protocol/index.ts';
import { useSettings } from '../store/settings.ts';

export function providersWith(name: string, change: JsonObject): JsonObject {
  const providers = known();
  return { ...providers, [name]: { ...providers[name], ...change } };
}

export function providersWithout(name: string): JsonObject {
  return { ...known(), [name]: null };
}

function known(): Record<string, JsonObject> {
  const providers = Object.entries(useSettings.getState().config?.providers ?? {});
  return Object.fromEntries(
    providers.map(([name, { kind, model, apiKeyEnv }]) => [
      name,
      { kind, model, ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }) },
    ]),
  );
}
