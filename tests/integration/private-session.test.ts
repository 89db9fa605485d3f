import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { connect, say } from '../support/brain-client.ts';
import { filesWith } from '../support/files-with.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

const SECRET = 'zebrafish kettle';

it('a private conversation that acts, remembers and is forked leaves its words nowhere else', async () => {
  const { home, model, workingDir } = await modelHome((_request, n) => {
    switch (n) {
      case 1:
        return {
          toolCalls: [
            { name: 'Grep', args: { pattern: SECRET, path: '.' } },
            { name: 'remember', args: { fact: `The owner owns a ${SECRET}.` } },
            { name: 'Read', args: { file_path: `${SECRET}.txt` } },
          ],
        };
      case 2:
        return { text: `You own a ${SECRET}.` };
      default:
        return { text: 'I know nothing of that.' };
    }
  });
  const paths = homePaths(home);
  await writeFile(join(workingDir, `${SECRET}.txt`), `A ${SECRET}. `.repeat(8_000));
  let brain = await startBrainIn(home);
  let client = connect(brain);
  const { session } = await client.call('session.create', { private: true });
  const { sessionId } = session;
  expect(session.private).toBe(true);
  const said = await say(client, { sessionId, text: `I own a ${SECRET}` });
  expect(said.text).toContain(SECRET);
  const results = client.events.filter((event) => event.type === 'tool_result');
  expect(results.map(({ name, ok }) => `${name} ${ok}`)).toEqual([
    'Grep true',
    'remember false',
    'Read true',
  ]);
  const copy = await client.call('session.fork', { sessionId });
  expect(copy.session).toMatchObject({ private: true, turns: 1 });

  // Somebody else asks for it: the index, the search and the context of another conversation.
  await brain.stop();
  brain = await startBrainIn(home);
  client = connect(brain);
  expect((await client.call('session.search', { query: SECRET })).hits).toEqual([]);
  const other = await say(client, { text: 'what do I own?' });
  expect(JSON.stringify(model.chats.at(-1)?.body)).not.toContain(SECRET);
  expect((await client.call('memory.search', { query: SECRET })).hits).toEqual([]);
  const { sessions } = await client.call('session.list', {});
  expect(sessions.map(({ sessionId: id, private: mark }) => [id, mark])).toEqual(
    expect.arrayContaining([
      [sessionId, true],
      [copy.session.sessionId, true],
      [other.sessionId, undefined],
    ]),
  );
  expect((await client.call('task.list', {})).tasks).toEqual([]);
  expect((await client.call('snapshot.list', { sessionId })).snapshots).toEqual([]);

  const holding = await filesWith(home, SECRET);
  expect(holding.length).toBeGreaterThan(0);
  expect(holding.filter((path) => !path.startsWith(paths.privateSessions))).toEqual([]);
  // What a call cost is an account, without a word of what it was about.
  const naming = await filesWith(paths.workspace, said.turnId);
  expect(naming.filter((path) => !path.startsWith(paths.spending))).toEqual([]);

  for (const id of [sessionId, copy.session.sessionId]) {
    expect((await client.call('session.delete', { sessionId: id })).deleted).toBe(true);
  }
  await brain.stop();
  expect(await filesWith(home, SECRET)).toEqual([]);
  const named = await filesWith(home, sessionId);
  expect(named.filter((path) => !path.startsWith(paths.spending))).toEqual([]);
});

it('no other conversation reads its files, and it reads the full output of its own tools', async () => {
  const { home } = await modelHome([{ text: 'hello' }]);
  const client = connect(await startBrainIn(home));
  const { session } = await client.call('session.create', { private: true });
  const { sessionId } = session;
  await say(client, { sessionId, text: 'hello' });
  const folder = join(homePaths(home).privateSessions, sessionId);
  await mkdir(join(folder, 'tasks'), { recursive: true });
  await writeFile(join(folder, 'tasks', 'TASK-t_x-1.log'), 'whole output');
  const read = async (id: string, path: string) => {
    const text = `/reflex run Read ${JSON.stringify({ file_path: path })}`;
    const { turnId } = await say(client, { sessionId: id, text, interactive: false });
    return client.events.findLast(
      (event) => event.type === 'tool_result' && event.turnId === turnId,
    );
  };
  const { sessionId: other } = await say(client, { text: '/reflex help' });
  const transcript = join(folder, 'transcript.jsonl');
  const log = join(folder, 'tasks', 'TASK-t_x-1.log');
  expect(await read(other, transcript)).toMatchObject({ ok: false });
  expect(await read(sessionId, transcript)).toMatchObject({ ok: false });
  expect(await read(other, log)).toMatchObject({ ok: false });
  expect(await read(sessionId, log)).toMatchObject({ ok: true });
});

it('a removal that a crash cut off is finished at the next start', async () => {
  const { home } = await modelHome([{ text: 'hello' }]);
  const left = join(homePaths(home).privateSessions, 'p_01kaj8n4v0000000000000007q', 'tasks');
  await mkdir(left, { recursive: true });
  await writeFile(join(left, 'TASK-t_x-1.log'), SECRET);
  await startBrainIn(home);
  expect(await filesWith(home, SECRET)).toEqual([]);
});
