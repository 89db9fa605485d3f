import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { type ModelServer, type Script, startModelServer } from '../support/model-servers/index.ts';
import { startRealHost } from '../support/real-host.ts';
import { tempFolder } from '../support/temp-home.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function setUp(script: Script) {
  const home = join(await tempFolder(), 'home');
  const model = await startModelServer({ kind: 'openai', script });
  servers.push(model);
  const workingDir = await writeConfig(home, { first: model });
  return { home, model, workingDir };
}

const write = (name: string) => ({ name: 'Write', args: { file_path: name, content: name } });

it('an approval that waits when the brain is killed still waits, and the rest of the batch runs after it', async () => {
  const { home, model, workingDir } = await setUp([
    { text: 'Two files. ', toolCalls: [write('a.txt'), write('b.txt')], usage: { output: 7 } },
    { text: 'Both written.', usage: { output: 5 } },
  ]);
  const first = await startRealHost(home, testKeys);
  const before = await first.connect();
  const { turnId, sessionId } = await before.call('chat.send', { text: 'write a and b' });
  const asked = await before.event('yield');
  await first.kill();

  const second = await startRealHost(home, testKeys);
  const after = await second.connect();
  const { asks } = await after.call('turn.pending', { sessionId });
  expect(asks).toMatchObject([{ turnId, toolCallId: asked.toolCallId, title: asked.title }]);
  expect((await after.call('session.get', { sessionId })).session.status).toBe('waiting');
  await after.call('turn.resume', { turnId, toolCallId: asked.toolCallId, decision: 'allow_once' });
  const next = await after.event('yield', ({ toolCallId }) => toolCallId !== asked.toolCallId);
  await after.call('turn.resume', { turnId, toolCallId: next.toolCallId, decision: 'allow_once' });
  const done = await after.event('done');
  expect(done).toMatchObject({ iterations: 2, usage: { outputTokens: 12 } });
  expect((await readdir(workingDir)).sort()).toEqual(['a.txt', 'b.txt']);
  expect(model.chats).toHaveLength(2);
  // What was sent before the crash is sent again byte for byte, the turn's context included.
  const [sent, again] = model.chats.map(({ body }) => (body as { messages: unknown[] }).messages);
  expect(JSON.stringify(again?.slice(0, sent?.length))).toBe(JSON.stringify(sent));

  const { turns } = await after.call('session.get', { sessionId });
  const seqs = turns.flatMap(({ events }) => events.map(({ seq }) => seq));
  expect(new Set(seqs).size).toBe(seqs.length);
  const types = turns.flatMap(({ events }) => events.map(({ type }) => type));
  expect(types.filter((type) => type === 'yield')).toHaveLength(2);
  expect(types.filter((type) => type === 'tool_result')).toHaveLength(2);
  await second.kill();
});

it('an answer that streams when the brain is killed is closed as interrupted with its text, and told once', async () => {
  const { home } = await setUp([
    { text: 'Once upon a time there was', textPiece: 5, hangAt: 'text' },
  ]);
  const first = await startRealHost(home, testKeys);
  const before = await first.connect();
  const { sessionId } = await before.call('chat.send', { text: 'a story' });
  await before.event('delta');
  const transcript = join(homePaths(home).sessions, sessionId, 'transcript.jsonl');
  // The promise is "at most the last second": the text counts once it was written down.
  await expect.poll(() => readFile(transcript, 'utf8')).toContain('"partial"');
  await first.kill();

  const second = await startRealHost(home, testKeys);
  const after = await second.connect();
  const { turns, messages, session } = await after.call('session.get', { sessionId });
  expect(session.status).toBe('idle');
  expect(turns[0]?.events.at(-1)).toMatchObject({
    type: 'error',
    code: 'interrupted',
    retryable: true,
  });
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', text: 'Once ' });
  const [day] = await readdir(homePaths(home).episodes);
  const episode = await readFile(join(homePaths(home).episodes, day ?? ''), 'utf8');
  expect(episode.match(/\*\*Outcome:\*\* interrupted/g)).toHaveLength(1);
  await second.kill();

  const third = await startRealHost(home, testKeys);
  const again = await (await third.connect()).call('session.get', { sessionId });
  expect(again.lastSeq).toBe(turns[0]?.events.at(-1)?.seq);
  await third.kill();
});

it('a client with an old epoch is told to start again instead of being shown a mixture', async () => {
  const { home } = await setUp([{ text: 'Hello.' }]);
  const first = await startRealHost(home, testKeys);
  const before = await first.connect();
  const { sessionId } = await before.call('chat.send', { text: 'hi' });
  const { seq, epoch } = await before.event('done');
  await first.kill();
  const second = await startRealHost(home, testKeys);
  const after = await second.connect();
  const answer = await after.call('events.subscribe', { sessionId, epoch, afterSeq: seq });
  expect(answer).toMatchObject({ reset: true });
  expect(answer.epoch).not.toBe(epoch);
  await second.kill();
});
