import { afterEach, describe, expect, it } from 'vitest';
import { reachOf } from '../../../brain/thalamus/locality.ts';
import type { Config } from '../../../protocol/index.ts';
import { collect, harness } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());

const providers: Config['providers'] = {
  claude: { kind: 'anthropic', model: 'claude-sonnet-4-6' },
  cloud: { kind: 'openai', model: '@cf/meta/llama', baseUrl: 'https://models.example/v1' },
  router: { kind: 'openai', model: 'anthropic/claude-sonnet-4-6', baseUrl: 'https://r.example/v1' },
  twin: { kind: 'openai', model: 'claude-sonnet-4-6', baseUrl: 'https://t.example/v1' },
};

describe('a choice', () => {
  const { thalamus, stream } = harness({ providers, cascade: ['claude', 'cloud'] });
  const named = (choice: string | undefined): unknown => {
    const found = thalamus.resolve(choice);
    return found.ok ? `${found.value.model} at ${found.value.provider}` : found.error.text;
  };

  it('is split at the last @ (model names with an @ in them)', () => {
    expect(named('@cf/meta/llama@cloud')).toBe('@cf/meta/llama at cloud');
    expect(named('@cf/meta/llama')).toBe('@cf/meta/llama at cloud');
    expect(named('gpt@2@router')).toBe('gpt@2 at router');
  });

  it('may be a provider, nothing, or reflex', () => {
    expect(named('router')).toBe('anthropic/claude-sonnet-4-6 at router');
    expect(named(undefined)).toBe('claude-sonnet-4-6 at claude');
    expect(named('reflex')).toBe('reflex at reflex');
  });

  it('that does not exist is an error that lists what does', () => {
    expect(named('gpt-9')).toMatch(/no model "gpt-9".*claude-sonnet-4-6@claude.*reflex/);
    expect(named('gpt-9@nowhere')).toMatch(/no provider "nowhere".*@router/);
  });

  it('that two providers offer must say which', () => {
    expect(named('claude-sonnet-4-6')).toMatch(/say which.*@claude.*@twin/);
  });

  it('that does not exist ends a stream with that error, not with another model', async () => {
    expect(await collect(stream({ choice: 'gpt-9' }))).toMatchObject([
      { type: 'failed', failure: { code: 'no_provider', started: false } },
    ]);
  });

  it('knows the window of its model', () => {
    const target = thalamus.resolve('router');
    expect(target.ok && target.value).toMatchObject({ contextWindow: 200_000, local: false });
  });
});

it('providers that no cascade names are used all the same (a pasted provider that is ignored)', async () => {
  const server = await pool.start({ kind: 'openai', script: [{ text: 'ok' }] });
  const { ask } = harness({ providers: { lmstudio: providerAt(server) }, cascade: ['claude'] });
  expect((await ask({})).provider).toBe('lmstudio');
});

it.each([
  ['http://localhost:1', 'loopback'],
  ['http://[::1]:1', 'loopback'],
  ['http://127.9.9.9', 'loopback'],
  ['http://192.168.1.7:11434', 'private'],
  ['http://[fd00::1]/v1', 'private'],
  ['http://nas:11434', 'private'],
  ['http://gpu.local/v1', 'private'],
  ['http://172.32.0.1', 'remote'],
  ['https://localhost.example.com', 'remote'],
  ['https://api.openai.com/v1', 'remote'],
])(
  '%s is %s (a private model asked over the internet, a local one skipped offline)',
  (url, reach) => {
    expect(reachOf(url)).toBe(reach);
  },
);

describe('provider.test and provider.list', () => {
  it.each(['anthropic', 'openai', 'ollama'] as const)(
    '%s: a working one lists its models and is no longer misconfigured',
    async (kind) => {
      const server = await pool.start({ kind, script: [{ status: 401 }, { text: 'ok' }] });
      const { ask, thalamus, health } = harness({ providers: { main: providerAt(server) } });
      await ask({});
      expect((await thalamus.list())[0]?.state).toBe('misconfigured');
      const tested = await thalamus.test('main');
      expect(tested).toMatchObject({ ok: true, models: [`test-${kind}`] });
      expect((await thalamus.list())[0]).toMatchObject({
        state: 'ready',
        models: [`test-${kind}`],
      });
      expect(health.map(({ state }) => state)).toEqual(['misconfigured', 'ready']);
    },
  );

  it('says what is wrong: no key, wrong key, nothing there, no such provider', async () => {
    const locked = await pool.start({ kind: 'openai', script: [{ text: 'x' }], key: 'right-key' });
    const gone = await pool.start({ kind: 'ollama', script: [{ text: 'x' }] });
    await gone.close();
    const { thalamus } = harness({
      providers: {
        claude: { kind: 'anthropic', model: 'claude-x', apiKeyEnv: 'NOT_SET' },
        locked: providerAt(locked),
        gone: providerAt(gone),
      },
      secrets: { locked: 'wrong-key' },
    });
    const messages = await Promise.all(
      ['claude', 'locked', 'gone', 'nobody'].map(async (name) => {
        const { ok, message } = await thalamus.test(name);
        return `${ok} ${message}`;
      }),
    );
    expect(messages[0]).toMatch(/^false No key for claude.*NOT_SET/);
    expect(messages[1]).toMatch(/^false locked refused the key \(401\)/);
    expect(messages[2]).toMatch(/^false Nothing answers at .*Start Ollama/);
    expect(messages[3]).toMatch(/^false There is no provider "nobody"/);
    const list = await thalamus.list();
    expect(list.map(({ name, state, keySource }) => [name, state, keySource])).toEqual([
      ['claude', 'no_key', 'none'],
      ['locked', 'misconfigured', 'secrets'],
      ['gone', 'offline', 'not_needed'],
      ['reflex', 'ready', 'not_needed'],
    ]);
  });
});
