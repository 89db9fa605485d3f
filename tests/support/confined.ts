/** Commands in the real sandbox. Where this machine has none, the tests are skipped and say why. */
import { describe } from 'vitest';
import { probe } from '../../brain/cerebellum/sandbox/probe.ts';

const state = await probe();

export const hasSandbox = state.available;

/** `describe` that needs the sandbox; its title tells a reader of the report why it was skipped. */
export function describeConfined(name: string, tests: () => void): void {
  if (state.available) describe(name, tests);
  else describe.skip(`${name} [skipped: ${state.message}]`, tests);
}
