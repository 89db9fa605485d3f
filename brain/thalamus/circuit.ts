/** One circuit per provider: after a failed request it is left alone for a while. */
import type { Sentence } from '../shared/say.ts';
import type { Clock } from '../shared/time.ts';

/** A server may ask for centuries, or for more than a date can hold. */
const LONGEST_MS = 24 * 3_600_000;
const COOLING_MS = [30_000, 60_000, 120_000, 300_000] as const;

export interface Circuit {
  /**
   * A request failed after its retries. `atLeastMs` is the server's own wish (`Retry-After`). Returns
   * how long the provider rests.
   */
  fail(provider: string, reason: Sentence, atLeastMs?: number): number;
  /** Closes it; true when it was open or had failures behind it. */
  succeed(provider: string): boolean;
  /** Set while the provider cools down. */
  cooling(provider: string): { readonly until: Date; readonly reason: Sentence } | undefined;
}

interface State {
  readonly failures: number;
  readonly from: number;
  readonly until: number;
  readonly reason: Sentence;
}

export function createCircuit(clock: Clock): Circuit {
  const states = new Map<string, State>();
  return {
    fail(provider, reason, atLeastMs = 0) {
      const failures = (states.get(provider)?.failures ?? 0) + 1;
      const step = COOLING_MS[Math.min(failures, COOLING_MS.length) - 1] ?? 300_000;
      const ms = Math.min(Math.max(step, atLeastMs), LONGEST_MS);
      const from = clock.now().getTime();
      states.set(provider, { failures, from, until: from + ms, reason });
      return ms;
    },
    succeed: (provider) => states.delete(provider),
    cooling(provider) {
      const state = states.get(provider);
      if (state === undefined) return undefined;
      const now = clock.now().getTime();
      // Before it began: the clock was set back, and would hold the provider for as long.
      if (now < state.from || now >= state.until) return undefined;
      return { until: new Date(state.until), reason: state.reason };
    },
  };
}
