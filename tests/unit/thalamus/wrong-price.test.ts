/** Money shown must be money spent: cached tokens apart, the owner's prices first, else nothing. */
import { afterEach, expect, it } from 'vitest';
import { costOf, pricesOf } from '../../../brain/thalamus/prices.ts';
import { configuredProvider } from '../../../brain/thalamus/targets.ts';
import type { ProviderConfig } from '../../../protocol/index.ts';
import { serverKinds } from '../../support/model-servers/index.ts';
import { harness } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());

const remote: ProviderConfig = { kind: 'openai', model: '', baseUrl: 'https://example.com/v1' };
const prices = { 'gpt-5': { input: 1, output: 2 }, 'gpt-5.2': { input: 3, output: 4 } };

it.each([
  ['claude-sonnet-4-6', remote, 3],
  ['anthropic/claude-sonnet-4-6', remote, 3],
  ['claude-opus-4-6', remote, 5],
  ['claude-opus-4-1-20250805', remote, 15],
  ['gpt-5.2-2026-01-01', remote, 1.75],
  ['gpt-5-mini', remote, 0.25],
  ['gpt-5', remote, 1.25],
  ['gpt-5.2-mini', remote, undefined],
  ['gpt-5.9', remote, undefined],
  ['never-heard-of', remote, undefined],
  ['gpt-5', { ...remote, baseUrl: 'http://127.0.0.1:1234/v1' }, undefined],
  ['gpt-5.2-2026-01-01', { ...remote, prices }, 3],
  ['openai/gpt-5.2-latest', { ...remote, prices }, 3],
  // A smaller or larger sister costs something else.
  ['gpt-5-mini', { ...remote, prices }, 0.25],
  ['gpt-5.2-mini', { ...remote, prices: { 'gpt-5.2': prices['gpt-5.2'] } }, undefined],
  ['gpt-5.2-mini', { ...remote, prices: { ...prices, 'gpt-5.2*': { input: 5, output: 5 } } }, 5],
  ['claude-sonnet-4-6', { ...remote, prices }, 3],
  ['mine', { ...remote, prices: { ...prices, '*': { input: 9, output: 9 } } }, 9],
] as const)('%s costs per million input tokens what is known: %o', (model, config, input) => {
  expect(pricesOf(configuredProvider('p', config), model)?.input).toBe(input);
});

it('reading and writing the cache have their own prices', () => {
  const usage = {
    inputTokens: 1_000,
    outputTokens: 100,
    cacheReadTokens: 10_000,
    cacheWriteTokens: 2_000,
  };
  const full = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
  expect(costOf(usage, full)).toBeCloseTo(0.003 + 0.0015 + 0.003 + 0.0075, 9);
  expect(costOf(usage, { input: 1, output: 1 })).toBeCloseTo(0.0131, 9);
});

it.each(serverKinds)('%s: the whole cost of a call stands beside its tokens', async (kind) => {
  const usage = { input: 1_000, output: 100, cacheRead: 500 };
  const server = await pool.start({ kind, script: [{ text: 'Hi', usage }] });
  const cost = { '*': { input: 10, output: 20, cacheRead: 1 } };
  const { ask } = harness({ providers: { main: providerAt(server, { prices: cost }) } });
  const cached = kind === 'ollama' ? 0 : 0.0005;
  expect((await ask({})).usage.costUsd).toBeCloseTo(0.01 + 0.002 + cached, 9);
});

it("window and prices of the server's own list count before the table, after the owner", async () => {
  const pricing = { prompt: '0.000004', completion: '0.00001', input_cache_read: '-1' };
  const listed = { context_length: 54_321, pricing };
  const usage = { input: 1_000_000, output: 0 };
  const server = await pool.start({ kind: 'openai', listed, script: [{ text: 'Hi', usage }] });
  const { ask, prepared } = harness({ providers: { main: providerAt(server) } });
  expect((await ask({})).usage.costUsd).toBe(4);
  expect(prepared[0]?.target.contextWindow).toBe(54_321);
  await ask({});
  expect(server.requests.length - server.chats.length).toBe(1);
  const own = { contextWindow: 9_000, prices: { 'test-*': { input: 7, output: 7 } } };
  const owned = harness({ providers: { main: providerAt(server, own) } });
  expect((await owned.ask({})).usage.costUsd).toBe(7);
  expect(owned.prepared[0]?.target.contextWindow).toBe(9_000);
});

it('what a router says it charged is believed rather than any table', async () => {
  const body =
    'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n' +
    'data: {"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":5,"cost":0.0123}}\n\n';
  const server = await pool.start({ kind: 'openai', script: [{ body }] });
  for (const more of [{}, { prices: { '*': { input: 1, output: 1 } } }]) {
    const answer = await harness({ providers: { main: providerAt(server, more) } }).ask({});
    expect(answer.usage.costUsd).toBe(0.0123);
  }
});
