/**
 * The brain is killed at each step of an approval, a rule, a task and a write, in the moment before that
 * step reaches the disk. Whatever the step: nothing runs twice, nothing is half written, every call has one
 * result, every turn one end and one episode, and what waited for its owner goes on waiting.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { hashOf } from '../../brain/shared/ids.ts';
import { connect, endOf } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';
import { startRealHost } from '../support/real-host.ts';
import { testKeys } from '../support/write-config.ts';

const record = (type: string) => new RegExp(`^append .*transcript\\.jsonl .*"type":"${type}"`);
const OLD = 'the old text\n';
const NEW = `${'the new text\n'.repeat(50)}`;

/** What is there after the restart: `waiting`, or how the turn ended; and what is in the file. */
const steps = [
  ['the question is shown', record('yield'), 'interrupted', OLD],
  ['the task is written down', /^rename .*TASK-\w+\.md/, 'waiting', OLD],
  ['the rule takes its place', /^rename .*[/]config\.json/, 'interrupted', OLD],
  ['the yes is written down', record('resumed'), 'waiting', OLD],
  ['the old text is kept', new RegExp(`^rename .*checkpoints/${hashOf(OLD)}`), 'interrupted', OLD],
  ['the change is announced', record('checkpoint'), 'interrupted', OLD],
  ['the new text is begun', /^writeNew .*[/]\.a\.txt\.\w+\.tmp/, 'interrupted', OLD],
  ['the new text takes its place', /^rename .*[/]a\.txt/, 'interrupted', OLD],
  ['the result is told', record('tool_result'), 'interrupted', NEW],
  ['the end is known', record('ending'), 'done', NEW],
] as const;

it.each(steps)('killed before %s', async (_step, diesBefore, outcome, text) => {
  const decision = /config/.test(diesBefore.source) ? 'allow_always' : 'allow_once';
  const { home, workingDir } = await modelHome((request) =>
    JSON.stringify(request.body).includes('"role":"tool"')
      ? { text: 'Written.' }
      : { toolCalls: [{ name: 'Write', args: { file_path: 'a.txt', content: NEW } }] },
  );
  const file = join(workingDir, 'a.txt');
  await writeFile(file, OLD);
  const host = await startRealHost(home, testKeys, diesBefore);
  const before = await host.connect();
  const sent = before.call('chat.send', { text: 'write it' });
  const died = host.process.ended();
  const asked = before.event('yield').then(({ turnId = '', toolCallId }) =>
    before.call('turn.resume', { turnId, toolCallId, decision }).catch(() => {
      // It died before it could answer.
    }),
  );
  await Promise.race([died, asked]);
  await died;
  const { sessionId, turnId } = await sent;

  const paths = homePaths(home);
  const client = connect(await startBrainIn(home));
  const state = async () => (await client.call('session.get', { sessionId })).turns;
  const terminal = (events: readonly { readonly type: string }[]) =>
    events.filter(({ type }) => type === 'done' || type === 'error');
  expect(await readFile(file, 'utf8')).toBe(text);
  if (outcome === 'waiting') {
    const { asks } = await client.call('turn.pending', { sessionId });
    expect(asks).toHaveLength(1);
    expect(terminal((await state())[0]?.events ?? [])).toEqual([]);
    const statuses = async () =>
      (await client.call('task.list', {})).tasks.map((one) => one.status);
    await expect.poll(statuses).toEqual(['WAITING']);
    const toolCallId = asks[0]?.toolCallId ?? '';
    await client.call('turn.resume', { turnId, toolCallId, decision: 'allow_once' });
    expect((await endOf(client, turnId)).type).toBe('done');
    expect(await readFile(file, 'utf8')).toBe(NEW);
  }
  const [turn, ...more] = await state();
  expect(more).toEqual([]);
  const events = turn?.events ?? [];
  expect(terminal(events)).toHaveLength(1);
  if (outcome === 'interrupted') {
    expect(events.at(-1)).toMatchObject({ type: 'error', code: 'interrupted' });
  } else expect(events.at(-1)).toMatchObject({ type: 'done', stopReason: 'end' });
  expect(events.filter(({ type }) => type === 'tool_result')).toHaveLength(1);
  const seqs = events.map(({ seq }) => seq);
  expect(new Set(seqs).size).toBe(seqs.length);
  const { tasks } = await client.call('task.list', {});
  expect(tasks.every(({ status }) => status !== 'RUNNING' && status !== 'WAITING')).toBe(true);
  const [day = ''] = await readdir(paths.episodes);
  const episode = await readFile(join(paths.episodes, day), 'utf8');
  expect(episode.match(/\*\*Outcome:\*\*/g)).toHaveLength(1);
  // What was changed can be taken back, and what was not is not offered.
  await client.call('turn.undo', { sessionId, turnId });
  expect(await readFile(file, 'utf8')).toBe(OLD);
  expect(await readdir(workingDir)).toEqual(['a.txt']);
});
