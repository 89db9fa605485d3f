import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { homePaths } from '../../brain/shared/home.ts';
import { type MethodName, methods, type ParamsOf, type ResultOf } from '../../protocol/index.ts';
import { type Client, type ClientPipe, createClient, socketPipe } from '../../src-main/client.ts';
import { connectToSocket } from '../../src-main/socket.ts';
import { socketPaths } from '../../src-main/socket-path.ts';
import { hostile } from '../support/mcp/server-entry.ts';
import { startModelServer } from '../support/model-servers/index.ts';
import { startRealHost } from '../support/real-host.ts';
import { tempFolder } from '../support/temp-home.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';

/** A client that checks every answer against the protocol and remembers what it called. */
function strict(client: Client, called: Set<MethodName>) {
  return async <M extends MethodName>(method: M, params: ParamsOf<M>): Promise<ResultOf<M>> => {
    called.add(method);
    const result = await client.call(method, params);
    expect(methods[method].result.parse(result), method).toEqual(result);
    return result;
  };
}

function webSocketPipe(socket: WebSocket): ClientPipe {
  return {
    send: (text) => socket.send(text),
    onText: (listener) => void socket.on('message', (data) => listener(String(data))),
    onClosed: (listener) => void socket.on('close', listener),
    close: () => socket.close(),
  };
}

const pipes = {
  async socket(home: string): Promise<Client> {
    const answered = await connectToSocket(socketPaths(home));
    if (answered === undefined) throw new Error('no brain answers');
    return createClient(socketPipe(answered.socket));
  },
  async websocket(home: string, url: string): Promise<Client> {
    const token = (await readFile(homePaths(home).gatewayToken, 'utf8')).trim();
    const socket = new WebSocket(new URL('/rpc', url.replace('http', 'ws')), {
      headers: { authorization: `Bearer ${token}` },
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return createClient(webSocketPipe(socket));
  },
};

it.each(['socket', 'websocket'] as const)(
  '%s: every method answers in the shape that the protocol promises',
  async (kind) => {
    const home = join(await tempFolder(), 'home');
    const gate = Promise.withResolvers<void>();
    const model = await startModelServer({
      kind: 'openai',
      script: (_request, n) => {
        if (n === 1)
          return { toolCalls: [{ name: 'Write', args: { file_path: 'a', content: 'b' } }] };
        return n === 2 ? { text: 'written', waitFor: gate.promise } : { text: `answer ${n}` };
      },
    });
    const local = await startModelServer({
      kind: 'ollama',
      script: [{ text: 'never asked' }],
      pull: () => ({ lines: [{ status: 'pulling manifest' }], waitFor: new Promise(() => {}) }),
    });
    await writeConfig(home, { first: model, local });
    const plugin = join(homePaths(home).cerebellum, 'two', 'plugin');
    await mkdir(plugin, { recursive: true });
    await writeFile(join(plugin, '..', 'SKILL.md'), '---\nname: two\ndescription: x\n---\n');
    await writeFile(
      join(plugin, 'index.mjs'),
      'export const tools = []; export const execute = () => 2;',
    );
    const host = await startRealHost(home, { ...testKeys, HOME: await tempFolder() });
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(host.process.output().stdout)?.[0] ?? '';
    const client = await pipes[kind](home, url);
    const called = new Set<MethodName>();
    const call = strict(client, called);

    await call('events.subscribe', {});
    const ended = (turnId: string) =>
      new Promise<void>((resolve) => {
        const stop = client.onEvent((event) => {
          if ('scope' in event || event.turnId !== turnId) return;
          if (event.type !== 'done' && event.type !== 'error') return;
          stop();
          resolve();
        });
      });
    const asked = new Promise<string>((resolve) => {
      client.onEvent((event) => {
        if (event.type === 'yield' && !('scope' in event)) resolve(event.toolCallId);
      });
    });

    const { session } = await call('session.create', { title: 'Mine', mode: 'default' });
    const { sessionId } = session;
    await call('chat.compose', { sessionId, text: 'write a f' });
    const { turnId } = await call('chat.send', { sessionId, text: 'write a file' });
    const toolCallId = await asked;
    expect((await call('turn.pending', { sessionId })).asks).toHaveLength(1);
    await call('chat.send', { sessionId, text: 'second' });
    const third = await call('chat.send', { sessionId, text: 'third' });
    const { messages } = await call('queue.list', { sessionId });
    const [second, last] = messages;
    await call('queue.update', { sessionId, messageId: second?.messageId ?? '', text: 'edited' });
    await call('queue.remove', { sessionId, messageId: last?.messageId ?? '' });
    expect((await call('queue.resume', { sessionId })).started).toBe(false);
    expect((await call('chat.stop', { turnId: third.turnId })).stopped).toBe(false);
    const finished = ended(turnId);
    const secondEnded = ended(second?.turnId ?? '');
    await call('turn.resume', { turnId, toolCallId, decision: 'allow_session' });
    gate.resolve();
    await finished;
    await secondEnded;

    expect((await call('turn.changes', { sessionId, turnId })).files).toMatchObject([
      { kind: 'created', state: 'changed' },
    ]);
    expect((await call('turn.undo', { sessionId, turnId })).restored).toHaveLength(1);

    const got = await call('session.get', { sessionId, limit: 10 });
    expect(got.turns).toHaveLength(2);
    await call('events.subscribe', { sessionId, epoch: got.epoch, afterSeq: got.lastSeq });
    await call('events.unsubscribe', { sessionId });
    await call('session.update', {
      sessionId,
      title: 'Renamed',
      model: 'test-openai@first',
      mode: 'acceptEdits',
    });
    expect((await call('session.list', { limit: 5 })).sessions[0]?.title).toBe('Renamed');
    expect((await call('session.compact', { sessionId })).compacted).toBe(true);
    const packed = await call('archive.create', {});
    const packedData = await call('archive.read', { archiveId: packed.archiveId, offset: 0 });
    const sent = { data: packedData.data, offset: 0, totalBytes: packed.bytes };
    const { archiveId } = await call('archive.put', sent);
    expect((await call('archive.review', { archiveId })).added).toEqual([]);
    const inside = await call('archive.file', { archiveId, path: 'workspace/identity/soul.md' });
    expect(inside).toMatchObject({ text: inside.before, cut: false });
    expect((await call('archive.import', { archiveId })).refused).toEqual([]);

    const copy = await call('session.fork', { sessionId, turnId });
    expect((await call('session.delete', { sessionId: copy.session.sessionId })).deleted).toBe(
      true,
    );
    expect((await call('session.export', { sessionId, format: 'markdown' })).content).toContain(
      'edited',
    );
    const { hits: found } = await call('session.search', { query: 'edited' });
    expect(found[0]).toMatchObject({ sessionId, turnId: second?.turnId });
    expect((await call('session.find', { sessionId, text: 'EDITED' })).turns).toEqual([
      { turnId: second?.turnId, count: 1 },
    ]);

    const { snapshots } = await call('snapshot.list', { sessionId, turnId });
    expect(snapshots).toHaveLength(2);
    const seen = await call('snapshot.get', { snapshotId: snapshots[0]?.snapshotId ?? '' });
    expect(seen.markdown).toContain('## System prompt');
    const { calls } = await call('snapshot.record', { sessionId, turnId });
    expect(calls.map(({ snapshotId }) => snapshotId)).toContain(seen.snapshot.snapshotId);
    const why = { sessionId, turnId, path: 'identity/soul.md' };
    expect((await call('snapshot.explain', why)).answers[0]?.outcome).toBe('included');
    const { tasks } = await call('task.list', {});
    expect((await call('task.get', { taskId: tasks[0]?.taskId ?? '' })).markdown).toContain(
      '# Task',
    );
    await call('memory.search', { query: 'agent' });
    const used = await call('usage.get', { sessionId });
    expect(used.total.calls).toBe(3);
    expect((await call('usage.get', { from: '2020-01-01', to: '2020-01-31' })).lines).toEqual([]);
    await expect(client.call('usage.get', { from: 'yesterday' })).rejects.toThrow();
    const tea = { sessionId, text: '/reflex remember that Ada likes tea' };
    const remembering = await call('chat.send', tea);
    await ended(remembering.turnId);
    expect((await call('knowledge.list', {})).facts).toMatchObject([
      { text: 'Ada likes tea', sessionId, sessionTitle: 'Renamed' },
    ]);
    await call('knowledge.correct', { old: 'Ada likes tea', new: 'Ada likes milk' });
    const dry = await call('knowledge.forget', {
      fact: 'Ada milk',
      everywhere: true,
      dryRun: true,
    });
    expect(dry.facts[0]?.before[0]?.text).toBe('Ada likes tea');
    await call('knowledge.forget', { fact: 'Ada milk' });
    await expect(client.call('knowledge.forget', { fact: 'Ada milk' })).rejects.toMatchObject({
      code: 'unavailable',
    });

    const { files } = await call('workspace.list', {});
    expect(files.map(({ path }) => path)).toContain('identity/soul.md');
    const soul = await call('workspace.read', { path: 'identity/soul.md' });
    await call('workspace.write', {
      path: soul.path,
      content: `${soul.content}\nx\n`,
      baseHash: soul.hash,
    });
    await expect(
      client.call('workspace.write', { path: soul.path, content: 'lost', baseHash: soul.hash }),
    ).rejects.toMatchObject({ code: 'conflict' });
    const { versions } = await call('workspace.history', { path: soul.path });
    expect(versions.map(({ by }) => by)).toEqual(['window', 'outside']);
    const oldest = { path: soul.path, versionId: versions[1]?.versionId ?? '' };
    expect((await call('workspace.version', oldest)).content).toBe(soul.content);
    const { hash: baseHash } = await call('workspace.read', { path: soul.path });
    expect(await call('workspace.restore', { ...oldest, baseHash })).toEqual({ hash: soul.hash });
    const bad = { path: 'cerebellum/x/SKILL.md', content: '---\nname: x\ntools: 3\n---\n' };
    expect((await call('workspace.check', bad)).problems).toMatchObject([
      { message: expect.stringMatching(/^description/) },
    ]);
    const badNote = { path: 'notes/a.md', content: '---\na: [1\n---\n' };
    expect((await call('workspace.check', badNote)).problems).toHaveLength(1);
    expect((await call('workspace.check', soul)).problems).toEqual([]);
    expect((await call('workspace.offers', {})).offers).toEqual([]);
    called.add('workspace.accept');
    await expect(
      client.call('workspace.accept', { path: 'identity/soul.md', hash: 'x', accept: true }),
    ).rejects.toThrow();

    const text = JSON.stringify({ mcpServers: { other: hostile('environment') } });
    const pasted = (await call('mcp.read', { text })).servers[0];
    expect((await call('mcp.add', { text, start: false })).servers).toMatchObject([
      { name: 'other', state: 'asks', launch: pasted?.launch },
    ]);
    await call('mcp.allow', { name: 'other', launch: pasted?.launch ?? '' });
    expect((await call('mcp.test', { name: 'other' })).server.state).toBe('ready');
    called.add('mcp.signIn');
    await expect(client.call('mcp.signIn', { name: 'other' })).rejects.toMatchObject({
      code: 'unavailable',
    });
    await call('mcp.setTool', { name: 'other', tool: 'look', enabled: false });
    expect((await call('mcp.list', {})).servers[0]?.tools).toMatchObject([{ enabled: false }]);
    const asking = await call('mcp.setSampling', { name: 'other', allowed: true });
    expect(asking.server.sampling).toBe(true);
    expect((await call('mcp.test', { name: 'other' })).server.state).toBe('ready');
    expect((await call('mcp.prompts', {})).prompts).toEqual([]);
    expect((await call('mcp.resources', { name: 'other' })).resources).toEqual([]);
    called.add('mcp.prompt').add('mcp.resource');
    const prompt = { server: 'other', name: 'none' };
    const unavailable = { code: 'unavailable' };
    await expect(client.call('mcp.prompt', prompt)).rejects.toMatchObject(unavailable);
    const resource = { name: 'other', uri: 'none://' };
    await expect(client.call('mcp.resource', resource)).rejects.toMatchObject(unavailable);
    await call('mcp.accept', { name: 'other', tools: [] });
    await call('mcp.setEnabled', { name: 'other', enabled: false });
    await call('mcp.logs', { name: 'other' });
    expect((await call('mcp.remove', { name: 'other' })).removed).toBe(true);
    await expect(client.call('mcp.test', { name: 'other' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const { capabilities } = await call('capability.list', {});
    expect(capabilities.map(({ name }) => name)).toContain('git');
    await call('capability.reload', {});
    const active = await call('skill.activate', { sessionId, name: 'git' });
    expect(active.session.skills).toEqual(['git']);
    await expect(client.call('skill.installPackages', { name: 'git' })).rejects.toThrow('plugin');
    called.add('skill.installPackages');
    const nothing = { attachmentId: '0'.repeat(64) };
    await expect(client.call('skill.review', nothing)).rejects.toThrow('taken in');
    await expect(client.call('skill.install', { ...nothing, folders: ['x'] })).rejects.toThrow(
      'taken in',
    );
    called.add('skill.review').add('skill.install');
    await call('skill.discard', nothing);
    const { capability } = await call('skill.allow', { name: 'two', allow: false });
    expect(capability.plugin).toMatchObject({ permissions: { hosts: [] } });
    const left = await call('skill.end', { sessionId, name: 'git' });
    expect(left.session.skills).toBeUndefined();
    await call('capability.setEnabled', { name: 'git', enabled: false });
    await call('capability.setEnabled', { name: 'git', enabled: true });
    await call('provider.list', {});
    const { pull } = await call('provider.pull', { provider: 'local', model: 'small:1b' });
    expect(pull).toMatchObject({ provider: 'local', model: 'small:1b', state: 'running' });
    expect((await call('provider.list', {})).pulls).toHaveLength(1);
    const known = { provider: 'local', model: 'small:1b' };
    expect((await call('provider.pullCancel', known)).cancelled).toBe(true);
    await expect(client.call('provider.pull', { ...known, provider: 'first' })).rejects.toThrow(
      'cannot download',
    );
    await call('provider.find', {});
    expect((await call('provider.test', { provider: 'first' })).ok).toBe(true);
    await call('config.update', { patch: { ui: { theme: 'dark' } } });
    expect((await call('config.get', {})).config.ui.theme).toBe('dark');
    await call('secret.set', { name: 'first', value: 'a-key-of-nobody', allowFile: true });
    await call('secret.delete', { name: 'first' });
    const data = Buffer.from('a note').toString('base64');
    const piece = { name: 'n.txt', mediaType: 'text/plain', data, offset: 0, totalBytes: 6 };
    const { attachmentId = '' } = await call('attachment.put', piece);
    expect(attachmentId).toMatch(/^[0-9a-f]{64}$/);
    expect(await call('attachment.read', { attachmentId, offset: 2 })).toEqual({
      data: Buffer.from('note').toString('base64'),
      mediaType: 'text/plain',
      totalBytes: 6,
    });
    const judged = (name: string, args: Record<string, string>) =>
      call('permission.test', { call: { name, args } });
    expect(await judged('Bash', { command: 'rm -rf /' })).toMatchObject({
      verdict: 'block',
      layer: 'pattern',
    });
    expect(await judged('Read', { file_path: 'a' })).toMatchObject({ verdict: 'safe' });
    expect((await call('health.get', {})).home).toBe(home);
    const report = await call('health.report', {});
    expect(report.text).toContain('## Providers');
    expect(report.text).not.toContain(home);
    called.add('gateway.code');
    if (kind === 'socket') expect((await call('gateway.code', {})).url).toContain('#code=');
    else await expect(client.call('gateway.code', {})).rejects.toMatchObject({ code: 'denied' });

    expect([...called].sort()).toEqual(Object.keys(methods).sort());
    client.close();
    await host.kill();
    await model.close();
    await local.close();
  },
);
