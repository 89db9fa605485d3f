import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { type FileOps, nodeFileOps } from '../../brain/storage/index.ts';
import { connect, endOf, say } from '../support/brain-client.ts';
import { eventually } from '../support/eventually.ts';
import { failNth } from '../support/faulty-files.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';
import { tempFolder } from '../support/temp-home.ts';

it('keeps messages that wait, lets the owner edit and remove them, and runs them in order', async () => {
  const gate = Promise.withResolvers<void>();
  const { home, model } = await modelHome((_request, n) =>
    n === 1 ? { text: 'slow answer', waitFor: gate.promise } : { text: `answer ${n}` },
  );
  const client = connect(await startBrainIn(home));
  const first = await client.call('chat.send', { text: 'one' });
  const { sessionId } = first;
  await client.event('delta');
  for (const text of ['two', 'three', 'four']) {
    expect(await client.call('chat.send', { sessionId, text })).toMatchObject({ queued: true });
  }
  const { messages } = await client.call('queue.list', { sessionId });
  expect(messages.map(({ text }) => text)).toEqual(['two', 'three', 'four']);
  const [two, three] = messages;
  await client.call('queue.update', {
    sessionId,
    messageId: two?.messageId ?? '',
    text: 'two, edited',
  });
  await client.call('queue.remove', { sessionId, messageId: three?.messageId ?? '' });
  gate.resolve();
  await endOf(client, messages[2]?.turnId ?? '');
  const asked = model.chats.map(({ body }) =>
    JSON.stringify((body as { messages: object[] }).messages.at(-1)),
  );
  expect(asked).toHaveLength(3);
  expect(asked[1]).toContain('two, edited');
  expect(asked[2]).toContain('four');
});

it('lets the queue wait for its owner after an error, and starts it when he says so', async () => {
  const gate = Promise.withResolvers<void>();
  const { home } = await modelHome(async (_request, n) => {
    if (n > 1) return { text: 'fine' };
    await gate.promise;
    return { status: 400 };
  });
  const client = connect(await startBrainIn(home));
  const first = await client.call('chat.send', { text: 'one' });
  const { sessionId } = first;
  const waiting = await client.call('chat.send', { sessionId, text: 'two' });
  gate.resolve();
  expect(await endOf(client, first.turnId)).toMatchObject({ type: 'error' });
  expect(await client.call('queue.list', { sessionId })).toMatchObject({
    paused: true,
    messages: [{ text: 'two' }],
  });
  await client.call('queue.resume', { sessionId });
  expect(await endOf(client, waiting.turnId)).toMatchObject({ type: 'done' });
});

it('keeps the queue through a restart, where it waits', async () => {
  const { home } = await modelHome([{ text: 'never whole', hangAt: 'text' }]);
  const brain = await startBrainIn(home);
  const client = connect(brain);
  const { sessionId } = await client.call('chat.send', { text: 'one' });
  await client.event('delta');
  await client.call('chat.send', { sessionId, text: 'two' });
  await brain.stop();
  const again = connect(await startBrainIn(home));
  expect(await again.call('queue.list', { sessionId })).toMatchObject({
    paused: true,
    messages: [{ text: 'two' }],
  });
});

it('does not lose a waiting message whose turn cannot begin, because of a full disk or a crash', async () => {
  const gate = Promise.withResolvers<void>();
  const { home } = await modelHome(async (_request, n) => {
    if (n === 1) await gate.promise;
    return { text: 'fine' };
  });
  let failed = 0;
  const fileOps: FileOps = {
    ...nodeFileOps,
    append(path, data, mode, durable) {
      // Leaving the queue and beginning are one step, or the message would be in neither.
      if (failed === 0 && data.includes('"type":"turn"') && data.includes('"text":"two"')) {
        failed += 1;
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      }
      nodeFileOps.append(path, data, mode, durable);
    },
  };
  const brain = await startBrainIn(home, fileOps);
  const client = connect(brain);
  const first = await client.call('chat.send', { text: 'one' });
  const { sessionId } = first;
  const waiting = await client.call('chat.send', { sessionId, text: 'two' });
  gate.resolve();
  await endOf(client, first.turnId);
  const held = { paused: true, messages: [{ text: 'two', turnId: waiting.turnId }] };
  await eventually(async () =>
    expect(await client.call('queue.list', { sessionId })).toMatchObject(held),
  );
  const asCrashed = join(await tempFolder(), 'home');
  await cp(home, asCrashed, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  const restarted = connect(await startBrainIn(asCrashed));
  expect(await restarted.call('queue.list', { sessionId })).toMatchObject(held);
  await client.call('queue.resume', { sessionId });
  expect(await endOf(client, waiting.turnId)).toMatchObject({ type: 'done' });
  expect(await client.call('queue.list', { sessionId })).toMatchObject({ messages: [] });
});

it('a turn that cannot be told to have begun does not look as if it ran', async () => {
  const { home } = await modelHome([{ text: 'fine' }]);
  let full = true;
  const fileOps: FileOps = {
    ...nodeFileOps,
    append(path, data, mode, durable) {
      if (full && data.includes('"type":"started"')) {
        full = false;
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      }
      nodeFileOps.append(path, data, mode, durable);
    },
  };
  const client = connect(await startBrainIn(home, fileOps));
  await expect(client.call('chat.send', { text: 'one' })).rejects.toMatchObject({
    data: { code: 'unavailable' },
  });
  const { sessionId } = await client.event('error');
  const { sessions } = await client.call('session.list', {});
  expect(sessions).toMatchObject([{ sessionId, status: 'idle' }]);
  expect((await say(client, { sessionId, text: 'again' })).end.type).toBe('done');
});

it('stop reaches the provider, keeps the text so far and ends the turn as stopped', async () => {
  const { home, model } = await modelHome([
    { text: 'a long long answer', textPiece: 6, hangAt: 'text' },
  ]);
  const client = connect(await startBrainIn(home));
  const { turnId, sessionId } = await client.call('chat.send', { text: 'go' });
  await client.event('delta');
  expect(await client.call('chat.stop', { turnId })).toEqual({ stopped: true });
  expect(await endOf(client, turnId)).toMatchObject({ type: 'done', stopReason: 'stopped' });
  await model.chats[0]?.aborted;
  expect(await client.call('chat.stop', { turnId })).toEqual({ stopped: false });
  const { messages } = await client.call('session.get', { sessionId });
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', text: 'a long' });
});

it('stop while an approval waits gives the call a result and the turn an end', async () => {
  const { home, workingDir } = await modelHome([
    { toolCalls: [{ name: 'Write', args: { file_path: 'x.txt', content: 'x' } }] },
  ]);
  const client = connect(await startBrainIn(home));
  const { turnId, sessionId } = await client.call('chat.send', { text: 'write x' });
  const ask = await client.event('yield');
  await client.call('chat.stop', { turnId });
  expect(await endOf(client, turnId)).toMatchObject({ type: 'done', stopReason: 'stopped' });
  expect(await client.event('tool_result')).toMatchObject({
    toolCallId: ask.toolCallId,
    ok: false,
    outcome: 'stopped',
  });
  expect((await client.call('turn.pending', {})).asks).toEqual([]);
  await expect(readFile(join(workingDir, 'x.txt'))).rejects.toThrow('ENOENT');
  // Nothing failed: neither the journals nor the export may say so.
  const { content } = await client.call('session.export', { sessionId, format: 'markdown' });
  expect(content).toContain('x.txt","content":"x"} (stopped)');
  const paths = homePaths(home);
  for (const [folder, told] of [
    [paths.outcomes, '| Write | stopped <!-- '],
    [paths.episodes, '- **Tools:** Write (stopped)'],
  ] as const) {
    const [day = ''] = await readdir(folder);
    expect(await readFile(join(folder, day), 'utf8')).toContain(told);
  }
});

it('a decision counts once, and wrong ids decide nothing', async () => {
  const { home } = await modelHome([
    { toolCalls: [{ name: 'Write', args: { file_path: 'x.txt', content: 'x' } }] },
    { text: 'done' },
  ]);
  const client = connect(await startBrainIn(home));
  const { turnId } = await client.call('chat.send', { text: 'write x' });
  const { toolCallId } = await client.event('yield');
  const decide = (ids: { turnId?: string; toolCallId: string }) =>
    client.call('turn.resume', { ...ids, decision: 'deny', reason: 'not now' });
  await expect(decide({ turnId: 't_other', toolCallId })).rejects.toMatchObject({
    data: { code: 'not_found' },
  });
  await expect(decide({ turnId, toolCallId: 'c_other' })).rejects.toMatchObject({
    data: { code: 'not_found' },
  });
  await decide({ turnId, toolCallId });
  await expect(decide({ turnId, toolCallId })).rejects.toMatchObject({
    data: { code: 'already_decided' },
  });
  await endOf(client, turnId);
  const result = await client.event('tool_result');
  expect(result.output).toContain('not now');
});

it('denies at once where nobody can answer', async () => {
  const { home } = await modelHome([
    { toolCalls: [{ name: 'Write', args: { file_path: 'x.txt', content: 'x' } }] },
    { text: 'could not write' },
  ]);
  const client = connect(await startBrainIn(home));
  const { turnId } = await client.call('chat.send', { text: 'write x', interactive: false });
  expect(await endOf(client, turnId)).toMatchObject({ type: 'done' });
  expect(client.events.some(({ type }) => type === 'yield')).toBe(false);
  expect(await client.event('tool_result')).toMatchObject({ ok: false, outcome: 'denial' });
});

it('what was shown is what runs: a file changed between question and answer is not overwritten', async () => {
  const { home, workingDir } = await modelHome([
    { toolCalls: [{ name: 'Write', args: { file_path: 'x.txt', content: 'mine' } }] },
    { text: 'ok' },
  ]);
  await writeFile(join(workingDir, 'x.txt'), 'old');
  const client = connect(await startBrainIn(home));
  const { turnId } = await client.call('chat.send', { text: 'write x' });
  const { toolCallId } = await client.event('yield');
  await writeFile(join(workingDir, 'x.txt'), 'changed by its owner meanwhile');
  await client.call('turn.resume', { turnId, toolCallId, decision: 'allow_once' });
  await endOf(client, turnId);
  expect(await client.event('tool_result')).toMatchObject({ ok: false });
  expect(await readFile(join(workingDir, 'x.txt'), 'utf8')).toBe('changed by its owner meanwhile');
});

it('ends every turn visibly on a full disk, whichever write fails, and opens the session afterwards', async () => {
  const { home: fresh } = await modelHome(({ text }) =>
    text.includes('tool_call_id')
      ? { text: 'Noted.' }
      : { toolCalls: [{ name: 'remember', args: { fact: 'The garden gate is green.' } }] },
  );
  await (await startBrainIn(fresh)).stop();
  async function roundFailing(n: number): Promise<readonly string[]> {
    const home = join(await tempFolder(), 'home');
    await cp(fresh, home, { recursive: true });
    const ops = failNth(n, { tear: true, armed: false });
    const brain = await startBrainIn(home, ops);
    ops.arm();
    const client = connect(brain);
    const sent = await say(client, { text: 'Remember the gate' }).catch((thrown: unknown) =>
      String(thrown),
    );
    await brain.stop();
    const reopened = await startBrainIn(home);
    const again = connect(reopened);
    const { sessions } = await again.call('session.list', {});
    for (const { sessionId, status } of sessions) {
      expect(status).toBe('idle');
      const { turns } = await again.call('session.get', { sessionId });
      for (const turn of turns) {
        const ends = turn.events.filter(({ type }) => type === 'done' || type === 'error');
        expect(ends, `write ${n}, ${JSON.stringify(sent).slice(0, 200)}`).toHaveLength(1);
      }
    }
    // Dozens of brains at once would only wait for each other.
    await reopened.stop();
    return ops.sites();
  }
  // The same write of the same turn may fail at any time: once for each kind of write is enough.
  const sites = await roundFailing(Number.POSITIVE_INFINITY);
  const kinds = new Set(sites);
  expect(kinds.size).toBeGreaterThan(15);
  for (const kind of kinds) await roundFailing(sites.indexOf(kind) + 1);
});

it('mends an episode only once: a crash after it was written does not write it again', async () => {
  const { home } = await modelHome([{ text: 'Hello.' }]);
  const brain = await startBrainIn(home);
  const client = connect(brain);
  const { sessionId } = await say(client, { text: 'Hi' });
  await brain.stop();
  const transcript = join(homePaths(home).sessions, sessionId, 'transcript.jsonl');
  const lines = (await readFile(transcript, 'utf8')).trimEnd().split('\n');
  const cut = lines.findIndex((line) => line.includes('"type":"memory"'));
  await writeFile(transcript, `${lines.slice(0, cut).join('\n')}\n`);
  const again = connect(await startBrainIn(home));
  const { turns } = await again.call('session.get', { sessionId });
  expect(turns[0]?.events.at(-1)).toMatchObject({ type: 'done', stopReason: 'end' });
  const day = await again.call('workspace.list', {});
  const [episode] = day.files.filter(({ path }) => path.includes('episodes/'));
  const { content } = await again.call('workspace.read', { path: episode?.path ?? '' });
  expect(content.match(/^## /gm)).toHaveLength(1);
});
