/** Turns whose transcript ends in the middle, as a crash leaves it. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { connect, endOf, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

/** Takes away the transcript from the first line on that holds `mark`, and the day's journals. */
async function forget(home: string, sessionId: string, mark: string): Promise<void> {
  const { sessions, episodes, outcomes } = homePaths(home);
  const transcript = join(sessions, sessionId, 'transcript.jsonl');
  const lines = (await readFile(transcript, 'utf8')).split('\n');
  const cut = lines.findIndex((line) => line.includes(mark));
  expect(cut).toBeGreaterThan(0);
  await writeFile(transcript, `${lines.slice(0, cut).join('\n')}\n`);
  for (const folder of [episodes, outcomes]) {
    for (const name of await readdir(folder)) await writeFile(join(folder, name), '');
  }
}

const write = { name: 'Write', args: { file_path: 'x.txt', content: 'x' } };
const note = { name: 'remember', args: { fact: 'The gate is green.' } };

it('journals a refused call as a denial also when the crash came before its journals', async () => {
  const { home } = await modelHome([{ toolCalls: [write] }, { text: 'never mind' }]);
  const brain = await startBrainIn(home);
  const { sessionId } = await say(connect(brain), { text: 'write', interactive: false });
  await brain.stop();
  await forget(home, sessionId, '"role":"tool"');
  await startBrainIn(home);
  const { outcomes } = homePaths(home);
  const [day] = await readdir(outcomes);
  const journal = await readFile(join(outcomes, day ?? ''), 'utf8');
  expect(journal).toMatch(/\| Write \| denial /);
});

it('does not say the words before an interrupted call twice', async () => {
  const { home, model } = await modelHome([
    { text: 'I will note that.', toolCalls: [note] },
    { text: 'Noted.' },
    { text: 'Hello again.' },
  ]);
  const brain = await startBrainIn(home);
  const { sessionId } = await say(connect(brain), { text: 'note it' });
  await brain.stop();
  await forget(home, sessionId, '"type":"tool_result","toolCallId"');
  const client = connect(await startBrainIn(home));
  const { turns } = await client.call('session.get', { sessionId });
  expect(turns[0]?.events.at(-1)).toMatchObject({ type: 'error', code: 'interrupted' });
  const { turnId } = await client.call('chat.send', { sessionId, text: 'still there?' });
  await endOf(client, turnId);
  const sent = JSON.stringify(model.chats.at(-1)?.body);
  expect(sent.split('I will note that.')).toHaveLength(2);
  expect(sent).toContain('Interrupted');
});

it('the model hears later what it was asked when the crash came before its first word', async () => {
  const { home, model } = await modelHome([{ text: 'never told' }, { text: 'Hello again.' }]);
  const brain = await startBrainIn(home);
  const { sessionId } = await say(connect(brain), { text: 'My cat is called Minka.' });
  await brain.stop();
  await forget(home, sessionId, '"type":"message"');
  const client = connect(await startBrainIn(home));
  const { turns, messages } = await client.call('session.get', { sessionId });
  expect(turns[0]?.events.at(-1)).toMatchObject({ type: 'error', code: 'interrupted' });
  expect(messages).toMatchObject([{ role: 'user', text: 'My cat is called Minka.' }]);
  await say(client, { sessionId, text: 'Go on.' });
  const sent = JSON.stringify(model.chats.at(-1)?.body);
  expect(sent.split('My cat is called Minka.')).toHaveLength(2);
});

it('ends a turn that was out of calls as such, although it was closed after the restart', async () => {
  const limits = { limits: { maxIterations: 1 } };
  const { home } = await modelHome([{ toolCalls: [note] }, { text: 'That was all.' }], limits);
  const brain = await startBrainIn(home);
  const { sessionId, end } = await say(connect(brain), { text: 'note it' });
  expect(end).toMatchObject({ stopReason: 'max_iterations', iterations: 1 });
  await brain.stop();
  await forget(home, sessionId, '"type":"ending"');
  const { turns } = await connect(await startBrainIn(home)).call('session.get', { sessionId });
  expect(turns[0]?.events.at(-1)).toMatchObject({
    type: 'done',
    stopReason: 'max_iterations',
    iterations: 1,
  });
});

it('still denies at once what a queued message asks for, when nobody could answer it before the restart', async () => {
  const { home } = await modelHome((_request, n) =>
    n === 1 ? { text: 'slow', hangAt: 'text' } : n === 2 ? { toolCalls: [write] } : { text: 'no' },
  );
  const brain = await startBrainIn(home);
  const before = connect(brain);
  const { sessionId } = await before.call('chat.send', { text: 'one' });
  await before.event('delta');
  const { turnId } = await before.call('chat.send', { sessionId, text: 'two', interactive: false });
  await brain.stop();
  const after = connect(await startBrainIn(home));
  await after.call('queue.resume', { sessionId });
  expect(await endOf(after, turnId)).toMatchObject({ type: 'done' });
  expect(after.events.some(({ type }) => type === 'yield')).toBe(false);
});
