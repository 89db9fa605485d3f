/** What a turn did to files can be taken back, and nothing that came after is lost with it. */
import { access, chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { type Client, connect, endOf, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

const write = (file_path: string, content: string) => ({
  name: 'Write',
  args: { file_path, content },
});
const edit = (file_path: string, old_string: string, new_string: string) => ({
  name: 'Edit',
  args: { file_path, old_string, new_string },
});

async function acting(client: Client, isPrivate = false): Promise<string> {
  const { session } = await client.call('session.create', {
    mode: 'acceptEdits',
    private: isPrivate,
  });
  return session.sessionId;
}

const original = Buffer.from('\ufeffeins\r\nzwei Größe\r\n');

it('a turn with two edits of one file and a new file goes back to the exact bytes, and forth again', async () => {
  const { home, model, workingDir } = await modelHome([
    { toolCalls: [edit('a.txt', 'eins', 'one'), write('sub/new.txt', 'fresh\n')] },
    { toolCalls: [edit('a.txt', 'zwei', 'two')] },
    { text: 'done' },
    { text: 'seen' },
  ]);
  const a = join(workingDir, 'a.txt');
  const fresh = join(workingDir, 'sub/new.txt');
  await mkdir(workingDir, { recursive: true });
  await writeFile(a, original);
  await chmod(a, 0o640);
  const brain = await startBrainIn(home);
  const first = connect(brain);
  const sessionId = await acting(first);
  const { turnId } = await say(first, { sessionId, text: 'translate' });
  const changed = await readFile(a);
  expect(changed.toString()).toBe('\ufeffone\r\ntwo Größe\r\n');
  // A restart forgets nothing of it.
  await brain.stop();
  const client = connect(await startBrainIn(home));

  const { files } = await client.call('turn.changes', { sessionId, turnId });
  expect(files).toMatchObject([
    { path: a, kind: 'changed', by: 'tool', state: 'changed' },
    { path: fresh, kind: 'created', by: 'tool', state: 'changed' },
  ]);
  expect(files[0]?.diff).toContain('+two Größe');
  const undone = await client.call('turn.undo', { sessionId, turnId });
  expect(undone.refused).toEqual([]);
  expect(undone.files.map(({ state }) => state)).toEqual(['undone', 'undone']);
  expect(await readFile(a)).toEqual(original);
  expect((await stat(a)).mode & 0o777).toBe(0o640);
  await expect(access(fresh)).rejects.toThrow('ENOENT');
  expect(await readdir(join(workingDir, 'sub'))).toEqual([]);
  const trash = join(homePaths(home).trash, 'files');
  const [kept = '', note = ''] = (await readdir(trash)).toSorted();
  expect(await readFile(join(trash, kept), 'utf8')).toBe('fresh\n');
  expect(JSON.parse(await readFile(join(trash, note), 'utf8'))).toMatchObject({
    v: 1,
    path: fresh,
  });

  // The model believes in its changes until it is told.
  await say(client, { sessionId, text: 'go on' });
  expect(JSON.stringify(model.chats.at(-1)?.body)).toContain('The owner undid your changes to');
  const again = await client.call('turn.undo', { sessionId, turnId, redo: true });
  expect(again.restored).toHaveLength(2);
  expect(await readFile(a)).toEqual(changed);
  expect(await readFile(fresh, 'utf8')).toBe('fresh\n');
});

it('a file that somebody changed since is named and left alone; the others are restored', async () => {
  const { home, workingDir } = await modelHome([
    { toolCalls: [edit('a.txt', 'eins', 'one'), write('b.txt', 'by the turn\n')] },
    { text: 'done' },
    { toolCalls: [write('b.txt', 'by a later turn\n')] },
    { text: 'done' },
  ]);
  await mkdir(workingDir, { recursive: true });
  await writeFile(join(workingDir, 'a.txt'), original);
  const client = connect(await startBrainIn(home));
  const sessionId = await acting(client);
  const { turnId } = await say(client, { sessionId, text: 'one' });
  await say(client, { sessionId, text: 'two' });
  const { restored, refused, files } = await client.call('turn.undo', { sessionId, turnId });
  expect(restored).toEqual([join(workingDir, 'a.txt')]);
  expect(refused).toMatchObject([
    { path: join(workingDir, 'b.txt'), reason: expect.stringContaining('changed since') },
  ]);
  expect(files.map(({ state }) => state)).toEqual(['undone', 'conflict']);
  expect(await readFile(join(workingDir, 'b.txt'), 'utf8')).toBe('by a later turn\n');
});

it('only the files that were named are undone, and a running turn is not', async () => {
  const gate = Promise.withResolvers<void>();
  const { home, workingDir } = await modelHome([
    { toolCalls: [write('a.txt', 'a\n'), write('b.txt', 'b\n')] },
    { text: 'done', waitFor: gate.promise },
  ]);
  const client = connect(await startBrainIn(home));
  const sessionId = await acting(client);
  const { turnId } = await client.call('chat.send', { sessionId, text: 'one' });
  await client.event('file_changed', ({ path }) => path.endsWith('b.txt'));
  const undo = { sessionId, turnId, paths: [join(workingDir, 'b.txt')] };
  await expect(client.call('turn.undo', undo)).rejects.toMatchObject({ data: { code: 'busy' } });
  gate.resolve();
  await endOf(client, turnId);
  await client.call('turn.undo', undo);
  expect(await readdir(workingDir)).toEqual(['a.txt']);
  await expect(client.call('turn.undo', { sessionId, turnId: 't_nothing' })).rejects.toMatchObject({
    data: { code: 'not_found' },
  });
});

it('what a command changed is listed, said not to be restorable, and never touched', async () => {
  const { home, workingDir } = await modelHome([
    { toolCalls: [write('a.txt', 'a\n'), write('gone.txt', 'x\n')] },
    {
      toolCalls: [
        {
          name: 'Bash',
          args: { command: 'echo more >> b.txt; mkdir d; echo n > d/n; rm gone.txt' },
        },
      ],
    },
    { text: 'done' },
  ]);
  await mkdir(workingDir, { recursive: true });
  await writeFile(join(workingDir, 'b.txt'), 'old\n');
  await writeFile(join(workingDir, 'untouched.txt'), 'old\n');
  const client = connect(await startBrainIn(home));
  const sessionId = await acting(client);
  const { turnId } = await client.call('chat.send', { sessionId, text: 'run' });
  const { toolCallId } = await client.event('yield');
  await client.call('turn.resume', { turnId, toolCallId, decision: 'allow_once' });
  await endOf(client, turnId);
  const { files } = await client.call('turn.changes', { sessionId, turnId });
  const byCommand = files.filter(({ by }) => by === 'command');
  expect(byCommand).toEqual([
    {
      path: join(workingDir, 'b.txt'),
      by: 'command',
      kind: 'changed',
      state: 'unrestorable',
    },
    { path: join(workingDir, 'd/n'), by: 'command', kind: 'created', state: 'unrestorable' },
  ]);
  // Created by a tool and removed by the command: it is as it was before the turn.
  expect(files.find(({ path }) => path.endsWith('gone.txt'))).toMatchObject({ state: 'undone' });
  await client.call('turn.undo', { sessionId, turnId });
  expect(await readFile(join(workingDir, 'b.txt'), 'utf8')).toBe('old\nmore\n');
  expect((await readdir(workingDir)).toSorted()).toEqual(['b.txt', 'd', 'untouched.txt']);
});

it('files that commands moved are moved back, from where they came from, and nothing is overwritten', async () => {
  const bash = (command: string) => ({ toolCalls: [{ name: 'Bash', args: { command } }] });
  const { home, workingDir } = await modelHome([
    bash('mkdir -p pictures texts && mv *.jpg pictures/ && mv *.txt texts/'),
    bash('mv texts/2.txt texts/two.txt; echo more >> texts/8.txt; echo new > made.txt'),
    bash('mv made.txt texts/made.txt'),
    { text: 'tidy' },
  ]);
  await mkdir(workingDir, { recursive: true });
  const names = Array.from({ length: 60 }, (_, n) => `${n}.${n % 2 === 0 ? 'txt' : 'jpg'}`);
  for (const name of names) await writeFile(join(workingDir, name), name);
  const brain = await startBrainIn(home);
  const first = connect(brain);
  const { turnId, sessionId } = await first.call('chat.send', { text: 'tidy up' });
  const asked = new Set<string>();
  for (let n = 0; n < 3; n += 1) {
    const { toolCallId } = await first.event('yield', (ask) => !asked.has(ask.toolCallId));
    asked.add(toolCallId);
    await first.call('turn.resume', { turnId, toolCallId, decision: 'allow_once' });
  }
  await endOf(first, turnId);
  await brain.stop();
  const client = connect(await startBrainIn(home));
  const { files } = await client.call('turn.changes', { sessionId, turnId });
  const kinds = (kind: string) => files.filter((one) => one.kind === kind);
  expect([kinds('moved').length, kinds('created').length, kinds('deleted').length]).toEqual([
    60, 1, 0,
  ]);
  // Moved twice: from where it was before the turn.
  expect(files.find(({ path }) => path.endsWith('two.txt'))).toMatchObject({
    from: join(workingDir, '2.txt'),
    state: 'changed',
  });
  // Moved and then changed: not the same file any more.
  expect(files.find(({ path }) => path.endsWith('/8.txt'))).toMatchObject({ state: 'conflict' });
  await writeFile(join(workingDir, '4.txt'), 'the owner has a new one');
  await writeFile(join(workingDir, 'texts/6.txt'), 'changed by the owner');
  const { restored, refused } = await client.call('turn.undo', { sessionId, turnId });
  expect(restored).toHaveLength(57);
  expect(refused.map(({ path }) => path).toSorted()).toEqual(
    ['texts/4.txt', 'texts/6.txt', 'texts/8.txt'].map((name) => join(workingDir, name)),
  );
  expect(await readFile(join(workingDir, '2.txt'), 'utf8')).toBe('2.txt');
  expect(await readFile(join(workingDir, '4.txt'), 'utf8')).toBe('the owner has a new one');
  expect((await readdir(join(workingDir, 'texts'))).toSorted()).toEqual([
    '4.txt',
    '6.txt',
    '8.txt',
    'made.txt',
  ]);
  const again = await client.call('turn.undo', { sessionId, turnId, redo: true });
  expect(again.restored).toHaveLength(57);
  expect(await readFile(join(workingDir, 'texts/two.txt'), 'utf8')).toBe('2.txt');
});

it('what a private conversation changed is kept beside it and goes with it', async () => {
  const { home, workingDir } = await modelHome([
    { toolCalls: [edit('a.txt', 'eins', 'one')] },
    { text: 'done' },
  ]);
  await mkdir(workingDir, { recursive: true });
  await writeFile(join(workingDir, 'a.txt'), original);
  const client = connect(await startBrainIn(home));
  const sessionId = await acting(client, true);
  const { turnId } = await say(client, { sessionId, text: 'one' });
  const paths = homePaths(home);
  expect(await readdir(paths.checkpoints)).toEqual([]);
  // The content from before, and the proof that it was changed here.
  expect(await readdir(join(paths.privateSessions, sessionId, 'checkpoints'))).toHaveLength(2);
  await client.call('turn.undo', { sessionId, turnId });
  expect(await readFile(join(workingDir, 'a.txt'))).toEqual(original);
  await client.call('session.delete', { sessionId });
  expect(await readdir(paths.privateSessions)).toEqual([]);
});
