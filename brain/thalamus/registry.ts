/** What thalamus knows about each provider between requests: keys, models, circuit, reachability. */
import type { ProviderInfo } from '../../protocol/index.ts';
import type { Host } from '../shared/host.ts';
import type { Logger } from '../shared/log.ts';
import type { WireFormat } from '../shared/model.ts';
import { messageOf } from '../shared/result.ts';
import { type Sentence, say, spoken } from '../shared/say.ts';
import type { Standing } from './cascade.ts';
import type { Circuit } from './circuit.ts';
import { nothingAnswers } from './failures.ts';
import type { HttpClient } from './http.ts';
import { isOllamaCloud, type Probe } from './locality.ts';
import { anthropicApi } from './providers/anthropic.ts';
import { modelNames } from './providers/listed-facts.ts';
import { ollamaApi } from './providers/ollama.ts';
import { openaiApi } from './providers/openai.ts';
import { openaiResponsesApi } from './providers/openai-responses.ts';
import type { Connection, ModelFacts, ProviderApi } from './providers/provider.ts';
import type { ConfiguredProvider } from './targets.ts';

export const apis: Readonly<Record<WireFormat, ProviderApi>> = {
  anthropic: anthropicApi,
  openai: openaiApi,
  openai_responses: openaiResponsesApi,
  ollama: ollamaApi,
};

export interface Key {
  readonly value: string | undefined;
  readonly source: ProviderInfo['keySource'];
}

export interface RegistryDeps {
  readonly host: Pick<Host, 'isOnline' | 'readEnvironment'>;
  readonly secrets: { get(name: string): Promise<string | undefined> };
  readonly onKey: (name: string, value: string) => void;
  readonly http: HttpClient;
  readonly probe: Probe;
  readonly circuit: Circuit;
  readonly logger: Logger;
}

export interface Registry {
  keyOf(provider: ConfiguredProvider): Promise<Key>;
  standingOf(provider: ConfiguredProvider, model: string): Promise<Standing>;
  /** The configured model, or the first that the server lists where none is configured. */
  modelOf(provider: ConfiguredProvider, wanted: string): Promise<string>;
  factsOf(provider: ConfiguredProvider, model: string, stop: AbortSignal): Promise<ModelFacts>;
  /** What `factsOf` found before. */
  knownFacts(provider: ConfiguredProvider, model: string): ModelFacts;
  connect(
    provider: ConfiguredProvider,
    signal: AbortSignal,
    onBytes?: () => void,
  ): Promise<Connection>;
  /** Asks the server for its models; throws what the request throws. */
  fetchModels(provider: ConfiguredProvider, signal: AbortSignal): Promise<readonly string[]>;
  /** The models last seen; asks loopback servers again when that was long ago. */
  models(provider: ConfiguredProvider): Promise<readonly string[]>;
  offered(provider: string): readonly string[];
  /** The server has told its models, if only that it has none. */
  hasTold(provider: string): boolean;
  misconfigured(provider: string, message: Sentence): void;
  /** The provider works, or its settings changed. */
  clear(provider: string): void;
  /** Keys and everything learned are read anew. */
  forget(provider: string): void;
}

/** A model's facts are worth this wait once, before its first answer. */
const FACTS_MS = 3_000;
const ASK_AGAIN_MS = 60_000;
const LIST_FRESH_MS = 10_000;
const LOOPBACK_LIST_MS = 1_500;

export function createRegistry(deps: RegistryDeps): Registry {
  const keys = new Map<string, Promise<Key>>();
  const broken = new Map<string, Sentence>();
  const lists = new Map<string, { readonly at: number; readonly names: readonly string[] }>();
  const facts = new Map<string, ModelFacts>();
  /** When a model's facts could not be had: many servers have no list. */
  const withoutFacts = new Map<string, number>();

  async function readKey({ name, config, reach }: ConfiguredProvider): Promise<Key> {
    const { apiKeyEnv } = config;
    const fromEnvironment =
      apiKeyEnv === undefined ? undefined : deps.host.readEnvironment(apiKeyEnv)?.trim();
    if (fromEnvironment) {
      deps.onKey(apiKeyEnv ?? name, fromEnvironment);
      return { value: fromEnvironment, source: 'environment' };
    }
    const stored = await storedKey(name);
    if (stored) {
      deps.onKey(name, stored);
      return { value: stored, source: 'secrets' };
    }
    const ownHeader = Object.keys(config.headers ?? {}).some((header) =>
      /^(?:authorization|x-api-key|api-key)$/i.test(header),
    );
    const keyless =
      ownHeader ||
      reach !== 'remote' ||
      (config.kind === 'ollama' && !isOllamaCloud(config.baseUrl));
    return { value: undefined, source: keyless ? 'not_needed' : 'none' };
  }

  /** A key store that cannot be read must not take the providers that need no key with it. */
  async function storedKey(name: string): Promise<string | undefined> {
    try {
      return await deps.secrets.get(name);
    } catch (thrown) {
      deps.logger.warn('the key store cannot be read', { name, reason: messageOf(thrown) });
      return undefined;
    }
  }

  const registry: Registry = {
    keyOf(provider) {
      const known = keys.get(provider.name);
      if (known !== undefined) return known;
      const key = readKey(provider);
      keys.set(provider.name, key);
      // A missing key may be set at any time.
      void key.then(({ source }) => {
        if (source === 'none' && keys.get(provider.name) === key) keys.delete(provider.name);
      });
      return key;
    },

    async standingOf(provider, model) {
      const { name, baseUrl, reach, config } = provider;
      const unusable = (
        state: Extract<Standing, { kind: 'unusable' }>['state'],
        message: Sentence,
      ): Standing => ({ kind: 'unusable', state, ...spoken({ message }) });

      if (reach === 'loopback' && !(await deps.probe.accepts(baseUrl))) {
        return unusable('offline', nothingAnswers({ kind: config.kind, place: baseUrl }));
      }
      const key = await registry.keyOf(provider);
      if (key.source === 'none') return unusable('no_key', noKey(provider));
      if (!canBeSent(key)) return unusable('misconfigured', badKey(provider));
      const problem = broken.get(name);
      if (problem !== undefined) return unusable('misconfigured', problem);
      if (reach === 'remote' && !deps.host.isOnline()) {
        const message = say('provider.machineOffline', { provider: name });
        return { kind: 'offline', ...spoken({ message }) };
      }
      if ((await registry.modelOf(provider, model)) === '') {
        return unusable('no_model', noModel(provider));
      }
      const cooling = deps.circuit.cooling(name);
      if (cooling !== undefined) {
        const { until, reason } = cooling;
        return { kind: 'cooling', until, ...spoken({ message: reason }) };
      }
      return { kind: 'ready' };
    },

    async modelOf(provider, wanted) {
      if (wanted !== '' || provider.config.kind !== 'ollama') return wanted;
      const names = await registry.models(provider);
      return names[0] ?? '';
    },

    async factsOf(provider, model, stop) {
      const api = apis[provider.wire];
      const key = `${model}@${provider.name}`;
      const known = facts.get(key);
      if (known !== undefined || api.facts === undefined) return known ?? {};
      const failedAt = withoutFacts.get(key);
      if (failedAt !== undefined && performance.now() - failedAt < ASK_AGAIN_MS) return {};
      try {
        const signal = AbortSignal.any([AbortSignal.timeout(FACTS_MS), stop]);
        const found = await api.facts(model, await registry.connect(provider, signal));
        facts.set(key, found);
        return found;
      } catch (thrown) {
        // Ollama always knows, once the model is there; others may have no list at all.
        if (provider.wire !== 'ollama' && !stop.aborted) withoutFacts.set(key, performance.now());
        // The request itself will say what is wrong; without facts it goes with careful defaults.
        deps.logger.debug('model facts not available', { model: key, reason: messageOf(thrown) });
        return {};
      }
    },

    knownFacts: ({ name }, model) => facts.get(`${model}@${name}`) ?? {},

    async connect(provider, signal, onBytes) {
      const { value } = await registry.keyOf(provider);
      const watcher = onBytes === undefined ? { signal } : { signal, onBytes };
      return {
        provider: provider.name,
        baseUrl: provider.baseUrl,
        apiKey: value,
        headers: provider.config.headers ?? {},
        fetch: deps.http.watched(watcher),
        signal,
      };
    },

    async fetchModels(provider, signal) {
      const api = apis[provider.wire];
      const names = modelNames(await api.models(await registry.connect(provider, signal)));
      lists.set(provider.name, { at: performance.now(), names });
      return names;
    },

    async models(provider) {
      const known = lists.get(provider.name);
      if (provider.reach !== 'loopback' && provider.config.kind !== 'ollama') {
        return known?.names ?? [];
      }
      if (known !== undefined && performance.now() - known.at < LIST_FRESH_MS) return known.names;
      if (provider.reach === 'loopback' && !(await deps.probe.accepts(provider.baseUrl))) return [];
      if (provider.reach === 'remote' && !deps.host.isOnline()) return known?.names ?? [];
      try {
        return await registry.fetchModels(provider, AbortSignal.timeout(LOOPBACK_LIST_MS));
      } catch (thrown) {
        const reason = messageOf(thrown);
        deps.logger.debug('model list not available', { provider: provider.name, reason });
        return known?.names ?? [];
      }
    },

    hasTold: (provider) => lists.has(provider),

    offered: (provider) => lists.get(provider)?.names ?? [],

    misconfigured(provider, message) {
      broken.set(provider, message);
    },

    clear(provider) {
      broken.delete(provider);
    },

    forget(provider) {
      broken.delete(provider);
      keys.delete(provider);
      lists.delete(provider);
      withoutFacts.clear();
      for (const name of facts.keys()) if (name.endsWith(`@${provider}`)) facts.delete(name);
    },
  };
  return registry;
}

/** Where a provider's key belongs, for messages. */
export function keyHint({ name: provider, config }: ConfiguredProvider): Sentence {
  const { apiKeyEnv: variable } = config;
  return variable === undefined
    ? say('provider.keyStored', { provider })
    : say('provider.keyStoredOr', { provider, variable });
}

export const noKey = (provider: ConfiguredProvider): Sentence =>
  say('provider.noKey', { provider: provider.name, where: keyHint(provider) });

/** Copied out of a text: curly quotes, a character without width, two lines. */
export const canBeSent = ({ value = '' }: Key): boolean => /^[\x20-\x7e\xa0-\xff]*$/.test(value);

export const badKey = (provider: ConfiguredProvider): Sentence =>
  say('provider.badKey', { provider: provider.name, where: keyHint(provider) });

function noModel(provider: ConfiguredProvider): Sentence {
  return provider.config.kind === 'ollama'
    ? say('provider.ollamaEmpty')
    : say('provider.noModelSet', { provider: provider.name });
}
