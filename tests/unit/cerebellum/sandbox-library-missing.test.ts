/** A sandbox whose library cannot be loaded is none; that nobody expected it must not end the brain. */
import { expect, it, vi } from 'vitest';
import { probe } from '../../../brain/cerebellum/sandbox/probe.ts';

vi.mock('@anthropic-ai/sandbox-runtime/dist/sandbox/linux-sandbox-utils.js', () => {
  throw new Error('the library is damaged');
});
vi.mock('@anthropic-ai/sandbox-runtime/dist/sandbox/generate-seccomp-filter.js', () => {
  throw new Error('the library is damaged');
});

it('commands have no sandbox then, and their owner reads that', async () => {
  const state = await probe();
  // Where there is no bubblewrap either, that is said first.
  if (process.platform !== 'linux') return;
  expect(state.available).toBe(false);
  expect(state.message).not.toBe('');
});
