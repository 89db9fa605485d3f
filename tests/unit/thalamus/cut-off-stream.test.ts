import { afterEach, describe, expect, it } from 'vitest';
import { type ServerKind, serverKinds } from '../../support/model-servers/index.ts';
import { harness, readTool } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());
const kinds = serverKinds;

/** Bytes after which some text was sent and the end was not. */
const middle: Readonly<Record<ServerKind, number>> = {
  anthropic: 1000,
  openai: 700,
  openai_responses: 1200,
  ollama: 400,
};
const long = { text: 'one two three four five six seven eight nine ten '.repeat(4), textPiece: 5 };

describe.each(kinds)('%s', (kind) => {
  it.each(['cutAfterBytes', 'endAfterBytes'] as const)(
    '%s in the middle: partial text kept, failure shown, nothing asked again',
    async (how) => {
      const server = await pool.start({ kind, script: [{ ...long, [how]: middle[kind] }] });
      const spare = await pool.start({ kind, script: [{ text: 'never' }] });
      const { ask, waits } = harness({
        providers: { main: providerAt(server), spare: providerAt(spare) },
      });
      const answer = await ask({});
      expect(answer.text).toMatch(/^one two/);
      expect(long.text.startsWith(answer.text)).toBe(true);
      expect(answer.failure).toMatchObject({
        code: 'stream_broken',
        started: true,
        retryable: true,
      });
      expect(answer.failure?.message).toContain('main');
      expect([server.chats.length, spare.chats.length, waits.length]).toEqual([1, 0, 0]);
    },
  );

  it.each(['cutAfterBytes', 'endAfterBytes'] as const)(
    '%s before the first text: asked again on the same provider, nothing doubled',
    async (how) => {
      const server = await pool.start({
        kind,
        script: [{ ...long, [how]: 10 }, { text: 'whole' }],
      });
      const { ask, waits } = harness({ providers: { main: providerAt(server) } });
      const answer = await ask({});
      expect(answer).toMatchObject({ text: 'whole', stop: 'end' });
      expect(answer.failure).toBeUndefined();
      expect([server.chats.length, waits.length]).toEqual([2, 1]);
    },
  );

  it('never runs a tool call whose answer broke off (half arguments executed)', async () => {
    const call = { name: 'Read', args: { file_path: 'x'.repeat(2000) } };
    const server = await pool.start({
      kind,
      script: [
        { text: 'Reading', toolCalls: [call], cutAfterBytes: kind === 'ollama' ? 300 : 2000 },
      ],
    });
    const answer = await harness({ providers: { main: providerAt(server) } }).ask({
      tools: [readTool],
    });
    expect(answer.failure?.code).toBe('stream_broken');
    expect(answer.calls).toEqual([]);
    expect(answer.parts.filter((part) => part.type === 'tool_call')).toEqual([]);
  });

  it('an error event in the middle ends the answer with what it said', async () => {
    const streamError = { type: 'overloaded_error', message: 'Overloaded for now' };
    const server = await pool.start({ kind, script: [{ text: 'Half', streamError }] });
    const answer = await harness({ providers: { main: providerAt(server) } }).ask({});
    expect(answer.text).toBe('Half');
    expect(answer.failure).toMatchObject({ code: 'stream_broken', started: true });
    expect(answer.failure?.message).toContain('Overloaded for now');
  });
});

it('OpenAI without its [DONE] line is whole when the finish reason was seen', async () => {
  const body =
    'data: {"choices":[{"index":0,"delta":{"content":"whole"},"finish_reason":null}]}\n\n' +
    'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';
  const server = await pool.start({ kind: 'openai', script: [{ body }] });
  const answer = await harness({ providers: { main: providerAt(server) } }).ask({});
  expect(answer).toMatchObject({ text: 'whole', stop: 'end' });
  expect(answer.failure).toBeUndefined();
});

it('a line that is not JSON ends an Ollama answer instead of a silent gap', async () => {
  const body =
    '{"message":{"role":"assistant","content":"be"},"done":false}\n<html>gateway</html>\n' +
    '{"message":{"role":"assistant","content":"fore"},"done":true,"done_reason":"stop"}\n';
  const server = await pool.start({ kind: 'ollama', script: [{ body }] });
  const answer = await harness({ providers: { main: providerAt(server) } }).ask({});
  expect(answer.text).toBe('be');
  expect(answer.failure?.code).toBe('stream_broken');
});

it('a server killed in the middle of its answer ends the stream (a turn that never ends)', async () => {
  const server = await pool.start({
    kind: 'openai',
    script: [{ text: 'Half of it', hangAt: 'text' }],
  });
  const { stream } = harness({ providers: { main: providerAt(server) } });
  const types: string[] = [];
  for await (const chunk of stream({})) {
    types.push(chunk.type);
    if (chunk.type === 'text') await server.close();
  }
  expect(types).toEqual(['provider', 'text', 'failed']);
});
