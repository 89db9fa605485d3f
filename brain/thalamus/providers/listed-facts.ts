/** What compatible servers say about a model in their list beside its name, each in its own words. */
import { hasUnseen } from '../../shared/invisible-characters.ts';
import type { ModelFacts } from './provider.ts';

type Entry = Readonly<Record<string, unknown>>;

const windowNames = ['context_length', 'max_model_len', 'context_window', 'max_context_length'];

/** Longer lists are longer than anybody reads, and no maker's names are as long. */
const MOST_MODELS = 2_000;
const LONGEST_NAME = 200;

/** The names that a server's list gives, whatever it has in their places. */
export function modelNames(listed: readonly unknown[]): readonly string[] {
  const names = listed.filter(
    (name): name is string =>
      typeof name === 'string' &&
      name.trim() !== '' &&
      name.length <= LONGEST_NAME &&
      !hasUnseen(name),
  );
  return [...new Set(names)].slice(0, MOST_MODELS);
}

export function listedFacts(value: unknown): ModelFacts {
  if (!isEntry(value)) return {};
  const window = windowNames.map((name) => value[name]).find(isCount);
  const prices = pricesIn(value.pricing);
  return {
    ...(window === undefined ? {} : { contextWindow: window }),
    ...(prices === undefined ? {} : { prices }),
    ...(isBlind(value.architecture) ? { images: false } : {}),
  };
}

/** Routers list what goes in. */
function isBlind(architecture: unknown): boolean {
  if (!isEntry(architecture) || !Array.isArray(architecture.input_modalities)) return false;
  return !architecture.input_modalities.includes('image');
}

/** US dollars that no token costs. */
const MOST_PER_TOKEN = 0.01;

/** Routers give dollars per token, as text. */
function pricesIn(pricing: unknown): ModelFacts['prices'] {
  if (!isEntry(pricing)) return undefined;
  const input = perMillion(pricing.prompt);
  const output = perMillion(pricing.completion);
  if (input === undefined || output === undefined) return undefined;
  const cacheRead = perMillion(pricing.input_cache_read);
  const cacheWrite = perMillion(pricing.input_cache_write);
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}

function perMillion(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const price = Number(value);
  // Routers say -1 for "depends on where it goes".
  if (value === '' || !(price >= 0 && price <= MOST_PER_TOKEN)) return undefined;
  return Number((price * 1_000_000).toFixed(6));
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null;
}
