/** Answers that end before their model wanted to, and conversations that change their model. */
import { afterEach, describe, expect, it } from 'vitest';
import { type ServerKind, serverKinds } from '../../support/model-servers/index.ts';
import { afterCalls, harness, readTool, user } from './harness.ts';
import { providerAt, serverPool } from './servers.ts';

const pool = serverPool();
afterEach(() => pool.closeAll());

const lengthStop: Readonly<Record<ServerKind, string>> = {
  anthropic: 'max_tokens',
  openai: 'length',
  openai_responses: 'max_output_tokens',
  ollama: 'length',
};

describe.each(serverKinds)('%s', (kind) => {
  const length = lengthStop[kind];

  it('the length limit is told from an end (an answer that just stops)', async () => {
    const server = await pool.start({ kind, script: [{ text: 'Once upon a', stop: length }] });
    const answer = await harness({ providers: { main: providerAt(server) } }).ask({});
    expect(answer).toMatchObject({ text: 'Once upon a', stop: 'length' });
  });

  it('a call that the limit cut off never runs', async () => {
    const toolCalls = [
      { name: 'Read', args: { file_path: 'a' } },
      { name: 'Read', args: '{"file_pa' },
    ];
    const server = await pool.start({ kind, script: [{ toolCalls, stop: length }] });
    const { ask } = harness({ providers: { main: providerAt(server) } });
    const { calls, stop } = await ask({ tools: [readTool] });
    expect(stop).toBe('length');
    expect(calls.map(({ problem }) => problem === undefined)).toEqual([true, false]);
  });

  it('tools stay in the closing call, which must not use them', async () => {
    const server = await pool.start({ kind, script: [{ text: 'ok' }] });
    const { ask } = harness({ providers: { main: providerAt(server) } });
    await ask({ tools: [readTool], toolChoice: 'none' });
    const body = JSON.stringify(server.chats[0]?.body);
    expect(body).toContain('"Read"');
    if (kind === 'ollama') expect(body).not.toContain('tool_choice');
    else expect(body).toMatch(/"tool_choice":(?:"none"|\{"type":"none"\})/);
  });

  it.each(serverKinds)('a conversation goes on with %s, failed call and all', async (next) => {
    const before = await pool.start({
      kind,
      script: [
        {
          thinking: 'private thoughts',
          text: 'Looking.',
          toolCalls: [{ name: 'Read', args: { file_path: 'gone.txt' } }],
        },
      ],
    });
    const after = await pool.start({ kind: next, script: [{ text: 'It is gone.' }] });
    const { ask } = harness({
      providers: { before: providerAt(before), after: providerAt(after) },
    });
    const first = await ask({ tools: [readTool] });
    const [assistant, results] = afterCalls(first, 'no such file');
    if (assistant === undefined || results === undefined) throw new Error('no calls');
    const parts = results.parts.map((part) =>
      part.type === 'tool_result' ? { ...part, ok: false } : part,
    );
    const messages = [user('Read it'), assistant, { ...results, parts }, user('And?')];
    const second = await ask({ choice: 'after', messages, tools: [readTool] });
    expect(second).toMatchObject({ provider: 'after', text: 'It is gone.' });
    expect(second.failure).toBeUndefined();
    const body = JSON.stringify(after.chats[0]?.body);
    for (const said of ['Looking.', 'gone.txt', 'no such file', 'And?']) {
      expect(body).toContain(said);
    }
    expect(body).not.toMatch(/private thoughts|signed-1|sealed-1/);
    expect(body).toMatch(next === 'anthropic' ? /"is_error":true/ : /Error: no such file/);
  });
});

it.each([
  ['anthropic', { text: 'No.', stop: 'refusal' }],
  ['openai', { text: 'No.', stop: 'content_filter' }],
  ['openai', { refusal: 'No.', stop: 'stop' }],
  ['openai_responses', { text: 'No.', stop: 'content_filter' }],
  ['openai_responses', { refusal: 'No.' }],
] as const)('%s: a refusal is told from an answer: %o', async (kind, scripted) => {
  const server = await pool.start({ kind, script: [scripted] });
  const answer = await harness({ providers: { main: providerAt(server) } }).ask({});
  expect(answer).toMatchObject({ text: 'No.', stop: 'refusal' });
});
