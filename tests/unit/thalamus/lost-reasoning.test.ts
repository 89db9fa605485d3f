/** OpenAI's Responses API: reasoning comes back sealed, nothing is stored, ends have many names. */
import { afterEach, expect, it } from 'vitest';
import { configuredProvider } from '../../../brain/thalamus/targets.ts';
import { afterCalls, harness, readTool, user } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());

interface Body {
  readonly input: readonly Readonly<Record<string, unknown>>[];
  readonly [name: string]: unknown;
}

const thoughtful = {
  thinking: 'Let me look.',
  toolCalls: [
    { name: 'Read', args: { file_path: 'a' } },
    { name: 'Read', args: { file_path: 'b' } },
  ],
};

it.each([
  [{}, 'openai_responses'],
  [{ baseUrl: 'https://api.openai.com/v1/' }, 'openai_responses'],
  [{ baseUrl: 'https://eu.api.openai.com/v1' }, 'openai_responses'],
  [{ baseUrl: 'https://api.openai.com.example.com/v1' }, 'openai'],
  [{ baseUrl: 'http://127.0.0.1:1234/v1' }, 'openai'],
  [{ baseUrl: 'http://127.0.0.1:1234/v1', api: 'responses' }, 'openai_responses'],
  [{ api: 'chat' }, 'openai'],
] as const)('%o is asked as %s (404 from servers that know one API only)', (settings, wire) => {
  expect(configuredProvider('p', { kind: 'openai', model: 'm', ...settings }).wire).toBe(wire);
});

it('goes back unchanged, in its place, and nothing is stored over there', async () => {
  const server = await pool.start({
    kind: 'openai_responses',
    script: [thoughtful, { text: 'Done.' }],
  });
  const { ask } = harness({ providers: { main: providerAt(server) } });
  const first = await ask({ tools: [readTool] });
  expect(first.thinking).toBe('Let me look.');
  const messages = [user('Read'), ...afterCalls(first, 'hi')];
  await ask({ messages, tools: [readTool], toolChoice: 'none' });
  const body = server.chats[1]?.body as Body;
  expect(body).toMatchObject({
    store: false,
    include: ['reasoning.encrypted_content'],
    tool_choice: 'none',
  });
  expect(body.input.map(({ type, role }) => type ?? role)).toEqual([
    'user',
    'reasoning',
    'function_call',
    'function_call',
    'function_call_output',
    'function_call_output',
  ]);
  expect(body.input[1]).toEqual({
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'Let me look.' }],
    encrypted_content: 'sealed-1==',
  });
  expect(body.input[2]).toMatchObject({ call_id: 'call_1_0' });
  expect(body.input[4]).toMatchObject({ call_id: 'call_1_0', output: 'hi' });
});

it('does not go to another model or another API, which could not open it (400 for ever)', async () => {
  const server = await pool.start({
    kind: 'openai_responses',
    script: [thoughtful, { text: 'ok' }],
  });
  const chat = await pool.start({ kind: 'openai', script: [{ text: 'ok' }] });
  const claude = await pool.start({ kind: 'anthropic', script: [{ text: 'ok' }] });
  const { ask, reconfigure } = harness({ providers: { main: providerAt(server) } });
  const first = await ask({ tools: [readTool] });
  const messages = [user('Read'), ...afterCalls(first, 'hi'), user('And now?')];
  await ask({ choice: 'other-model@main', messages });
  expect(JSON.stringify(server.chats[1]?.body)).not.toContain('sealed-1');
  for (const other of [chat, claude]) {
    reconfigure({ main: { ...providerAt(other), model: first.model } });
    expect((await ask({ messages })).failure).toBeUndefined();
    expect(JSON.stringify(other.chats[0]?.body)).not.toContain('sealed-1');
  }
});

it('without an answer after it is left out (an answer that was stopped while it thought)', async () => {
  const server = await pool.start({ kind: 'openai_responses', script: [{ text: 'ok' }] });
  const { ask } = harness({ providers: { main: providerAt(server) } });
  const block = { type: 'reasoning', id: 'rs_9', summary: [], encrypted_content: 'sealed-9' };
  const reasoning = { type: 'reasoning', provider: 'main', block } as const;
  await ask({
    messages: [
      user('a'),
      {
        role: 'assistant',
        provider: 'main',
        model: 'test-openai_responses',
        parts: [{ type: 'text', text: 'half' }, reasoning],
      },
      user('b'),
    ],
  });
  expect(JSON.stringify(server.chats[0]?.body)).not.toContain('sealed-9');
});

it.each([
  [{ refusal: 'I cannot help with that.' }, 'refusal', 'I cannot help with that.'],
  [{ text: 'cut', stop: 'max_output_tokens' }, 'length', 'cut'],
  [{ text: 'hm', stop: 'content_filter' }, 'refusal', 'hm'],
] as const)('%o ends as what it is (a refusal taken for an answer)', async (answer, stop, text) => {
  const server = await pool.start({ kind: 'openai_responses', script: [answer] });
  const heard = await harness({ providers: { main: providerAt(server) } }).ask({});
  expect(heard).toMatchObject({ stop, text });
  expect(heard.failure).toBeUndefined();
});

it('a response that failed before it said anything is asked again, with its own reason', async () => {
  const streamError = { type: 'server_error', message: 'The model had a moment' };
  const server = await pool.start({ kind: 'openai_responses', script: [{ streamError }] });
  const { ask } = harness({ providers: { main: providerAt(server) } });
  const answer = await ask({});
  expect(server.chats.length).toBe(3);
  expect(answer.failure?.message).toContain('The model had a moment');
});
