/** Status 200, and yet no stream: error bodies, web pages, servers that cannot stream, huge answers. */
import { afterEach, describe, expect, it } from 'vitest';
import { type ServerKind, serverKinds } from '../../support/model-servers/index.ts';
import { harness, readTool } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());
const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };

describe.each(serverKinds)('%s', (kind) => {
  it.each([
    ['{"error":{"message":"Upstream fell over","code":502}}', 3],
    ['{"error":{"message":"Upstream fell over","type":"overloaded_error"}}', 3],
    ['\n {"error":"Upstream fell over"}\n', 3],
  ])('an error with status 200 is told in its own words: %s', async (body, chats) => {
    const server = await pool.start({ kind, script: [{ body, headers: json }] });
    const answer = await harness({ providers: { main: providerAt(server) } }).ask({});
    expect(answer.failure).toMatchObject({ code: 'all_providers_failed', started: false });
    expect(answer.failure?.message).toContain('Upstream fell over');
    expect(server.chats.length).toBe(chats);
  });

  it('a web page moves on at once and names the address (an answer made of HTML)', async () => {
    const body = '<!DOCTYPE html><html><head><title>Welcome</title></head></html>';
    const bad = await pool.start({ kind, script: [{ body, headers: html }] });
    const good = await pool.start({ kind, script: [{ text: 'from the next' }] });
    const { ask, stream, health } = harness({
      providers: { bad: providerAt(bad), good: providerAt(good) },
    });
    expect(await ask({})).toMatchObject({ provider: 'good', text: 'from the next' });
    for await (const chunk of stream({})) {
      if (chunk.type !== 'provider') continue;
      expect(chunk.failed[0]).toMatchObject({ provider: 'bad', code: 'not_an_api' });
      expect(chunk.failed[0]?.message).toContain('baseUrl');
    }
    expect([bad.chats.length, health.length]).toEqual([2, 0]);
  });

  it('an empty answer is a broken one', async () => {
    const server = await pool.start({ kind, script: [{ body: '' }, { text: 'whole' }] });
    const answer = await harness({ providers: { main: providerAt(server) } }).ask({});
    expect(answer).toMatchObject({ text: 'whole', stop: 'end' });
  });

  it('one text of 10 MB, in small and in giant pieces, comes whole (minutes of copying)', async () => {
    const text = 'Zehn Megabyte Wörter, '.repeat(500_000);
    for (const textPiece of [40_000, 11_000_000]) {
      const server = await pool.start({ kind, script: [{ text, textPiece }] });
      const answer = await harness({ providers: { main: providerAt(server) } }).ask({});
      expect(answer.failure).toBeUndefined();
      expect(answer.text === text).toBe(true);
      await server.close();
    }
  });

  it('long arguments in pieces of five characters come whole', async () => {
    const args = { file_path: 'x'.repeat(100_000) };
    const server = await pool.start({ kind, script: [{ toolCalls: [{ name: 'Read', args }] }] });
    const answer = await harness({ providers: { main: providerAt(server) } }).ask({
      tools: [readTool],
    });
    expect(answer.calls[0]?.call.args.file_path === args.file_path).toBe(true);
  });
});

const whole: Readonly<Record<ServerKind, object>> = {
  anthropic: {
    type: 'message',
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 's' },
      { type: 'text', text: 'Hi.' },
      { type: 'tool_use', id: 't', name: 'Read', input: { file_path: 'a' } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 5, output_tokens: 6 },
  },
  openai: {
    object: 'chat.completion',
    choices: [
      {
        message: {
          reasoning_content: 'Hm.',
          content: 'Hi.',
          tool_calls: [
            {
              id: 't',
              function: { name: 'Read', arguments: '{"file_path":"a"}' },
              type: 'function',
            },
          ],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 5, completion_tokens: 6 },
  },
  openai_responses: {
    object: 'response',
    status: 'completed',
    error: null,
    output: [
      { type: 'reasoning', id: 'r', summary: [{ type: 'summary_text', text: 'Hm.' }] },
      { type: 'message', content: [{ type: 'output_text', text: 'Hi.' }] },
      { type: 'function_call', call_id: 't', name: 'Read', arguments: '{"file_path":"a"}' },
    ],
    usage: { input_tokens: 5, output_tokens: 6 },
  },
  ollama: {
    message: {
      thinking: 'Hm.',
      content: 'Hi.',
      tool_calls: [{ id: 't', function: { name: 'Read', arguments: '{"file_path":"a"}' } }],
    },
    done: true,
    prompt_eval_count: 5,
    eval_count: 6,
  },
};

it.each(serverKinds)('%s: a server that cannot stream is understood all the same', async (kind) => {
  const body = JSON.stringify(whole[kind], null, kind === 'ollama' ? 0 : 2);
  const server = await pool.start({ kind, script: [{ body, headers: json, splitBytes: 7 }] });
  const answer = await harness({ providers: { main: providerAt(server) } }).ask({
    tools: [readTool],
  });
  expect(answer).toMatchObject({
    text: 'Hi.',
    thinking: 'Hm.',
    stop: 'tool_calls',
    usage: { inputTokens: 5, outputTokens: 6 },
    calls: [{ call: { name: 'Read', args: { file_path: 'a' } }, providerCallId: 't' }],
  });
  expect(answer.failure).toBeUndefined();
});
