/**
 * The retry contract: first try and up to three retries after 2, 6 and 18 s, only for failures that
 * pass (time-out, network), only for tools that say they may be repeated. After a time-out the limit
 * is doubled, once. Everything together takes at most ten minutes.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ToolResult } from '../regions.ts';
import { messageOf } from '../shared/result.ts';
import type { Clock } from '../shared/time.ts';

export const RETRY_DELAYS_MS: readonly number[] = [2000, 6000, 18_000];
export const MAX_CALL_MS = 600_000;

/** Rejects when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const realSleep: Sleep = async (ms, signal) => {
  await delay(ms, undefined, { signal });
};

export interface RetryInput {
  readonly idempotent: boolean;
  readonly limitMs: number;
  readonly signal: AbortSignal;
  run(attempt: number, timeoutMs: number): Promise<ToolResult>;
}

export async function runWithRetries(
  input: RetryInput,
  deps: { readonly clock: Clock; readonly sleep: Sleep },
): Promise<{ readonly result: ToolResult; readonly attempts: number }> {
  const startedAt = deps.clock.now().getTime();
  const left = (): number => MAX_CALL_MS - (deps.clock.now().getTime() - startedAt);
  let limit = Math.min(input.limitMs, MAX_CALL_MS);
  let doubled = false;
  for (let attempt = 1; ; attempt += 1) {
    const result = await tryOnce(input, attempt, Math.min(limit, Math.max(1, left())));
    const pause = RETRY_DELAYS_MS[attempt - 1];
    const passing = result.failure === 'timeout' || result.failure === 'network';
    if (result.ok || !passing || !input.idempotent || pause === undefined) {
      return { result, attempts: attempt };
    }
    if (input.signal.aborted || pause >= left()) return { result, attempts: attempt };
    if (result.failure === 'timeout' && !doubled) {
      limit = Math.min(limit * 2, MAX_CALL_MS);
      doubled = true;
    }
    try {
      await deps.sleep(pause, input.signal);
    } catch {
      // Only the signal ends the pause early; the failure so far is the result.
      return { result: { ...result, failure: 'stopped' }, attempts: attempt };
    }
  }
}

async function tryOnce(input: RetryInput, attempt: number, timeoutMs: number): Promise<ToolResult> {
  try {
    return await input.run(attempt, timeoutMs);
  } catch (thrown) {
    const failure = input.signal.aborted ? 'stopped' : 'error';
    return { ok: false, failure, output: messageOf(thrown), truncated: false };
  }
}
