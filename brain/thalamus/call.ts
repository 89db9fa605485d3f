/** The state of one call, and the words in which it fails. */
import type { Config, ProviderFailureSummary } from '../../protocol/index.ts';
import type { StreamRequest } from '../regions.ts';
import type { ModelFailure, StreamChunk } from '../shared/model.ts';
import { joined, type Sentence, say, sentenceOf, spoken } from '../shared/say.ts';
import { type Candidate, skipReason } from './cascade.ts';

/** One call's state: who was asked and how it went, in the order of asking. */
export interface Call {
  readonly request: StreamRequest;
  readonly config: Config;
  readonly candidates: readonly Candidate[];
  readonly tried: Set<string>;
  readonly failed: Map<string, ProviderFailureSummary>;
  attempts: number;
}

export function allFailed(call: Call, remote: readonly Candidate[], now: Date): StreamChunk {
  const reasons = new Map(call.failed);
  for (const candidate of call.candidates) {
    const reason = skipReason(candidate, now);
    if (reason !== undefined && !reasons.has(reason.provider)) reasons.set(reason.provider, reason);
  }
  const providers = [...reasons.values()];
  const tried = providers.filter(({ provider }) => call.tried.has(provider));
  const tooLong = tried.length > 0 && tried.every(({ code }) => code === 'context_too_large');
  const list = providers.map((one) =>
    say('provider.listLine', { provider: one.provider, message: sentenceOf(one, 'message') }),
  );
  const models = remote.map(({ provider, model }) => `${model}@${provider.name}`).join(', ');
  const offer = models === '' ? say('provider.reflexOffer') : say('provider.localOnly', { models });
  return failure(
    tooLong ? 'context_too_large' : 'all_providers_failed',
    joined([say('provider.noneAnswered'), ...list, offer], '\n'),
    { retryable: true, providers },
  );
}

export function brokenOff(
  call: Call,
  provider: string,
  code: string,
  message: Sentence,
): StreamChunk {
  return failure(code === 'timeout' ? 'stream_silent' : 'stream_broken', message, {
    retryable: true,
    started: true,
    providers: [...call.failed.values()].filter((entry) => entry.provider === provider),
  });
}

export function failure(
  code: ModelFailure['code'],
  message: Sentence,
  rest: Partial<ModelFailure> & Pick<ModelFailure, 'retryable'>,
): StreamChunk {
  return {
    type: 'failed',
    failure: { code, ...spoken({ message }), started: false, providers: [], ...rest },
  };
}
