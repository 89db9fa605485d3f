/** One answer asked of whoever can give it: the cascade, its retries, and the reflexes. */
import type { Config, ProviderFailureSummary } from '../../protocol/index.ts';
import type { StreamRequest } from '../regions.ts';
import type { Logger } from '../shared/log.ts';
import type { ModelRequest, StreamChunk, WireFormat, WireReader } from '../shared/model.ts';
import { messageOf } from '../shared/result.ts';
import { sentenceOf, spoken, verbatim, withEach } from '../shared/say.ts';
import type { Clock } from '../shared/time.ts';
import { type Attempt, type Ending, runAttempt } from './attempt.ts';
import { allFailed, brokenOff, type Call, failure } from './call.ts';
import {
  anotherIsHealthy,
  type Candidate,
  isUsable,
  nextCandidate,
  orderOf,
  skipReason,
  withRest,
  worthTelling,
} from './cascade.ts';
import type { ContextSizes } from './context-size.ts';
import type { Health } from './health.ts';
import { chargesOf, free, pricesOf, withCost } from './prices.ts';
import { reflexChunks } from './providers/reflex.ts';
import type { Reason } from './reflex/phrases.ts';
import type { RefusableField, Refusals } from './refusals.ts';
import { apis, keyHint, type Registry } from './registry.ts';
import { retryVerdict, type Wait } from './retry.ts';
import {
  type ConfiguredProvider,
  cascadeOf,
  knownModel,
  reflexTarget,
  resolveChoice,
  targetOf,
} from './targets.ts';

export interface StreamDeps {
  readonly config: () => Config;
  readonly registry: Registry;
  readonly health: Health;
  readonly sizes: ContextSizes;
  readonly refusals: Refusals;
  readonly readers: Readonly<Record<WireFormat, () => WireReader>>;
  /** Nothing of ours that is secret leaves in a message. */
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly wait: Wait;
  readonly firstChunkMs: number;
  readonly random: () => number;
}

export async function* streamAnswer(
  deps: StreamDeps,
  request: StreamRequest,
): AsyncGenerator<StreamChunk> {
  try {
    yield* answer(deps, request);
  } catch (thrown) {
    if (request.signal.aborted) return;
    deps.logger.error('asking a model failed', { reason: messageOf(thrown) });
    yield failure('internal', verbatim(deps.redact(messageOf(thrown))), { retryable: false });
  }
}

async function* answer(deps: StreamDeps, request: StreamRequest): AsyncGenerator<StreamChunk> {
  const config = request.config ?? deps.config();
  const choice = resolveChoice(request.choice, { config, offered: deps.registry.offered });
  if (!choice.ok) {
    yield failure('no_provider', choice.error, { retryable: false });
    return;
  }
  if (choice.value.kind === 'reflex') {
    yield* reflex(deps, request, 1, [], request.choice === undefined ? 'no_model' : 'chosen');
    return;
  }
  const first = choice.value;
  const all = await candidatesOf(deps, config, first, request.choice !== undefined);
  if (request.signal.aborted) return;
  const staysLocal = request.pinned && first.provider.local;
  const candidates = staysLocal ? all.filter(({ provider }) => provider.local) : all;
  const call: Call = {
    request,
    config,
    candidates,
    tried: new Set(),
    failed: new Map(),
    attempts: 0,
  };
  for (const candidate of candidates) {
    const reason = skipReason(candidate, deps.clock.now());
    if (reason !== undefined && worthTelling(candidate)) call.failed.set(reason.provider, reason);
  }
  if (!all.some(isUsable)) {
    yield* reflex(deps, request, 1, [...call.failed.values()], 'no_model');
    return;
  }
  const answered = yield* cascade(deps, call);
  if (!answered) {
    yield allFailed(call, staysLocal ? all.filter(isRemoteUsable) : [], deps.clock.now());
  }
}

async function candidatesOf(
  deps: StreamDeps,
  config: Config,
  first: { readonly provider: ConfiguredProvider; readonly model: string },
  chosen: boolean,
): Promise<readonly Candidate[]> {
  const order = orderOf(first, cascadeOf(config));
  return Promise.all(
    order.map(async ({ provider, model }, index) => {
      const standing = await deps.registry.standingOf(provider, model);
      const isOffline = standing.kind === 'unusable' && standing.state === 'offline';
      return {
        provider,
        chosen: chosen && index === 0,
        standing,
        gone: isOffline && deps.health.gone(provider.name, sentenceOf(standing, 'message')),
        model: await deps.registry.modelOf(provider, model),
      };
    }),
  );
}

/** True when the call is over: answered, broken off in the middle, or stopped. */
async function* cascade(deps: StreamDeps, call: Call): AsyncGenerator<StreamChunk, boolean> {
  for (;;) {
    const candidate = nextCandidate(call.candidates, call.tried);
    if (candidate === undefined) return false;
    const { name } = candidate.provider;
    call.tried.add(name);
    call.failed.delete(name);
    const ending = yield* askCandidate(deps, call, candidate);
    if (ending.kind === 'stopped') return true;
    if (ending.kind === 'done') {
      deps.health.succeeded(name);
      return true;
    }
    const { code, missingModel } = ending.problem;
    const message = withEach(sentenceOf(ending.problem, 'message'), deps.redact);
    const restMs = deps.health.failed(name, { ...ending.problem, ...spoken({ message }) });
    call.failed.set(name, {
      provider: name,
      code,
      ...withRest(spoken({ message }), restMs),
      ...(missingModel === undefined ? {} : { missingModel }),
    });
    if (ending.started) {
      yield brokenOff(call, name, code, message);
      return true;
    }
    // Without the server's words: they may repeat what was said, also in private.
    deps.logger.warn('provider failed', { provider: name, code });
  }
}

/** Asks one provider, again where that may help, until it answers or is given up. */
async function* askCandidate(
  deps: StreamDeps,
  call: Call,
  candidate: Candidate,
): AsyncGenerator<StreamChunk, Ending> {
  const { signal } = call.request;
  let attempt = await prepareAttempt(deps, call, candidate, false);
  let shrunk = false;
  let tries = 0;
  let spentMs = 0;
  for (;;) {
    if (signal.aborted) return { kind: 'stopped' };
    tries += 1;
    const startedAt = performance.now();
    const ending = yield* runAttempt(attempt);
    if (ending.kind !== 'failed' || ending.started) {
      deps.refusals.remember(refusalKey(candidate), attempt.options.without);
      return ending;
    }
    const { problem } = ending;
    const less = withoutRefused(attempt.options.without, problem.refused);
    if (less !== undefined) {
      tries -= 1;
      const reader = newReader(deps, candidate);
      attempt = { ...attempt, reader, options: { ...attempt.options, without: less } };
      continue;
    }
    if (problem.action === 'shrink' && !shrunk) {
      shrunk = true;
      attempt = await prepareAttempt(deps, call, candidate, true);
      continue;
    }
    spentMs += performance.now() - startedAt;
    const another = anotherIsHealthy(call.candidates, call.tried);
    const state = { tries, spentMs, anotherIsHealthy: another, random: deps.random() };
    const verdict = retryVerdict(problem, state);
    if (!verdict.retry) return ending;
    const { provider } = candidate;
    deps.logger.info('asking again', {
      provider: provider.name,
      code: problem.code,
      ms: verdict.ms,
    });
    try {
      await deps.wait(verdict.ms, signal);
    } catch {
      // Only the turn's own signal ends a wait early.
      return { kind: 'stopped' };
    }
    spentMs += verdict.ms;
    attempt = { ...attempt, reader: newReader(deps, candidate) };
  }
}

/** One per request: readers remember what they have seen. */
function newReader(deps: StreamDeps, { provider, model }: Candidate): WireReader {
  const { prices } = deps.registry.knownFacts(provider, model);
  return withCost(deps.readers[provider.wire](), pricesOf(provider, model, prices));
}

function refusalKey({ provider, model }: Candidate): string {
  return `${model}@${provider.name}`;
}

/** `undefined` when everything that was refused had been left out already. */
function withoutRefused(
  without: ReadonlySet<RefusableField>,
  refused: readonly RefusableField[] = [],
): ReadonlySet<RefusableField> | undefined {
  const more = new Set([...without, ...refused]);
  return more.size > without.size ? more : undefined;
}

async function prepareAttempt(
  deps: StreamDeps,
  call: Call,
  candidate: Candidate,
  foldHarder: boolean,
): Promise<Attempt> {
  const { provider, model } = candidate;
  const { registry } = deps;
  const { config } = provider;
  call.attempts += 1;
  const number = call.attempts;
  const facts = await registry.factsOf(provider, model, call.request.signal);
  const whole = targetOf(provider, model, facts);
  const prices = chargesOf(provider, model, facts.prices);
  const known = prices === undefined ? {} : { prices };
  const prepared = await call.request.prepare(whole, number, { foldHarder, ...known });
  const { maxOutputTokens } = prepared;
  const target =
    maxOutputTokens === undefined
      ? whole
      : { ...whole, maxOutputTokens: Math.min(whole.maxOutputTokens, maxOutputTokens) };
  // A model without tools refuses the whole request when it is offered some.
  const request = facts.tools === false ? { ...prepared, tools: [] } : prepared;
  const refused = deps.refusals.known(refusalKey(candidate));
  const cannotSee = (facts.images ?? knownModel(model)?.images) === false;
  const bounds = { configured: config.contextWindow, limit: facts.contextWindow };
  const contextSize =
    config.kind === 'ollama' ? deps.sizes.sizeFor(target, request, bounds) : undefined;
  return {
    api: apis[provider.wire],
    reader: newReader(deps, candidate),
    request,
    target,
    place: {
      provider: provider.name,
      kind: config.kind,
      model,
      baseUrl: provider.baseUrl,
      keyHint: keyHint(provider),
    },
    options: {
      capOutput: config.maxOutputTokens !== undefined || maxOutputTokens !== undefined,
      without: cannotSee ? new Set([...refused, 'images']) : refused,
      reasons: knownModel(model)?.reasoning !== false,
      contextSize,
    },
    limits: call.config.limits,
    firstChunkMs: deps.firstChunkMs,
    signal: call.request.signal,
    now: () => deps.clock.now(),
    connect: (signal, onBytes) => registry.connect(provider, signal, onBytes),
    announce: () => ({
      type: 'provider',
      provider: provider.name,
      model,
      attempt: number,
      failed: failedBefore(call, candidate),
      ...(provider.wire === 'openai' || provider.wire === 'ollama'
        ? { callsInText: offeredTools(request) }
        : {}),
    }),
  };
}

/** Who comes later in the order took no part in this. */
function failedBefore(call: Call, candidate: Candidate): readonly ProviderFailureSummary[] {
  const earlier = call.candidates.slice(0, call.candidates.indexOf(candidate));
  const names = new Set([...call.tried, ...earlier.map(({ provider }) => provider.name)]);
  return [...call.failed.values()].filter(({ provider }) => names.has(provider));
}

/** None where calls are not wanted or would be thrown away. */
function offeredTools({ tools, toolChoice }: ModelRequest): readonly string[] {
  return toolChoice === 'none' ? [] : tools.map(({ name }) => name);
}

async function* reflex(
  deps: StreamDeps,
  request: StreamRequest,
  attempt: number,
  failed: readonly ProviderFailureSummary[],
  reason: Reason,
): AsyncGenerator<StreamChunk> {
  const prepared = await request.prepare(reflexTarget, attempt, {
    foldHarder: false,
    prices: free,
  });
  if (request.signal.aborted) return;
  yield { type: 'provider', provider: 'reflex', model: 'reflex', attempt, failed };
  yield* reflexChunks(prepared, deps.clock.now(), reason);
}

function isRemoteUsable(candidate: Candidate): boolean {
  return !candidate.provider.local && isUsable(candidate);
}
