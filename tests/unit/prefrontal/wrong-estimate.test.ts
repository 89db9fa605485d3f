/** Models count differently; what a provider reports must reach the next decision about room. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../brain/regions.ts';
import type { ModelRequest } from '../../../brain/shared/model.ts';
import { requestTokens } from '../../../brain/shared/request-tokens.ts';
import { type TestHome, target, testHome } from './home.ts';

let home: TestHome;
beforeEach(async () => {
  home = await testHome();
});
afterEach(() => home.close());

const words = (count: number): string => 'several ordinary words of prose '.repeat(count);
const exchange = (n: number): HistoryEntry[] => [
  { turnId: `t_${n}`, message: { role: 'user', parts: [{ type: 'text', text: words(200) }] } },
  { turnId: `t_${n}`, message: { role: 'assistant', parts: [{ type: 'text', text: words(200) }] } },
];
const usage = (inputTokens: number) => ({
  inputTokens,
  outputTokens: 1,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
});
const request = (text: string): ModelRequest => ({
  system: '',
  tools: [],
  messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
  toolChoice: 'auto',
});

it('folds a history that is full by the model’s own count, though not by the estimate', async () => {
  const history = Array.from({ length: 14 }, (_, n) => exchange(n)).flat();
  const input = home.input('go on', { history });
  const before = await home.prefrontal.buildContext(input);
  expect(before.fold).toBeUndefined();
  const sent = request(words(1000));
  home.prefrontal.learnUsage(sent, target, usage(requestTokens(sent) * 2));
  const after = await home.prefrontal.buildContext(input);
  expect(after.fold).toBeDefined();
  // What the prompt's stable parts may take does not move with it.
  expect(after.budget.memory.cap).toBe(before.budget.memory.cap);
  expect(after.system).toBe(before.system);
});

it('does not learn from another model, from tiny requests, or from a server that counts nothing', async () => {
  const history = Array.from({ length: 14 }, (_, n) => exchange(n)).flat();
  const sent = request(words(1000));
  home.prefrontal.learnUsage(sent, { ...target, model: 'other' }, usage(1_000_000));
  home.prefrontal.learnUsage(request('hi'), target, usage(5_000));
  home.prefrontal.learnUsage(sent, target, usage(0));
  const { fold } = await home.prefrontal.buildContext(home.input('go on', { history }));
  expect(fold).toBeUndefined();
});
