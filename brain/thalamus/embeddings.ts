/**
 * Texts to vectors, where a model for it can be reached.
 *
 * By itself only an Ollama on this machine is asked: an embedding sends what the owner wrote, so any
 * other server must be named in the settings.
 */
import type { Config } from '../../protocol/index.ts';
import type { Thalamus } from '../regions.ts';
import type { Logger } from '../shared/log.ts';
import { err, messageOf, ok, type Result } from '../shared/result.ts';
import { apis, type Registry } from './registry.ts';
import { type ConfiguredProvider, providersOf } from './targets.ts';

export type Embeddings = Pick<Thalamus, 'embedder' | 'embed'>;

/** No model in use has more numbers per vector. */
const MAX_DIMENSIONS = 8192;
/** How long it is believed which model there is, and that there is none. */
const BELIEVE_MS = 60_000;
const LIST_MS = 1_500;

export function createEmbeddings(deps: {
  readonly config: () => Config;
  readonly registry: Registry;
  readonly redact: (text: string) => string;
  readonly logger: Logger;
}): Embeddings {
  const { config, registry, logger } = deps;
  let known: { readonly key: string; readonly at: number; readonly name?: string } | undefined;

  async function firstOnThisMachine(): Promise<string | undefined> {
    for (const provider of providersOf(config()).values()) {
      const list = apis[provider.wire].embeddingModels;
      if (provider.reach !== 'loopback' || list === undefined) continue;
      try {
        const standing = await registry.standingOf(provider, '-');
        if (standing.kind !== 'ready') continue;
        const connection = await registry.connect(provider, AbortSignal.timeout(LIST_MS));
        const [model] = await list(connection);
        if (model !== undefined) return `${model}@${provider.name}`;
      } catch (thrown) {
        logger.debug('no list of embedding models', { reason: deps.redact(messageOf(thrown)) });
      }
    }
    return undefined;
  }

  return {
    async embedder() {
      const { providers, memory } = config();
      if (memory.embeddings === 'off') return undefined;
      if (memory.embeddings !== 'auto') {
        return placeOf(memory.embeddings, config()) === undefined ? undefined : memory.embeddings;
      }
      const key = JSON.stringify(providers);
      if (known?.key === key && performance.now() - known.at < BELIEVE_MS) return known.name;
      const name = await firstOnThisMachine();
      known = { key, at: performance.now(), ...(name === undefined ? {} : { name }) };
      return name;
    },

    async embed(embedder, texts, signal) {
      const place = placeOf(embedder, config());
      if (place === undefined) return err(`There is no embedding model "${embedder}".`);
      try {
        const connection = await registry.connect(place.provider, signal);
        const api = apis[place.provider.wire];
        if (api.embed === undefined) return err(`${place.provider.name} makes no embeddings.`);
        return unitVectors(await api.embed(place.model, texts, connection), texts.length);
      } catch (thrown) {
        // Whatever it was, it may be gone: look again before the next one.
        known = undefined;
        return err(deps.redact(messageOf(thrown)));
      }
    },
  };
}

function placeOf(
  embedder: string,
  config: Config,
): { readonly model: string; readonly provider: ConfiguredProvider } | undefined {
  const at = embedder.lastIndexOf('@');
  const provider = providersOf(config).get(embedder.slice(at + 1));
  return at < 1 || provider === undefined ? undefined : { model: embedder.slice(0, at), provider };
}

/** Checks what a server sent: as many vectors as texts, of one length, of real numbers. */
function unitVectors(
  vectors: readonly (readonly number[])[],
  count: number,
): Result<readonly Float32Array[]> {
  const dimensions = vectors[0]?.length ?? 0;
  if (vectors.length !== count || dimensions === 0 || dimensions > MAX_DIMENSIONS) {
    return err('The embedding model sent something else than one vector per text.');
  }
  const units: Float32Array[] = [];
  for (const vector of vectors) {
    const length = Math.hypot(...vector);
    if (vector.length !== dimensions || !Number.isFinite(length) || length === 0) {
      return err('The embedding model sent a vector that cannot be used.');
    }
    units.push(Float32Array.from(vector, (value) => value / length));
  }
  return ok(units);
}
