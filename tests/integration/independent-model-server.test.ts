import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Brain } from '../../brain/brain.ts';
import { connect, say, startTestBrain, testHost } from '../support/brain-client.ts';
import { tempFolder } from '../support/temp-home.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';

/** Our own servers could share a misunderstanding with our readers; this one was written elsewhere. */
const formats = {
  anthropic: { kind: 'anthropic', path: '', more: {} },
  'openai chat': { kind: 'openai', path: '/v1', more: { api: 'chat' } },
  'openai responses': { kind: 'openai', path: '/v1', more: { api: 'responses' } },
  ollama: { kind: 'ollama', path: '', more: {} },
} as const;

let mock: LLMock;
let brain: Brain | undefined;
beforeEach(async () => {
  mock = new LLMock({ port: 0, host: '127.0.0.1' });
  mock.on(
    { userMessage: /What does my note say/, hasToolResult: false },
    { toolCalls: [{ name: 'Read', arguments: { file_path: 'note.txt' } }] },
  );
  mock.on({ hasToolResult: true }, { content: 'The note says: water the plants.' });
  mock.on({ userMessage: /hello/ }, { content: 'Hello from elsewhere.' });
  await mock.start();
});
afterEach(async () => {
  await brain?.stop();
  brain = undefined;
  await mock.stop();
});

async function clientFor(format: keyof typeof formats) {
  const { kind, path, more } = formats[format];
  const home = join(await tempFolder(), 'home');
  const workingDir = await writeConfig(
    home,
    { elsewhere: { kind, baseUrl: `${mock.url}${path}` } },
    {
      providers: {
        elsewhere: {
          kind,
          model: kind === 'anthropic' ? 'claude-sonnet-4-5' : 'gpt-4o',
          baseUrl: `${mock.url}${path}`,
          ...(kind === 'ollama' ? {} : { apiKeyEnv: 'TEST_KEY' }),
          ...more,
        },
      },
    },
  );
  await writeFile(join(workingDir, 'note.txt'), 'water the plants');
  brain = await startTestBrain(home, { host: testHost(testKeys) });
  return connect(brain);
}

describe.each(Object.keys(formats) as (keyof typeof formats)[])('%s', (format) => {
  it('holds a conversation with a tool call', async () => {
    const client = await clientFor(format);
    const { text, end } = await say(client, { text: 'What does my note say?' });
    expect(end).toMatchObject({ type: 'done', stopReason: 'end', iterations: 2 });
    expect(text).toBe('The note says: water the plants.');
    const result = await client.event('tool_result');
    expect(result).toMatchObject({ name: 'Read', ok: true });
  });

  it.each([
    ['every request fails with a server error', { dropRate: 1 }],
    ['every answer is not what was announced', { malformedRate: 1 }],
    ['every connection breaks', { disconnectRate: 1 }],
  ] as const)('%s: the turn ends with one error in words', async (_name, chaos) => {
    const client = await clientFor(format);
    mock.setChaos(chaos);
    const { turnId, end } = await say(client, { text: 'hello' });
    expect(end.type).toBe('error');
    if (end.type !== 'error') return;
    expect(end.message).toMatch(/elsewhere|answer/i);
    expect(end.message).not.toMatch(/\bat .*\.(?:js|ts):\d+/);
    const ends = client.events.filter(
      (event) => event.turnId === turnId && (event.type === 'done' || event.type === 'error'),
    );
    expect(ends).toHaveLength(1);
    mock.setChaos({});
    const { session } = await client.call('session.create', { model: 'elsewhere' });
    const after = await say(client, { sessionId: session.sessionId, text: 'hello' });
    expect(after.text).toBe('Hello from elsewhere.');
  });
});
