import { afterEach, expect, it } from 'vitest';
import type { ModelMessage } from '../../../brain/shared/model.ts';
import { serverKinds } from '../../support/model-servers/index.ts';
import { afterCalls, harness, readTool, user } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());

interface AnthropicBody {
  readonly messages: readonly {
    readonly role: string;
    readonly content: readonly Readonly<Record<string, unknown>>[];
  }[];
}

it("one provider's reasoning and call ids do not reach another (400 on every later turn)", async () => {
  const open = await pool.start({
    kind: 'openai',
    script: [{ thinking: 'hm', toolCalls: [{ name: 'Read', args: {}, id: 'functions.Read:0' }] }],
  });
  const claude = await pool.start({ kind: 'anthropic', script: [{ text: 'ok' }] });
  const { ask } = harness({ providers: { open: providerAt(open), claude: providerAt(claude) } });
  const first = await ask({ tools: [readTool] });
  expect(first.calls[0]?.providerCallId).toBe('functions.Read:0');
  const messages = [user('Read'), ...afterCalls(first, 'hi'), user('And now?')];
  await ask({ choice: 'claude', messages, tools: [readTool] });
  const body = claude.chats[0]?.body as AnthropicBody;
  expect(body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  const use = body.messages[1]?.content[0];
  expect(use).toMatchObject({ type: 'tool_use', id: first.calls[0]?.call.id });
  expect(body.messages[2]?.content[0]).toMatchObject({ tool_use_id: use?.id });
  expect(JSON.stringify(body)).not.toContain('hm');
});

it('thinking goes back with its signature to the provider it came from', async () => {
  const claude = await pool.start({
    kind: 'anthropic',
    script: [{ thinking: 'secret plan', toolCalls: [{ name: 'Read', args: {} }] }, { text: 'ok' }],
  });
  const { ask } = harness({ providers: { claude: providerAt(claude) } });
  const first = await ask({ tools: [readTool] });
  await ask({ messages: [user('Read'), ...afterCalls(first, 'hi')], tools: [readTool] });
  const body = claude.chats[1]?.body as AnthropicBody;
  expect(body.messages[1]?.content[0]).toEqual({
    type: 'thinking',
    thinking: 'secret plan',
    signature: 'signed-1',
  });
});

it('what the reflexes said and did is not shown to a model as its own words', async () => {
  const claude = await pool.start({ kind: 'anthropic', script: [{ text: 'ok' }] });
  const call = { id: 'c_1', name: 'memory_search', args: { query: 'x' } };
  const messages: ModelMessage[] = [
    user('first'),
    { role: 'assistant', provider: 'reflex', parts: [{ type: 'tool_call', call }] },
    {
      role: 'tool',
      parts: [
        { type: 'tool_result', toolCallId: 'c_1', name: call.name, ok: true, output: 'hits' },
      ],
    },
    { role: 'assistant', provider: 'reflex', parts: [{ type: 'text', text: 'I am a reflex' }] },
    user('second'),
  ];
  await harness({ providers: { claude: providerAt(claude) } }).ask({ messages });
  const body = claude.chats[0]?.body as AnthropicBody;
  expect(body.messages).toMatchObject([
    { role: 'user', content: [{ text: 'first' }, { text: 'second' }] },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/reflex|hits/);
});

it('caching marks stand on tools, system, where the last request ended and the end (at most four)', async () => {
  const claude = await pool.start({ kind: 'anthropic', script: [{ text: 'ok' }] });
  const messages: ModelMessage[] = [
    user('one'),
    { role: 'assistant', provider: 'claude', parts: [{ type: 'text', text: 'two' }] },
    user('three'),
  ];
  await harness({ providers: { claude: providerAt(claude) } }).ask({ messages, tools: [readTool] });
  const body = claude.chats[0]?.body as AnthropicBody;
  const marked = body.messages.map(({ content }) =>
    content.map((block) => 'cache_control' in block),
  );
  expect(marked).toEqual([[true], [false], [true]]);
  expect(JSON.stringify(body).match(/cache_control/g)?.length).toBe(4);
});

it('half a surrogate pair and blank texts are mended before they are sent (400)', async () => {
  const claude = await pool.start({ kind: 'anthropic', script: [{ text: 'ok' }] });
  const messages: ModelMessage[] = [
    user('cut \ud83d'),
    { role: 'assistant', provider: 'claude', parts: [{ type: 'text', text: '  \n' }] },
    user('again'),
  ];
  await harness({ providers: { claude: providerAt(claude) } }).ask({ messages });
  const body = claude.chats[0]?.body as AnthropicBody;
  expect(body.messages[0]?.content.map(({ text }) => text)).toEqual(['cut \ufffd', 'again']);
});

it('images go out in the words of each format', async () => {
  const image = { type: 'image', mediaType: 'image/png', data: 'aGk=' } as const;
  const messages: ModelMessage[] = [
    { role: 'user', parts: [{ type: 'text', text: 'What is this?' }, image] },
  ];
  for (const kind of serverKinds) {
    const server = await pool.start({ kind, script: [{ text: 'ok' }] });
    await harness({ providers: { main: providerAt(server) } }).ask({ messages });
    expect(JSON.stringify(server.chats[0]?.body)).toContain('aGk=');
  }
});

it.each(serverKinds)(
  '%s: an image that a tool returned reaches the model, after all results',
  async (kind) => {
    const calls = [
      { name: 'Read', args: { file_path: 'a.png' } },
      { name: 'Read', args: { file_path: 'b' } },
    ];
    const server = await pool.start({ kind, script: [{ toolCalls: calls }, { text: 'A cat.' }] });
    const { ask } = harness({ providers: { main: providerAt(server) } });
    const first = await ask({ tools: [readTool] });
    const [assistant, results] = afterCalls(first, 'see the image');
    if (assistant === undefined || results === undefined) throw new Error('no calls');
    const images = [{ mediaType: 'image/png', data: 'aGk=' }];
    const parts = results.parts.map((part, index) =>
      part.type === 'tool_result' && index === 0 ? { ...part, images } : part,
    );
    await ask({ messages: [user('Look'), assistant, { ...results, parts }], tools: [readTool] });
    expect(server.chats[1]?.body).toMatchSnapshot();
  },
);

it.each(serverKinds)(
  '%s: a name or an id that no format takes is mended in the history (400 on every later turn)',
  async (kind) => {
    const id = 'a b\n\u{1f4a5}';
    const server = await pool.start({
      kind,
      script: [{ toolCalls: [{ name: 'functions.Re ad', args: {}, id }] }, { text: 'ok' }],
    });
    const { ask } = harness({ providers: { main: providerAt(server) } });
    const first = await ask({ tools: [readTool] });
    await ask({ messages: [user('Read'), ...afterCalls(first, 'hi')], tools: [readTool] });
    const body = JSON.stringify(server.chats[1]?.body);
    expect(body).toContain('"functions_Re_ad"');
    expect(body).not.toContain('functions.Re ad');
    expect(body).not.toContain('\u{1f4a5}');
  },
);
