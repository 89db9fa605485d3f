/** From names (`model@provider`) to places that can be asked, and what is known about them. */
import type { Config, ModelPrices, ProviderConfig } from '../../protocol/index.ts';
import type { ModelTarget, WireFormat } from '../shared/model.ts';
import { err, ok, type Result } from '../shared/result.ts';
import { type Sentence, say } from '../shared/say.ts';
import { type Reach, reachOf } from './locality.ts';
import knownModels from './models.json' with { type: 'json' };
import type { ModelFacts } from './providers/provider.ts';

/** A provider of `config.json` with its address worked out. */
export interface ConfiguredProvider {
  readonly name: string;
  readonly config: ProviderConfig;
  readonly baseUrl: string;
  readonly wire: WireFormat;
  readonly reach: Reach;
  readonly local: boolean;
}

interface KnownModel {
  readonly prefix: string;
  /** Tokens. */
  readonly contextWindow: number;
  readonly maxOutputTokens: number;
  readonly prices?: ModelPrices;
  /** False where the model is known not to see. */
  readonly images?: boolean;
  /** False where the model is known to have no reasoning to return. */
  readonly reasoning?: boolean;
}
const models: readonly KnownModel[] = knownModels.models;

const defaultUrls: Readonly<Record<ProviderConfig['kind'], string>> = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com/v1',
  ollama: 'http://127.0.0.1:11434',
};

const FALLBACK_WINDOW = 32_000;
/** Without `contextWindow`, a local model is not offered more: memory grows with it. */
const LOCAL_WINDOW = 32_768;
const UNKNOWN_LOCAL_WINDOW = 8_192;
const FALLBACK_OUTPUT = 8_192;
/** Ollama must reserve the answer's room inside the window it loads the model with. */
const LOCAL_OUTPUT = 4_096;

export const reflexTarget: ModelTarget = {
  provider: 'reflex',
  kind: 'reflex',
  model: 'reflex',
  // It reads the last message only; nothing needs to be folded for it.
  contextWindow: 200_000,
  maxOutputTokens: 4_096,
  local: true,
};

export function configuredProvider(name: string, config: ProviderConfig): ConfiguredProvider {
  const given = (config.baseUrl ?? defaultUrls[config.kind]).replace(/\/+$/, '');
  // The SDK adds /v1 itself; many guides show the address with it.
  const baseUrl = config.kind === 'anthropic' ? given.replace(/\/v1$/, '') : given;
  const reach = reachOf(baseUrl);
  const wire = wireOf(config, baseUrl);
  return { name, config, baseUrl, wire, reach, local: reach !== 'remote' };
}

function wireOf({ kind, api }: ProviderConfig, baseUrl: string): WireFormat {
  if (kind !== 'openai') return kind;
  const responses = api === undefined ? isOpenAiOwn(baseUrl) : api === 'responses';
  return responses ? 'openai_responses' : 'openai';
}

/** OpenAI's own servers, its regional ones included, as against those that only speak like them. */
export function isOpenAiOwn(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  return /^(?:[a-z]{2}\.)?api\.openai\.com$/.test(new URL(baseUrl).hostname);
}

/** Worked out once for each reading of the settings: every message asks for them several times. */
const known = new WeakMap<Config['providers'], ReadonlyMap<string, ConfiguredProvider>>();

export function providersOf({ providers }: Config): ReadonlyMap<string, ConfiguredProvider> {
  const before = known.get(providers);
  if (before !== undefined) return before;
  const entries = Object.entries(providers);
  const made = new Map(entries.map(([name, one]) => [name, configuredProvider(name, one)]));
  known.set(providers, made);
  return made;
}

/** Each provider once; all in their order where the settings' cascade names none that exists. */
export function cascadeOf(config: Config): readonly ConfiguredProvider[] {
  const providers = providersOf(config);
  const named = [...new Set(config.cascade)]
    .map((name) => providers.get(name))
    .filter((provider) => provider !== undefined);
  return named.length > 0 ? named : [...providers.values()];
}

/** `facts` is what the server said about the model; `config.json` overrides everything. */
export function targetOf(
  provider: ConfiguredProvider,
  model: string,
  facts: ModelFacts = {},
): ModelTarget {
  const { config, local } = provider;
  const known = knownModel(model);
  const contextWindow = config.contextWindow ?? windowOf(config.kind, facts, known?.contextWindow);
  const usual = config.kind === 'ollama' ? LOCAL_OUTPUT : known?.maxOutputTokens;
  const output = config.maxOutputTokens ?? usual ?? FALLBACK_OUTPUT;
  return {
    provider: provider.name,
    kind: config.kind,
    model,
    contextWindow,
    maxOutputTokens: Math.max(1, Math.min(output, Math.floor(contextWindow / 4))),
    local,
  };
}

function windowOf(kind: ProviderConfig['kind'], facts: ModelFacts, known?: number): number {
  if (kind !== 'ollama') return facts.contextWindow ?? known ?? FALLBACK_WINDOW;
  return Math.min(facts.contextWindow ?? UNKNOWN_LOCAL_WINDOW, LOCAL_WINDOW);
}

/** What the dated table says about a model; `undefined` for one that it does not know. */
export function knownModel(model: string): KnownModel | undefined {
  const name = bareName(model);
  return models.find(({ prefix }) => name.startsWith(prefix));
}

/** Routers put the maker before the name: `anthropic/claude-...`. */
export function bareName(model: string): string {
  return model.slice(model.lastIndexOf('/') + 1).toLowerCase();
}

export interface Names {
  readonly config: Config;
  /** The models a provider's server was last seen to offer; empty when it was not asked. */
  readonly offered: (provider: string) => readonly string[];
}

export type Choice =
  | { readonly kind: 'reflex' }
  | { readonly kind: 'model'; readonly provider: ConfiguredProvider; readonly model: string };

/** Errors list what exists. `undefined` is the cascade's head. */
export function resolveChoice(choice: string | undefined, names: Names): Result<Choice, Sentence> {
  const providers = providersOf(names.config);
  const model = (provider: ConfiguredProvider, name: string): Result<Choice, Sentence> =>
    ok({ kind: 'model', provider, model: name === '' ? provider.config.model : name });

  const wanted = choice?.trim() ?? '';
  if (wanted === '') {
    const head = cascadeOf(names.config)[0];
    return head === undefined ? ok({ kind: 'reflex' }) : model(head, '');
  }
  if (wanted === 'reflex' || wanted === 'reflex@reflex') return ok({ kind: 'reflex' });

  const at = wanted.lastIndexOf('@');
  const named = at > 0 ? providers.get(wanted.slice(at + 1)) : undefined;
  if (named !== undefined) return model(named, wanted.slice(0, at));
  const whole = providers.get(wanted);
  if (whole !== undefined) return model(whole, '');

  const matches = [...providers.values()].flatMap((provider) => {
    const offered = [provider.config.model, ...names.offered(provider.name)];
    const found = offered.find((name) => name === wanted || name === `${wanted}:latest`);
    return found === undefined ? [] : [{ provider, name: found }];
  });
  const [only, ...others] = matches;
  if (only === undefined) return err(unknownChoice(wanted, at, providers, names));
  if (others.length === 0) return model(only.provider, only.name);
  const spelled = matches.map(({ provider, name }) => `${name}@${provider.name}`).join(', ');
  return err(say('model.several', { name: wanted, choices: spelled }));
}

function unknownChoice(
  wanted: string,
  at: number,
  providers: ReadonlyMap<string, ConfiguredProvider>,
  names: Names,
): Sentence {
  const existing = [...providers.values()].flatMap((provider) => {
    const models = new Set([provider.config.model, ...names.offered(provider.name)]);
    models.delete('');
    const shown = [...models].slice(0, 8).map((name) => `${name}@${provider.name}`);
    return shown.length === 0 ? [provider.name] : shown;
  });
  const choices = [...existing, 'reflex'].join(', ');
  return at > 0
    ? say('model.unknownProvider', { name: wanted.slice(at + 1), choices })
    : say('model.unknown', { name: wanted, choices });
}
