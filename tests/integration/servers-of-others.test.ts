/** The official MCP servers, as people have them, driven through the whole pipeline. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { connect, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';
import type { ScriptedAnswer } from '../support/model-servers/index.ts';
import { tempFolder } from '../support/temp-home.ts';

const packages = join(import.meta.dirname, '..', '..', 'node_modules', '@modelcontextprotocol');
const official = (name: string, ...args: string[]) => ({
  command: process.execPath,
  args: [join(packages, name, 'dist', 'index.js'), ...args],
});

/** A brain whose model calls what `plan` says, one answer after the other, and these servers. */
async function scene(servers: object, more: Readonly<Record<string, unknown>> = {}) {
  const plan: ScriptedAnswer[] = [];
  const { home, model, workingDir } = await modelHome(
    () => plan.shift() ?? { text: 'That was all.' },
    more,
  );
  // Where they run in the sandbox, folders are made in their owner's home.
  vi.stubEnv('HOME', await tempFolder());
  const client = connect(await startBrainIn(home));
  const text = JSON.stringify({ mcpServers: servers });
  await client.call('mcp.add', { text, start: true });
  await Promise.all(Object.keys(servers).map((name) => client.call('mcp.test', { name })));
  const call = (name: string, args: object): ScriptedAnswer => ({ toolCalls: [{ name, args }] });
  /** One turn in which the model makes this call; its result. */
  async function calls(name: string, args: object = {}, sessionId?: string) {
    plan.push(call(name, args), { text: 'Fine.' });
    const to = sessionId === undefined ? {} : { sessionId };
    const { turnId } = await say(client, { ...to, text: 'go on' });
    const result = client.events.find((e) => e.turnId === turnId && e.type === 'tool_result');
    if (result?.type !== 'tool_result') throw new Error('the call has no result');
    return result;
  }
  return { model, workingDir, client, plan, call, calls };
}

/** What the model was sent last, as one text. */
const sent = (model: { readonly chats: readonly { readonly text: string }[] }): string =>
  model.chats.at(-1)?.text ?? '';

it('server-everything: asked first, then words, data, pictures, links, forms, progress', async () => {
  const { model, client, calls, plan, call } = await scene({
    everything: official('server-everything'),
  });
  const { servers } = await client.call('mcp.list', {});
  expect(servers[0]).toMatchObject({ state: 'ready', server: 'mcp-servers/everything' });
  // Without a rule it asks; the question shows exactly what would be sent.
  plan.push(call('mcp__everything__echo', { message: 'hello' }));
  const { sessionId, turnId } = await client.call('chat.send', { text: 'go' });
  const { toolCallId, ...asked } = await client.event('yield');
  expect(asked).toMatchObject({
    title: 'Call echo of everything',
    alwaysRule: 'mcp.everything.echo',
    detail: JSON.stringify({ message: 'hello' }, null, 2),
  });
  await client.call('turn.resume', { turnId, toolCallId, decision: 'allow_always' });
  const origin = { kind: 'mcp', name: 'everything' };
  const first = await client.event('tool_result');
  expect(first).toMatchObject({ ok: true, output: 'Echo: hello', origin, taint: [origin] });
  await client.event('done');
  expect(sent(model)).toContain('<tool_output from=\\"mcp__everything__echo\\">');
  // Tainted by this server alone: its own allowed tool goes on.
  expect((await calls('mcp__everything__echo', { message: 'again' }, sessionId)).ok).toBe(true);
  expect(client.events.filter(({ type }) => type === 'yield')).toHaveLength(1);

  await client.call('config.update', { patch: { permissions: { allow: ['mcp.everything.*'] } } });
  expect((await calls('mcp__everything__get-sum', { a: 2, b: 3 })).output).toContain('5');
  expect(await calls('mcp__everything__get-sum', { a: 'x', b: 3 })).toMatchObject({ ok: false });
  expect((await calls('mcp__everything__get-tiny-image')).images).toHaveLength(1);
  expect(sent(model)).toContain('data:image/png;base64,');
  const links = await calls('mcp__everything__get-resource-links', { count: 2 });
  expect(links.output).toMatch(/\]\(demo:\/\/resource\//);
  const data = await calls('mcp__everything__get-structured-content', { location: 'Chicago' });
  expect(data.output).toContain('"temperature"');
  const list = await calls('mcp__everything__resources');
  const uri = /^demo:\S+/m.exec(list.output)?.[0] ?? '';
  expect((await calls('mcp__everything__resources', { uri })).output).toContain(uri);
  expect((await calls('mcp__everything__resources', { uri: 'demo://no' })).ok).toBe(false);
  expect((await calls('mcp__everything__get-roots-list')).output).toContain('work');

  const answering = client
    .event('yield', ({ reason }) => reason === 'question')
    .then(async ({ questions = [], ...event }) => {
      expect(questions[0]?.question).toMatch(/^everything asks: /);
      await client.call('turn.resume', {
        turnId: event.turnId ?? '',
        toolCallId: event.toolCallId,
        decision: 'allow_once',
        answers: ['Ada', ...questions.slice(1).map(() => '')],
      });
    });
  const elicited = await calls('mcp__everything__trigger-elicitation-request');
  await answering;
  expect(elicited.output).toContain('Name: Ada');

  // It may ask the model only when its owner switches that on, and then sends nothing but its own words.
  await client.call('mcp.setSampling', { name: 'everything', allowed: true });
  const { server } = await client.call('mcp.test', { name: 'everything' });
  const later = server.tools.flatMap(({ name, change }) =>
    change === undefined ? [] : [{ name, hash: change.hash }],
  );
  expect(later.map(({ name }) => name)).toContain('trigger-sampling-request');
  await client.call('mcp.accept', { name: 'everything', tools: later });
  const sampling = 'mcp__everything__trigger-sampling-request';
  plan.push(call(sampling, { prompt: 'a word', maxTokens: 77 }), { text: 'violet' });
  plan.push({ text: 'Fine.' });
  const before = model.chats.length;
  const letting = client
    .event('yield', ({ questions }) => questions?.[0]?.about?.kind === 'mcp_sampling')
    .then((event) =>
      client.call('turn.resume', {
        turnId: event.turnId ?? '',
        toolCallId: event.toolCallId,
        decision: 'allow_once',
        answers: ['Send'],
      }),
    );
  const sampled = await say(client, { text: 'a secret of mine' });
  await letting;
  const result = client.events.find((e) => e.turnId === sampled.turnId && e.type === 'tool_result');
  expect(result).toMatchObject({ ok: true, origin, output: expect.stringContaining('violet') });
  const [, beside] = model.chats.slice(before);
  expect(beside?.text).toContain('a word');
  expect(beside?.text).not.toContain('a secret of mine');
  expect(beside?.body).toMatchObject({ max_tokens: 77 });
  expect(beside?.body).not.toHaveProperty('tools');
  // The turn's two calls, and this one.
  const counted = client.events.filter((e) => e.turnId === sampled.turnId && e.type === 'usage');
  expect(counted).toHaveLength(3);

  const { prompts } = await client.call('mcp.prompts', {});
  expect(prompts.map(({ name }) => name)).toContain('args-prompt');
  const asking = { server: 'everything', name: 'args-prompt', arguments: { city: 'Ulm' } };
  expect((await client.call('mcp.prompt', asking)).text).toContain('Ulm');
  expect((await client.call('mcp.resource', { name: 'everything', uri })).text).toContain(uri);

  const long = { duration: 600, steps: 6000 };
  plan.push(call('mcp__everything__trigger-long-running-operation', long));
  const running = await client.call('chat.send', { text: 'go' });
  const progress = await client.event('tool_output');
  expect(progress.text).toMatch(/^\d+\/6000/);
  await client.call('chat.stop', { turnId: running.turnId });
  const stopped = await client.event('tool_result', (e) => e.turnId === running.turnId);
  expect(stopped).toMatchObject({
    ok: false,
    outcome: 'stopped',
    output: 'Stopped by the owner.',
  });
});

it('server-filesystem and server-memory: files of the working folder, and what was noted', async () => {
  const { workingDir, client, calls } = await scene(
    { files: official('server-filesystem', '.'), memory: official('server-memory') },
    { permissions: { allow: ['mcp.files.*', 'mcp.memory.*'] } },
  );
  await writeFile(join(workingDir, 'note.txt'), 'the zebra is striped');
  const path = join(workingDir, 'note.txt');
  const read = await calls('mcp__files__read_text_file', { path });
  expect(read.output).toContain('the zebra is striped');
  expect(await calls('mcp__files__read_text_file', { path: '/etc/passwd' })).toMatchObject({
    ok: false,
  });
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes tea'] }];
  await calls('mcp__memory__create_entities', { entities });
  expect((await calls('mcp__memory__read_graph')).output).toContain('likes tea');
  expect(client.events.filter(({ type }) => type === 'yield')).toEqual([]);
});
