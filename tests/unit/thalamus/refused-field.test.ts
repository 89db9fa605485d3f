/** Servers that call themselves compatible and refuse a whole request for one field of it. */
import { afterEach, describe, expect, it } from 'vitest';
import type { RecordedRequest, ScriptedAnswer } from '../../support/model-servers/index.ts';
import { harness, readTool } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());

/** Answers only requests without `field`; the refusal is what such a server really says. */
function refusing(field: string, status: number, message: string) {
  return ({ body }: RecordedRequest): ScriptedAnswer =>
    field in (body as object)
      ? { status, body: JSON.stringify({ error: { message } }) }
      : { text: 'fine' };
}

describe.each([
  ['openai', 'stream_options', 400, 'Unrecognized request argument supplied: stream_options'],
  ['openai', 'stream_options', 422, 'body.stream_options: Extra inputs are not permitted'],
  ['openai', 'tool_choice', 400, 'tool_choice "none" is not implemented'],
  [
    'openai',
    'tool_choice',
    404,
    "No endpoints found that support the provided 'tool_choice' value.",
  ],
  ['openai', 'tools', 400, 'registry.ollama.ai/library/gemma:2b does not support tools'],
  ['openai', 'tools', 400, '"auto" tool choice requires --enable-auto-tool-choice'],
  [
    'openai',
    'max_tokens',
    400,
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  ],
  ['openai_responses', 'include', 400, 'Encrypted content is not supported with this model.'],
  [
    'openai_responses',
    'reasoning',
    400,
    'Your organization must be verified to generate reasoning summaries.',
  ],
] as const)('%s refuses %s (%i: %s)', (kind, field, status, message) => {
  it('is asked once without it and never again with it (a model that can never be used)', async () => {
    const server = await pool.start({ kind, script: refusing(field, status, message) });
    const provider = providerAt(server, { maxOutputTokens: 100 });
    const { ask, waits, prepared } = harness({ providers: { main: provider } });
    for (const chats of [2, 3]) {
      const answer = await ask({ tools: [readTool], toolChoice: 'none' });
      expect(answer).toMatchObject({ text: 'fine' });
      expect(server.chats.length).toBe(chats);
    }
    expect([waits.length, prepared.length]).toEqual([0, 2]);
    if (field === 'max_tokens') {
      expect(server.chats[1]?.body).toMatchObject({ max_completion_tokens: 100 });
    }
  });
});

it('a server that refuses the field even where it is not sent is not asked for ever', async () => {
  const body = JSON.stringify({ error: { message: 'stream_options: no' } });
  const bad = await pool.start({ kind: 'openai', script: [{ status: 400, body }] });
  const good = await pool.start({ kind: 'openai', script: [{ text: 'next' }] });
  const { ask, health } = harness({ providers: { bad: providerAt(bad), good: providerAt(good) } });
  expect(await ask({})).toMatchObject({ provider: 'good', text: 'next' });
  expect(bad.chats.length).toBe(2);
  expect(health).toEqual([]);
});

it('models known not to reason are not asked for their reasoning', async () => {
  const server = await pool.start({ kind: 'openai_responses', script: [{ text: 'ok' }] });
  await harness({ providers: { main: providerAt(server, { model: 'gpt-4o-mini' }) } }).ask({});
  expect(server.chats[0]?.body).not.toHaveProperty('include');
  expect(server.chats[0]?.body).not.toHaveProperty('reasoning');
});
