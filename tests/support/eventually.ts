import { vi } from 'vitest';

/** Long enough for a machine that does ten other things: how fast something comes is no test's matter. */
const patienceMs = 180_000;

/** Waits until the assertions hold and answers what they return; fails with what they said last. */
export function eventually<T>(assertions: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertions, { timeout: patienceMs });
}
