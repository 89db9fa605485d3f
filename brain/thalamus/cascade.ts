/** Who is asked, and in which order. */
import type { ProviderFailureSummary } from '../../protocol/index.ts';
import { joined, type Spoken, say, sentenceOf, spoken, verbatim } from '../shared/say.ts';
import type { ConfiguredProvider } from './targets.ts';

/** How a provider stands before anything is sent to it. */
export type Standing =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'cooling'; readonly until: Date } & Spoken<'message'>)
  /** Remote, and this machine has no network. */
  | ({ readonly kind: 'offline' } & Spoken<'message'>)
  | ({
      readonly kind: 'unusable';
      readonly state: 'no_key' | 'no_model' | 'misconfigured' | 'offline';
    } & Spoken<'message'>);

export interface Candidate {
  readonly provider: ConfiguredProvider;
  readonly model: string;
  /** The session's or message's own choice, as against the cascade's. */
  readonly chosen: boolean;
  readonly standing: Standing;
  /** It answered before, and now nothing does at its address. */
  readonly gone: boolean;
}

/** The chosen provider first, then the cascade; each provider once. */
export function orderOf(
  first: { readonly provider: ConfiguredProvider; readonly model: string },
  cascade: readonly ConfiguredProvider[],
): readonly { readonly provider: ConfiguredProvider; readonly model: string }[] {
  const rest = cascade
    .filter((provider) => provider.name !== first.provider.name)
    .map((provider) => ({ provider, model: provider.config.model }));
  return [first, ...rest];
}

/** The next to ask: healthy ones in order; a cooling one only when no healthy one is left. */
export function nextCandidate(
  candidates: readonly Candidate[],
  tried: ReadonlySet<string>,
): Candidate | undefined {
  const left = candidates.filter(({ provider }) => !tried.has(provider.name));
  return (
    left.find(({ standing }) => standing.kind === 'ready') ??
    left.find(({ standing }) => standing.kind === 'cooling')
  );
}

export function anotherIsHealthy(
  candidates: readonly Candidate[],
  tried: ReadonlySet<string>,
): boolean {
  return candidates.some(
    ({ provider, standing }) => standing.kind === 'ready' && !tried.has(provider.name),
  );
}

/** Usable in the sense of "no reflex needed": it could be asked if network and circuit allowed. */
export function isUsable(candidate: Candidate): boolean {
  return candidate.standing.kind !== 'unusable';
}

/** Why a provider was passed over; `undefined` for one that is ready. */
export function skipReason(candidate: Candidate, now: Date): ProviderFailureSummary | undefined {
  const { provider, standing } = candidate;
  if (standing.kind === 'ready') return undefined;
  const code = standing.kind === 'unusable' ? standing.state : standing.kind;
  const restMs = standing.kind === 'cooling' ? +standing.until - +now : undefined;
  return { provider: provider.name, code, ...withRest(standing, restMs) };
}

/** The message of a failure, and for how long the provider is left alone because of it. */
export function withRest(told: Spoken<'message'>, restMs: number | undefined): Spoken<'message'> {
  const message = sentenceOf(told, 'message');
  if (restMs === undefined) return spoken({ message });
  const seconds = Math.max(1, Math.ceil(restMs / 1000));
  const rest =
    seconds < 120
      ? say('provider.coolingSeconds', { seconds })
      : say('provider.coolingMinutes', { minutes: Math.ceil(seconds / 60) });
  const ended = /[.!?]$/.test(message.text) ? message : joined([message, verbatim('.')], '');
  return spoken({ message: joined([ended, rest]) });
}

/**
 * Is it news that this one was passed over? A provider of the cascade that was never set up is not:
 * saying so in every answer would only be noise.
 */
export function worthTelling(candidate: Candidate): boolean {
  const { standing, chosen, gone } = candidate;
  if (standing.kind === 'unusable') return chosen || gone || standing.state === 'misconfigured';
  return standing.kind !== 'ready';
}
