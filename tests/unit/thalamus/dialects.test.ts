/** What compatible servers and routers want back although OpenAI's own never sends it. */
import { readFile } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import type { ServerKind } from '../../support/model-servers/index.ts';
import { afterCalls, harness, readTool, user } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());

type Sent = Readonly<Record<string, unknown>>;

/** The assistant message that goes back after an answer that was recorded. */
async function sentBack(kind: ServerKind, file: string): Promise<Sent | undefined> {
  const url = new URL(`../../fixtures/wire/${file}`, import.meta.url);
  const body = await readFile(url, 'utf8');
  const server = await pool.start({ kind, script: [{ body }, { text: 'ok' }] });
  const { ask } = harness({ providers: { main: providerAt(server) } });
  const first = await ask({ tools: [readTool] });
  await ask({ messages: [user('Read'), ...afterCalls(first, 'hi')], tools: [readTool] });
  const second = server.chats[1]?.body as { readonly messages: readonly Sent[] } | undefined;
  return second?.messages.find(({ role }) => role === 'assistant');
}

it('DeepSeek gets its reasoning back beside tool calls (400: reasoning_content is missing)', async () => {
  expect(await sentBack('openai', 'openai-deepseek-reasoning.txt')).toMatchObject({
    content: 'Let me check.',
    reasoning_content: 'The user wants the weather 🌦',
  });
});

it('a router gets its reasoning details back as one list, pieces joined', async () => {
  const sent = await sentBack('openai', 'openai-router-reasoning-details.txt');
  expect(sent?.reasoning_details).toEqual([
    {
      type: 'reasoning.text',
      text: 'First look.',
      signature: 'ErUBCkYIBRgCIkA=',
      format: 'anthropic-claude-v1',
      index: 0,
    },
    {
      type: 'reasoning.encrypted',
      data: 'gAAAA==',
      id: 'rs_1',
      format: 'openai-responses-v1',
      index: 1,
    },
  ]);
  expect(sent).not.toHaveProperty('reasoning_content');
});

it('Google gets the signature of its thought on the call that it signed, and calls get ids', async () => {
  const sent = await sentBack('openai', 'openai-google.txt');
  const calls = sent?.tool_calls as readonly Sent[];
  expect(calls.map(({ extra_content }) => extra_content)).toEqual([
    { google: { thought_signature: 'CpcDAXLI2nw=' } },
    undefined,
  ]);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  expect(calls.every(({ id }) => typeof id === 'string' && id !== '')).toBe(true);
});

it('Ollama gets the thinking back that led to its calls', async () => {
  const sent = await sentBack('ollama', 'ollama-thinking-and-calls.txt');
  expect(sent).toMatchObject({ content: 'Ich lese.', thinking: 'Okay, die Datei 📄.' });
});

it('none of it reaches another provider', async () => {
  const url = new URL('../../fixtures/wire/openai-google.txt', import.meta.url);
  const google = await pool.start({
    kind: 'openai',
    script: [{ body: await readFile(url, 'utf8') }],
  });
  const other = await pool.start({ kind: 'openai', script: [{ text: 'ok' }] });
  const { ask } = harness({ providers: { google: providerAt(google), other: providerAt(other) } });
  const first = await ask({ tools: [readTool] });
  await ask({ choice: 'other', messages: [user('Read'), ...afterCalls(first, 'hi')] });
  expect(JSON.stringify(other.chats[0]?.body)).not.toMatch(/extra_content|thought_signature/);
});
