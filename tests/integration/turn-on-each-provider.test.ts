import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Brain } from '../../brain/brain.ts';
import { homePaths } from '../../brain/shared/home.ts';
import { connectomeEvent } from '../../protocol/index.ts';
import { connect, endOf, say, startTestBrain, testHost } from '../support/brain-client.ts';
import {
  type ModelServer,
  type ScriptedAnswer,
  serverKinds,
  startModelServer,
} from '../support/model-servers/index.ts';
import { tempFolder } from '../support/temp-home.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';

const kinds = serverKinds;
const open: { close?(): Promise<void>; stop?(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await (one.stop?.() ?? one.close?.());
});

async function server(
  kind: (typeof kinds)[number],
  script: readonly ScriptedAnswer[],
): Promise<ModelServer> {
  const started = await startModelServer({ kind, script });
  open.push(started);
  return started;
}

async function brainFor(home: string): Promise<Brain> {
  const brain = await startTestBrain(home, { host: testHost(testKeys) });
  open.unshift(brain);
  return brain;
}

const usage = { input: 100, output: 20 };

it.each(kinds)(
  '%s: two tool calls and one approval end in one answer, one episode and two outcomes',
  async (kind) => {
    const home = join(await tempFolder(), 'home');
    const model = await server(kind, [
      {
        text: 'I look first. ',
        toolCalls: [{ name: 'Read', args: { file_path: 'note.txt' } }],
        usage,
      },
      { toolCalls: [{ name: 'Write', args: { file_path: 'copy.txt', content: 'hello' } }], usage },
      { text: 'Copied it.', usage },
    ]);
    const workingDir = await writeConfig(home, { first: model });
    await writeFile(join(workingDir, 'note.txt'), 'hello');
    const client = connect(await brainFor(home));
    const { turnId } = await client.call('chat.send', { text: 'Copy note.txt to copy.txt' });
    const ask = await client.event('yield', (event) => event.turnId === turnId);
    expect(ask.title).toContain('copy.txt');
    expect(ask.diff).toContain('+hello');
    await client.call('turn.resume', {
      turnId,
      toolCallId: ask.toolCallId,
      decision: 'allow_once',
    });
    const end = await endOf(client, turnId);
    expect(end).toMatchObject({
      type: 'done',
      stopReason: 'end',
      iterations: 3,
      usage: { outputTokens: 60 },
    });
    expect(await readFile(join(workingDir, 'copy.txt'), 'utf8')).toBe('hello');

    const types = client.events.filter((event) => event.turnId === turnId).map(({ type }) => type);
    expect(types.filter((type) => type === 'tool_result')).toHaveLength(2);
    expect(types.filter((type) => type === 'content')).toHaveLength(1);
    expect(types.at(-1)).toBe('done');
    const seqs = client.events.filter((event) => event.turnId === turnId).map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index));

    // Nothing travels that the protocol does not name.
    for (const event of client.events) expect(connectomeEvent.parse(event)).toEqual(event);

    const paths = homePaths(home);
    const [day] = await readdir(paths.episodes);
    const episode = await readFile(join(paths.episodes, day ?? ''), 'utf8');
    expect(episode).toContain('- **Tools:** Read (success), Write (success)');
    expect(episode).toContain('- **Response:** Copied it.');
    const [outcomes] = (await readdir(paths.outcomes)).filter((name) => name.endsWith('.md'));
    const journal = await readFile(join(paths.outcomes, outcomes ?? ''), 'utf8');
    expect(journal.match(/\| success/g)).toHaveLength(2);
    // Asking waits for what is still being written.
    const { snapshots } = await client.call('snapshot.list', { turnId });
    expect(snapshots).toHaveLength(3);
    const written = await readdir(paths.snapshots);
    for (const { snapshotId } of snapshots) expect(written).toContain(`${snapshotId}.md`);
  },
);

it('takes the next provider when the first one dies in the middle of a conversation, and says so', async () => {
  const home = join(await tempFolder(), 'home');
  const first = await server('anthropic', [{ text: 'Hello from the first.', usage }]);
  const second = await server('openai', [{ text: 'Hello from the second.', usage }]);
  await writeConfig(home, { first, second });
  const client = connect(await brainFor(home));
  const one = await say(client, { text: 'Hi' });
  expect(one.text).toBe('Hello from the first.');
  await first.close();
  const two = await say(client, { sessionId: one.sessionId, text: 'And again?' });
  expect(two.text).toBe('Hello from the second.');
  const took = await client.event('provider', (event) => event.turnId === two.turnId);
  expect(took).toMatchObject({ provider: 'second', failed: [{ provider: 'first' }] });
  const sent = JSON.stringify(second.chats[0]?.body);
  expect(sent).toContain('Hello from the first.');
});

it.each(kinds)(
  '%s: an answer cut off in the middle ends the turn with what was shown, told once',
  async (kind) => {
    const home = join(await tempFolder(), 'home');
    const model = await server(kind, [
      {
        text: 'This answer will never be whole.',
        textPiece: 4,
        cutAfterBytes: kind === 'openai_responses' ? 1200 : 700,
      },
    ]);
    const spare = await server('openai', [{ text: 'Not asked.' }]);
    await writeConfig(home, { first: model, spare });
    const client = connect(await brainFor(home));
    const { end, text } = await say(client, { text: 'Tell me' });
    expect(end).toMatchObject({ type: 'error', code: 'stream_broken', retryable: true });
    const shown = client.events
      .flatMap((event) => (event.type === 'delta' ? [event.text] : []))
      .join('');
    expect(text).toBe(shown);
    expect(shown.length).toBeGreaterThan(0);
    expect(spare.chats).toHaveLength(0);
  },
);

it('makes one closing call without tools after the last iteration, so that the owner gets an answer', async () => {
  const home = join(await tempFolder(), 'home');
  const again = { toolCalls: [{ name: 'Glob', args: { pattern: '*.txt' } }], usage };
  const model = await server('openai', [again, again, { ...again, text: 'That is all I found.' }]);
  await writeConfig(home, { first: model }, { limits: { maxIterations: 2 } });
  const client = connect(await brainFor(home));
  const { end, text } = await say(client, { text: 'Look for ever' });
  expect(end).toMatchObject({ type: 'done', stopReason: 'max_iterations', iterations: 2 });
  expect(text).toBe('That is all I found.');
  expect(model.chats.at(-1)?.body).toMatchObject({ tool_choice: 'none' });
  expect(JSON.stringify(model.chats.at(-1)?.body)).toContain('"tools"');
});

it('sends the same bytes before the last message from turn to turn, so that prompt caches hit', async () => {
  const home = join(await tempFolder(), 'home');
  const model = await server('openai', [
    { text: 'One.', usage },
    { text: 'Two.', usage },
    { text: 'Three.', usage },
  ]);
  await writeConfig(home, { first: model });
  const client = connect(await brainFor(home));
  const { sessionId } = await say(client, { text: 'first' });
  await say(client, { sessionId, text: 'second' });
  await say(client, { sessionId, text: 'third' });
  const bodies = model.chats.map(({ body }) => body as { messages: unknown[]; tools: unknown });
  for (const [index, body] of bodies.entries()) {
    const later = bodies[index + 1];
    if (later === undefined) continue;
    expect(JSON.stringify(later.tools)).toBe(JSON.stringify(body.tools));
    expect(JSON.stringify(later.messages.slice(0, body.messages.length))).toBe(
      JSON.stringify(body.messages),
    );
  }
});

it('gives bad arguments back to the model as an error and never runs the tool', async () => {
  const home = join(await tempFolder(), 'home');
  const model = await server('openai', [
    {
      toolCalls: [
        { name: 'Write', args: '{"file_path": "a.txt", "conte' },
        { name: 'Write', args: { path: 'b.txt', content: '' } },
      ],
      usage,
    },
    { text: 'I give up.', usage },
  ]);
  const workingDir = await writeConfig(
    home,
    { first: model },
    { permissions: { mode: 'bypassPermissions' } },
  );
  const client = connect(await brainFor(home));
  const { turnId, end } = await say(client, { text: 'write' });
  expect(end.type).toBe('done');
  const results = client.events.filter(
    (event) => event.turnId === turnId && event.type === 'tool_result',
  );
  expect(results).toHaveLength(2);
  for (const result of results) expect(result).toMatchObject({ ok: false });
  expect(JSON.stringify(results[1])).toContain('file_path');
  expect(await readdir(workingDir)).toEqual([]);
});
