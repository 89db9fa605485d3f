/** `/skill` in a conversation: what the owner switched on stays on, and only he switches it off. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { connect, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';
import type { ScriptedAnswer } from '../support/model-servers/index.ts';

async function put(home: string, path: string, text: string): Promise<void> {
  const full = join(homePaths(home).cerebellum, path);
  await mkdir(join(full, '..'), { recursive: true });
  await writeFile(full, text);
}

const recipes = `---
name: recipes
description: Planning meals.
allowed-tools: Read, ActivateSkill
---
Use what is oldest first. See reference/spices.md.
`;

async function kitchen(script: (request: { text: string }, n: number) => ScriptedAnswer) {
  const { home, model } = await modelHome(script);
  await put(home, 'recipes/SKILL.md', recipes);
  await put(home, 'recipes/reference/spices.md', 'Saffron is in the blue tin.');
  return { home, model };
}

it('restricts every turn until it is ended, also after a restart, and answers without a model', async () => {
  let calls = 0;
  const { home, model } = await kitchen(() => {
    calls += 1;
    return calls % 2 === 1
      ? { toolCalls: [{ name: 'Write', args: { file_path: 'a', content: 'b' } }] }
      : { text: 'done' };
  });
  const brain = await startBrainIn(home);
  let client = connect(brain);
  const begun = await say(client, { text: '/skill recipes' });
  expect(begun.end).toMatchObject({ type: 'done' });
  expect(model.chats).toHaveLength(0);
  const { sessionId } = begun;
  const said = client.events.findLast((event) => event.type === 'content');
  expect(said).toMatchObject({ text: expect.stringContaining('Read, ActivateSkill') });

  await say(client, { sessionId, text: 'write it down' });
  // The instructions are there without a trigger; the tools sent are all of them, as before.
  expect(model.chats[0]?.text).toContain('Use what is oldest first');
  expect(model.chats[0]?.text).toContain('"Write"');
  const result = client.events.findLast((event) => event.type === 'tool_result');
  expect(result).toMatchObject({ ok: false, output: expect.stringContaining('/skill off') });

  await brain.stop();
  client = connect(await startBrainIn(home));
  expect((await client.call('session.get', { sessionId })).session.skills).toEqual(['recipes']);
  await say(client, { sessionId, text: 'once more' });
  expect(client.events.findLast((event) => event.type === 'safety')).toMatchObject({
    level: 'block',
    source: 'skill:recipes',
  });

  await say(client, { sessionId, text: '/skill off' });
  expect((await client.call('session.get', { sessionId })).session.skills).toBeUndefined();
  const turn = client.call('chat.send', { sessionId, text: 'now write it' });
  const { toolCallId } = await client.event('yield');
  await client.call('turn.resume', {
    turnId: (await turn).turnId,
    toolCallId,
    decision: 'deny',
  });
});

it('an unknown skill is said, and nothing is done without it; a known one takes the rest along', async () => {
  const { home, model } = await kitchen(() => ({ text: 'soup' }));
  const client = connect(await startBrainIn(home));
  const { sessionId } = await say(client, { text: '/skill receipts cook something' });
  expect(model.chats).toHaveLength(0);
  expect(client.events.findLast((event) => event.type === 'content')).toMatchObject({
    text: expect.stringContaining('There is no skill "receipts". There are:'),
  });
  await say(client, { sessionId, text: '/skill RECIPES cook something' });
  expect(model.chats).toHaveLength(1);
  const request = model.chats[0]?.text ?? '';
  expect(request).toContain('cook something');
  expect(request).not.toContain('/skill RECIPES');
});

it('a model that activates a skill gets its instructions and the place of its files, and reads them unasked', async () => {
  const path = { value: '' };
  const { home, model } = await kitchen((_request, n) => {
    if (n === 1) return { toolCalls: [{ name: 'ActivateSkill', args: { name: 'recipes' } }] };
    if (n === 2) return { toolCalls: [{ name: 'Read', args: { file_path: path.value } }] };
    return { text: 'It is in the blue tin.' };
  });
  path.value = join(homePaths(home).cerebellum, 'recipes/reference/spices.md');
  const client = connect(await startBrainIn(home));
  const turn = await say(client, { text: 'where is the saffron?' });
  expect(turn.end).toMatchObject({ type: 'done' });
  const [activated, read] = client.events.filter((event) => event.type === 'tool_result');
  expect(activated).toMatchObject({
    ok: true,
    output: expect.stringContaining('- reference/spices.md'),
  });
  expect(read).toMatchObject({ ok: true, output: expect.stringContaining('blue tin') });
  // Instructions are no data: they stand without a fence. And nothing of it taints.
  expect(model.chats[1]?.text).not.toContain('tool_output from=\\"ActivateSkill');
  expect(client.events.some((event) => event.type === 'taint')).toBe(false);
  // The model's own activation restricts nothing.
  const { session } = await client.call('session.get', { sessionId: turn.sessionId });
  expect(session.skills).toBeUndefined();
});
