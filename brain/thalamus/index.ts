/**
 * Thalamus relays: every request to a model passes through here.
 *
 * Job: find the place that a choice names, ask it, retry and move on by fixed rules, and answer by
 * reflex where there is no model.
 * Takes: a choice and a function that builds the request for a target.
 * Gives: one stream of `StreamChunk`s, and what the owner should know about the providers.
 * Always: a stream ends after one `stop` or `failed` (or just ends when it was aborted) and never
 * throws; nothing that was shown is started again elsewhere; no message carries a key; an aborted
 * request's socket is closed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelPull } from '../../protocol/index.ts';
import type { Settings, Thalamus } from '../regions.ts';
import type { Host } from '../shared/host.ts';
import type { Logger } from '../shared/log.ts';
import type { WireFormat, WireReader } from '../shared/model.ts';
import type { Redactor } from '../shared/redact.ts';
import { ok } from '../shared/result.ts';
import type { Sentence } from '../shared/say.ts';
import type { Clock } from '../shared/time.ts';
import { createCircuit } from './circuit.ts';
import { createContextSizes } from './context-size.ts';
import { FIRST_CHUNK_MS } from './deadlines.ts';
import { createEmbeddings } from './embeddings.ts';
import { findLocal } from './find-local.ts';
import { createHealth } from './health.ts';
import { createHttpClient } from './http.ts';
import { listProviders, testProvider } from './inspect.ts';
import { createProbe } from './locality.ts';
import { chargesOf } from './prices.ts';
import { createPulls } from './pulls.ts';
import { createRefusals } from './refusals.ts';
import { createRegistry } from './registry.ts';
import type { Wait } from './retry.ts';
import { routeOf } from './routes.ts';
import { streamAnswer } from './stream.ts';
import { providersOf, reflexTarget, resolveChoice, targetOf } from './targets.ts';

export { createSpending } from './spending.ts';

/** A server on this machine answers at once or is not there. */
const FIND_MS = 1_500;

export interface ThalamusDeps {
  readonly settings: Settings;
  readonly host: Pick<Host, 'isOnline' | 'readEnvironment'>;
  readonly secrets: { get(name: string): Promise<string | undefined> };
  /** Learns every key that is read, and cleans every message that goes out. */
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Wernicke's readers of the wire formats. */
  readonly readers: Readonly<Record<WireFormat, () => WireReader>>;
  readonly onHealth: (provider: string, state: string, message: Sentence) => void;
  readonly onPull: (pull: ModelPull) => void;
  /** The pause before a retry. */
  readonly wait?: Wait;
  /** Only tests pass another one: five minutes where absent. */
  readonly firstChunkMs?: number;
  /** 0..1, for the jitter of retries. */
  readonly random?: () => number;
}

export function createThalamus(deps: ThalamusDeps): Thalamus {
  const { settings, host, secrets, redactor, clock, logger } = deps;
  const config = (): ReturnType<Settings['get']> => settings.get();
  const redact = (text: string): string => redactor.all(text);
  const circuit = createCircuit(clock);
  const probe = createProbe();
  const http = createHttpClient(proxySettings(host));
  const registry = createRegistry({
    host,
    secrets,
    circuit,
    probe,
    logger,
    http,
    onKey: redactor.add,
  });
  const probeAgain = (name: string): void => {
    const provider = providersOf(config()).get(name);
    if (provider !== undefined) probe.forget(provider.baseUrl);
  };
  const health = createHealth({ circuit, registry, probeAgain, onHealth: deps.onHealth });
  const inspect = { config, registry, health, probeAgain, redact, clock, logger };
  const pulls = createPulls({
    provider: (name) => providersOf(config()).get(name),
    registry,
    redact,
    clock,
    logger,
    onDone: health.forgiven,
    onChange: deps.onPull,
  });
  const streaming = {
    config,
    registry,
    health,
    redact,
    clock,
    logger,
    sizes: createContextSizes(),
    refusals: createRefusals(),
    readers: deps.readers,
    wait: deps.wait ?? pause,
    firstChunkMs: deps.firstChunkMs ?? FIRST_CHUNK_MS,
    random: deps.random ?? Math.random,
  };

  // Also of providers that nobody has asked yet: a key must be known before the first word is written.
  const learnKeys = (): void => {
    for (const { apiKeyEnv } of Object.values(config().providers)) {
      if (apiKeyEnv !== undefined) redactor.add(apiKeyEnv, host.readEnvironment(apiKeyEnv) ?? '');
    }
  };
  learnKeys();
  let before = config();
  settings.onChange((after) => {
    learnKeys();
    const names = new Set([...Object.keys(before.providers), ...Object.keys(after.providers)]);
    for (const name of names) {
      const same = JSON.stringify(before.providers[name]) === JSON.stringify(after.providers[name]);
      if (!same) health.forgiven(name);
      if (after.providers[name] === undefined) pulls.forget(name);
    }
    before = after;
  });

  return {
    resolve(choice) {
      const found = resolveChoice(choice, { config: config(), offered: registry.offered });
      if (!found.ok) return found;
      if (found.value.kind === 'reflex') return ok(reflexTarget);
      const { provider, model } = found.value;
      return ok(targetOf(provider, model || (registry.offered(provider.name)[0] ?? '')));
    },
    route: routeOf,
    stream: (request) => streamAnswer(streaming, request),
    list: () => listProviders(inspect),
    test: (provider) => testProvider(inspect, provider),
    pulls,
    close: pulls.close,
    find: () => findLocal(config(), host, http.watched({ signal: AbortSignal.timeout(FIND_MS) })),
    pricesOf(name, model) {
      const provider = providersOf(config()).get(name);
      if (provider === undefined) return undefined;
      return chargesOf(provider, model, registry.knownFacts(provider, model).prices);
    },
    forget: (provider) => health.forgiven(provider),
    ...createEmbeddings({ config, registry, redact, logger }),
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
}

/** Read once: a proxy is part of the environment that the host started in. */
function proxySettings(host: Pick<Host, 'readEnvironment'>): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']) {
    const value = host.readEnvironment(name.toLowerCase()) ?? host.readEnvironment(name);
    if (value) found[name] = value;
  }
  return found;
}
