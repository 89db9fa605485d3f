import { afterEach, describe, expect, it } from 'vitest';
import { serverKinds } from '../../support/model-servers/index.ts';
import { afterCalls, harness, readTool, user } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());
const kinds = serverKinds;

describe.each(kinds)('%s', (kind) => {
  it('carries a conversation with a tool call to its end (lost ids, lost results, wrong roles)', async () => {
    const server = await pool.start({
      kind,
      script: [
        {
          thinking: 'I should look.',
          text: 'Let me read it. ',
          toolCalls: [
            { name: 'Read', args: { file_path: 'a "quoted" ä.txt' } },
            { name: 'Read', args: { file_path: 'b.txt' } },
          ],
          usage: { input: 21, output: 7, cacheRead: 4 },
        },
        { text: 'It says hi.' },
      ],
    });
    const { ask } = harness({ providers: { main: providerAt(server) } });
    const first = await ask({ text: 'Read the file', tools: [readTool] });
    expect(first).toMatchObject({
      provider: 'main',
      model: `test-${kind}`,
      text: 'Let me read it. ',
      thinking: 'I should look.',
      stop: 'tool_calls',
      usage: { inputTokens: 21, outputTokens: 7, cacheReadTokens: kind === 'ollama' ? 0 : 4 },
    });
    expect(first.failure).toBeUndefined();
    expect(first.calls.map(({ call }) => call.args)).toEqual([
      { file_path: 'a "quoted" ä.txt' },
      { file_path: 'b.txt' },
    ]);
    expect(new Set(first.calls.map(({ call }) => call.id)).size).toBe(2);

    const second = await ask({
      messages: [user('Read the file'), ...afterCalls(first, 'hi')],
      tools: [readTool],
      toolChoice: 'none',
    });
    expect(second).toMatchObject({ text: 'It says hi.', stop: 'end', calls: [] });
    expect(server.chats[1]?.body).toMatchSnapshot();
  });

  it.each([1, 2, 3, 7, 64])(
    'reads a stream split every %i bytes (characters torn apart)',
    async (splitBytes) => {
      const text = 'Grüße, 世界 👩‍👩‍👧 – done';
      const server = await pool.start({
        kind,
        script: [
          {
            text,
            textPiece: 3,
            toolCalls: [{ name: 'Read', args: { file_path: '世.txt' } }],
            splitBytes,
          },
        ],
      });
      const answer = await harness({ providers: { main: providerAt(server) } }).ask({
        tools: [readTool],
      });
      expect(answer.failure).toBeUndefined();
      expect(answer.text).toBe(text);
      expect(answer.calls[0]?.call.args).toEqual({ file_path: '世.txt' });
    },
  );

  it('sends the same bytes for the same request (cache misses on every turn)', async () => {
    const server = await pool.start({ kind, script: [{ text: 'a' }] });
    const { ask } = harness({ providers: { main: providerAt(server) } });
    await ask({ text: 'same', tools: [readTool] });
    await ask({ text: 'same', tools: [readTool] });
    expect(JSON.stringify(server.chats[0]?.body)).toBe(JSON.stringify(server.chats[1]?.body));
  });
});
