/** Who is asked, and in which order. */
import type { ProviderFailureSummary } from '../../protocol/index.ts';
import type { ConfiguredProvider } from './targets.ts';

/** How a provider stands before anything is sent to it. */
export type Standing =
  | { readonly kind: 'ready' }
  | { readonly kind: 'cooling'; readonly until: Date; readonly message: string }
  /** Remote, and this machine has no network. */
  | { readonly kind: 'offline'; readonly message: string }
  | {
      readonly kind: 'unusable';
      readonly state: 'no_key' | 'no_model' | 'misconfigured' | 'offline';
      readonly message: string;
    };

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
  return { provider: provider.name, code, message: withRest(standing.message, restMs) };
}

/** The message of a failure, and for how long the provider is left alone because of it. */
export function withRest(message: string, restMs: number | undefined): string {
  if (restMs === undefined) return message;
  const seconds = Math.max(1, Math.ceil(restMs / 1000));
  const time = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  return `${/[.!?]$/.test(message) ? message : `${message}.`} Cooling for ${time}.`;
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
