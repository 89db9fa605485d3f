/** What the owner is told about the providers: the list for the window, and a real test. */
import type { Config, ProviderInfo } from '../../protocol/index.ts';
import type { Thalamus } from '../regions.ts';
import type { Logger } from '../shared/log.ts';
import { messageOf } from '../shared/result.ts';
import {
  joined,
  type Sentence,
  say,
  sayCount,
  sentenceOf,
  spoken,
  withEach,
} from '../shared/say.ts';
import type { Clock } from '../shared/time.ts';
import { isoLocal } from '../shared/time.ts';
import type { Standing } from './cascade.ts';
import { problemOf } from './failures.ts';
import type { Health } from './health.ts';
import { HttpError } from './http.ts';
import { isOllamaCloud } from './locality.ts';
import { apis, badKey, canBeSent, keyHint, noKey, type Registry } from './registry.ts';
import { type ConfiguredProvider, providersOf } from './targets.ts';

export interface InspectDeps {
  readonly config: () => Config;
  readonly registry: Registry;
  readonly health: Health;
  readonly probeAgain: (provider: string) => void;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly logger: Logger;
}

const TEST_MS = 15_000;

const reflexInfo: ProviderInfo = {
  name: 'reflex',
  kind: 'reflex',
  model: 'reflex',
  models: ['reflex'],
  local: true,
  state: 'ready',
  ...spoken({ message: say('provider.reflex') }),
  keySource: 'not_needed',
};

/** Quick: asks loopback servers only. */
export async function listProviders(deps: InspectDeps): Promise<readonly ProviderInfo[]> {
  const providers = [...providersOf(deps.config()).values()];
  const infos = await Promise.all(providers.map((one) => infoOf(deps, one)));
  const ready = infos.find(({ state }) => state === 'ready');
  // Who asks for the list is about to write a message: the SDK is loaded while they type.
  const next = providers.find(({ name }) => name === ready?.name);
  if (next !== undefined) warmUp(deps, next);
  return [...infos, reflexInfo];
}

function warmUp(deps: InspectDeps, { name, wire }: ConfiguredProvider): void {
  apis[wire].load().catch((thrown: unknown) => {
    deps.logger.error('the SDK of a provider cannot be loaded', {
      provider: name,
      reason: messageOf(thrown),
    });
  });
}

async function infoOf(deps: InspectDeps, provider: ConfiguredProvider): Promise<ProviderInfo> {
  const { registry } = deps;
  const { name, config, local } = provider;
  const [standing, offered, key] = await Promise.all([
    registry.standingOf(provider, config.model),
    registry.models(provider),
    registry.keyOf(provider),
  ]);
  const model = await registry.modelOf(provider, config.model);
  const missing = missingModel(deps, provider, standing, offered);
  const own = missing === undefined ? [model] : [];
  const models = [...new Set([...own, ...offered])].filter((one) => one !== '');
  return {
    name,
    kind: config.kind,
    model,
    models,
    local,
    ...(missing ?? stateOf(standing, provider, model)),
    keySource: key.source,
  };
}

/** Where Ollama has told its models and the configured one is none of them. */
function missingModel(
  { registry }: InspectDeps,
  { name, config, baseUrl }: ConfiguredProvider,
  standing: Standing,
  offered: readonly string[],
): Pick<ProviderInfo, 'state' | 'message' | 'said' | 'missingModel'> | undefined {
  const { kind, model } = config;
  const isTold = kind === 'ollama' && model !== '' && registry.hasTold(name);
  if (!isTold || standing.kind !== 'ready' || isOllamaCloud(baseUrl)) return undefined;
  if (offered.some((one) => isSameModel(one, model))) return undefined;
  const message = say('provider.ollamaLacksYet', { model });
  return { state: 'no_model', ...spoken({ message }), missingModel: model };
}

/** Ollama's names mean the tag "latest" where they name none, and ignore case. */
function isSameModel(one: string, other: string): boolean {
  const whole = (name: string): string =>
    (/:[^/]*$/.test(name) ? name : `${name}:latest`).toLowerCase();
  return whole(one) === whole(other);
}

function stateOf(
  standing: Standing,
  provider: ConfiguredProvider,
  model: string,
): Pick<ProviderInfo, 'state' | 'message' | 'said' | 'until'> {
  if (standing.kind === 'ready') {
    const code = provider.local ? 'provider.readyLocal' : 'provider.ready';
    return { state: 'ready', ...spoken({ message: say(code, { model }) }) };
  }
  const { message, said } = standing;
  switch (standing.kind) {
    case 'cooling':
      return { state: 'cooling', message, said, until: isoLocal(standing.until) };
    case 'offline':
      return { state: 'offline', message, said };
    case 'unusable':
      return { state: standing.state, message, said };
  }
}

type TestResult = Awaited<ReturnType<Thalamus['test']>>;

/** A real, cheap request (the list of models); success ends "misconfigured" and "cooling". */
export async function testProvider(deps: InspectDeps, name: string): Promise<TestResult> {
  const startedAt = performance.now();
  const result = await runTest(deps, name);
  return {
    ...result,
    ...spoken({ message: withEach(sentenceOf(result, 'message'), deps.redact) }),
    ms: Math.round(performance.now() - startedAt),
  };
}

async function runTest(deps: InspectDeps, name: string): Promise<Omit<TestResult, 'ms'>> {
  if (name === 'reflex') {
    return { ok: true, ...spoken({ message: say('provider.reflex') }), models: ['reflex'] };
  }
  const providers = providersOf(deps.config());
  const provider = providers.get(name);
  if (provider === undefined) {
    const known = providers.size === 0 ? say('provider.none') : [...providers.keys()].join(', ');
    return failed(say('provider.unknown', { name, known }));
  }
  deps.probeAgain(name);
  deps.registry.forget(name);
  const key = await deps.registry.keyOf(provider);
  if (key.source === 'none') {
    return failed(noKey(provider));
  }
  if (!canBeSent(key)) return failed(badKey(provider));
  try {
    const models = await deps.registry.fetchModels(provider, AbortSignal.timeout(TEST_MS));
    return verdict(deps, provider, models);
  } catch (thrown) {
    return failedTest(deps, provider, thrown);
  }
}

const failed = (message: Sentence): Omit<TestResult, 'ms'> => ({
  ok: false,
  ...spoken({ message }),
  models: [],
});

function verdict(
  deps: InspectDeps,
  provider: ConfiguredProvider,
  models: readonly string[],
): Omit<TestResult, 'ms'> {
  const { name, config } = provider;
  deps.health.succeeded(name);
  const wanted = config.model;
  const found = models.some((model) => isSameModel(model, wanted));
  if (config.kind === 'ollama' && (wanted === '' ? models.length === 0 : !found)) {
    const message =
      wanted === '' ? say('provider.testEmpty') : say('provider.testLacks', { model: wanted });
    return { ok: false, ...spoken({ message }), models: [...models] };
  }
  // Aliases of hosted models are not always listed, so a missing one is only mentioned.
  const works = sayCount('provider.works', models.length, { provider: name });
  const missing = wanted === '' || found ? [] : [say('provider.notListed', { model: wanted })];
  return { ok: true, ...spoken({ message: joined([works, ...missing]) }), models: [...models] };
}

function failedTest(
  deps: InspectDeps,
  provider: ConfiguredProvider,
  thrown: unknown,
): Omit<TestResult, 'ms'> {
  const { name, config, baseUrl } = provider;
  const place = {
    provider: name,
    kind: config.kind,
    model: config.model,
    baseUrl,
    keyHint: keyHint(provider),
  };
  const status = statusOf(thrown);
  if (status === 404 || status === 405 || status === 501) {
    return failed(say('provider.noList', { provider: name, place: baseUrl, status }));
  }
  const timedOut =
    thrown instanceof Error && /timeout|abort/i.test(`${thrown.name} ${thrown.message}`);
  if (timedOut) {
    return failed(say('provider.placeNoAnswer', { place: baseUrl, seconds: TEST_MS / 1000 }));
  }
  const problem = problemOf(thrown, place, deps.clock.now());
  if (problem.action === 'misconfigured') deps.health.failed(name, problem);
  return failed(sentenceOf(problem, 'message'));
}

function statusOf(thrown: unknown): number | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof HttpError) return error.status;
  }
  return undefined;
}
