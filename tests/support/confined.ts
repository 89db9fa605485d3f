/** Commands in the real sandbox. Where this machine has none, the tests are skipped and say why. */
import { describe } from 'vitest';
import { probe } from '../../brain/cerebellum/sandbox/probe.ts';
import { openCerebellum, openScene, type RunOptions } from './acting.ts';

const state = await probe();

export const hasSandbox = state.available;

/** `describe` that needs the sandbox; its title tells a reader of the report why it was skipped. */
export function describeConfined(name: string, tests: () => void): void {
  if (state.available) describe(name, tests);
  else describe.skip(`${name} [skipped: ${state.message}]`, tests);
}

/** A scene whose commands run in the sandbox, unless `more` says otherwise. */
export async function openConfined() {
  const scene = await openScene();
  const { run, cerebellum } = await openCerebellum(scene);
  const bash = async (command: string, more: RunOptions = {}) => {
    const result = await run('Bash', { command }, { confinement: 'standard', ...more });
    return result.output;
  };
  return { scene, run, bash, cerebellum };
}
