/** What an answer costs: the owner's prices, the server's own list, the dated table, or unknown. */
import type { ModelPrices, Usage } from '../../protocol/index.ts';
import { noUsage, type StreamChunk, type WireReader } from '../shared/model.ts';
import { bareName, type ConfiguredProvider, knownModel } from './targets.ts';

/** `undefined`: nothing is known, so no cost is shown. */
export function pricesOf(
  provider: ConfiguredProvider,
  model: string,
  listed?: ModelPrices,
): ModelPrices | undefined {
  const own = provider.config.prices;
  if (own !== undefined) {
    const names = Object.keys(own).filter(
      (name) => namesModel(name, model) || namesModel(name, bareName(model)),
    );
    const [best] = names.sort((a, b) => closeness(b) - closeness(a));
    if (best !== undefined) return own[best];
  }
  if (listed !== undefined) return listed;
  // Electricity is not in the table.
  return provider.local ? undefined : listPrices(model);
}

/** The table's prices are by family; a sister that it does not name costs something else. */
function listPrices(model: string): ModelPrices | undefined {
  const known = knownModel(model);
  const rest = bareName(model).slice(known?.prefix.length ?? 0);
  return /-(?:mini|nano|pro)\b/.test(rest) ? undefined : known?.prices;
}

export const free: ModelPrices = { input: 0, output: 0 };

/** The same for an account: a local model without prices is free, not unknown. */
export function chargesOf(
  provider: ConfiguredProvider,
  model: string,
  listed?: ModelPrices,
): ModelPrices | undefined {
  return pricesOf(provider, model, listed) ?? (provider.local ? free : undefined);
}

/** A dated edition of a model costs what the model costs. */
const edition = /^[-@](?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/;

/** `gpt-5.2` is that model and its dated editions, never `gpt-5.2-mini`; `gpt-5*` is all that begin so. */
function namesModel(name: string, model: string): boolean {
  if (name.endsWith('*')) return model.startsWith(name.slice(0, -1));
  return model === name || (model.startsWith(name) && edition.test(model.slice(name.length)));
}

/** A name says more than a beginning, and a longer beginning more than a shorter one. */
function closeness(name: string): number {
  return name.endsWith('*') ? name.length - 1 : Number.POSITIVE_INFINITY;
}

/** US dollars. */
export function costOf(usage: Usage, prices: ModelPrices): number {
  const { input, output, cacheRead = input, cacheWrite = input } = prices;
  const millionths =
    usage.inputTokens * input +
    usage.outputTokens * output +
    usage.cacheReadTokens * cacheRead +
    usage.cacheWriteTokens * cacheWrite;
  return Number((millionths / 1_000_000).toFixed(9));
}

/** A reader whose figures carry the cost so far, unless the server itself told it. */
export function withCost(inner: WireReader, prices: ModelPrices | undefined): WireReader {
  if (prices === undefined) return inner;
  let usage: Usage = noUsage;
  const price = (chunk: StreamChunk): StreamChunk => {
    if (chunk.type !== 'usage') return chunk;
    usage = { ...usage, ...chunk.usage };
    const costUsd = chunk.usage.costUsd ?? costOf(usage, prices);
    return { type: 'usage', usage: { ...chunk.usage, costUsd } };
  };
  return {
    read: (event) => inner.read(event).map(price),
    isComplete: () => inner.isComplete(),
    end: () => inner.end().map(price),
  };
}
