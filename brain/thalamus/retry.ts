/** How often and how long the same provider is asked again before its first chunk. */
import type { Problem } from './failures.ts';

const MAX_RETRIES = 2;
/** All waits for one provider while another is healthy. */
const PATIENCE_MS = 10_000;
/** The longest wait when there is nobody else to ask. */
const LONGEST_WAIT_MS = 60_000;

/** Waits that long; rejects when the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export type RetryVerdict =
  | { readonly retry: false }
  | { readonly retry: true; readonly ms: number };

export interface RetryState {
  /** Requests that were sent to this provider and failed, this one included. */
  readonly tries: number;
  /** Spent on this provider since its first request began. */
  readonly spentMs: number;
  readonly anotherIsHealthy: boolean;
  /** 0..1 */
  readonly random: number;
}

export function retryVerdict(problem: Problem, state: RetryState): RetryVerdict {
  if (problem.action !== 'retry' || state.tries > MAX_RETRIES) return { retry: false };
  const base = 500 * 2 ** (state.tries - 1);
  const ms = problem.retryAfterMs ?? base * (0.5 + state.random);
  const left = state.anotherIsHealthy ? PATIENCE_MS - state.spentMs : LONGEST_WAIT_MS;
  return ms <= left ? { retry: true, ms } : { retry: false };
}
