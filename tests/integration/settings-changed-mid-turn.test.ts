/** A running turn keeps its settings; only what tightens counts at once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect, endOf } from '../support/brain-client.ts';
import { scriptedModel, startBrainIn } from '../support/model-home.ts';
import type { ModelServer } from '../support/model-servers/index.ts';
import { tempFolder } from '../support/temp-home.ts';
import { writeConfig } from '../support/write-config.ts';

async function open(models: Readonly<Record<string, ModelServer>>) {
  const home = join(await tempFolder(), 'home');
  const workingDir = await writeConfig(home, models);
  return { client: connect(await startBrainIn(home)), workingDir };
}

const write = (name: string) => ({ name: 'Write', args: { file_path: name, content: name } });

/** Two writes, asked one after the other; `between` runs while the first one waits. */
async function twoWrites(patch: { allow?: string[]; deny?: string[] }) {
  const model = await scriptedModel([
    { toolCalls: [write('a.txt')] },
    { toolCalls: [write('b.txt')] },
    { text: 'done' },
  ]);
  const { client, workingDir } = await open({ first: model });
  const { turnId } = await client.call('chat.send', { text: 'write' });
  const { toolCallId } = await client.event('yield');
  await client.call('config.update', { patch: { permissions: patch } });
  await client.call('turn.resume', { turnId, toolCallId, decision: 'allow_once' });
  return { client, workingDir, turnId, first: toolCallId };
}

it('an allow rule that comes while a turn runs does not let its next call pass unasked', async () => {
  const { client, turnId, first } = await twoWrites({ allow: ['Write'] });
  const { toolCallId } = await client.event('yield', (event) => event.toolCallId !== first);
  await client.call('turn.resume', { turnId, toolCallId, decision: 'deny' });
  await endOf(client, turnId);
});

it('a deny rule that comes while a turn runs blocks its next call', async () => {
  const { client, workingDir, turnId } = await twoWrites({ deny: ['Write(b.txt)'] });
  expect(await endOf(client, turnId)).toMatchObject({ type: 'done' });
  expect(await readFile(join(workingDir, 'a.txt'), 'utf8')).toBe('a.txt');
  await expect(readFile(join(workingDir, 'b.txt'))).rejects.toThrow('ENOENT');
});

it('"always" counts in the turn that it was said in', async () => {
  const model = await scriptedModel([
    { toolCalls: [write('a.txt')] },
    { toolCalls: [write('a.txt')] },
    { text: 'done' },
  ]);
  const { client } = await open({ first: model });
  const { turnId } = await client.call('chat.send', { text: 'write' });
  const { toolCallId } = await client.event('yield');
  await client.call('turn.resume', { turnId, toolCallId, decision: 'allow_always' });
  expect(await endOf(client, turnId)).toMatchObject({ type: 'done' });
  expect(client.events.filter(({ type }) => type === 'yield')).toHaveLength(1);
});

it('another model for the session answers the next turn, not the rest of the running one', async () => {
  const first = await scriptedModel([{ toolCalls: [write('a.txt')] }, { text: 'by the first' }]);
  const second = await scriptedModel([{ text: 'by the second' }]);
  const { client } = await open({ first, second });
  const { sessionId } = (await client.call('session.create', {})).session;
  const names = await client.call('provider.list', {});
  const model = (name: string) => names.providers.find((one) => one.name === name)?.model;
  await client.call('session.update', { sessionId, model: `${model('first')}@first` });
  const { turnId } = await client.call('chat.send', { sessionId, text: 'write' });
  const { toolCallId } = await client.event('yield');
  await client.call('session.update', { sessionId, model: `${model('second')}@second` });
  await client.call('turn.resume', { turnId, toolCallId, decision: 'allow_once' });
  await endOf(client, turnId);
  expect([first.chats.length, second.chats.length]).toEqual([2, 0]);
  const next = await client.call('chat.send', { sessionId, text: 'and now' });
  await endOf(client, next.turnId);
  expect(second.chats).toHaveLength(1);
});

it('another cascade answers the next turn, not the rest of the running one', async () => {
  const first = await scriptedModel([{ toolCalls: [write('a.txt')] }, { text: 'by the first' }]);
  const second = await scriptedModel([{ text: 'by the second' }]);
  const { client } = await open({ first, second });
  const { sessionId, turnId } = await client.call('chat.send', { text: 'write' });
  const { toolCallId } = await client.event('yield');
  await client.call('config.update', { patch: { cascade: ['second'] } });
  await client.call('turn.resume', { turnId, toolCallId, decision: 'allow_once' });
  await endOf(client, turnId);
  expect([first.chats.length, second.chats.length]).toEqual([2, 0]);
  const next = await client.call('chat.send', { sessionId, text: 'and now' });
  await endOf(client, next.turnId);
  expect(second.chats).toHaveLength(1);
});
