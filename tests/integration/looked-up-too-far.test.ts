import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import type { JsonObject } from '../../protocol/index.ts';
import { type Client, connect, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

/** Runs a tool as a model would; nobody is there to be asked. */
async function run(client: Client, tool: string, args: JsonObject) {
  const text = `/reflex run ${tool} ${JSON.stringify(args)}`;
  const { turnId } = await say(client, { text, interactive: false });
  const result = client.events.find((one) => one.type === 'tool_result' && one.turnId === turnId);
  if (result?.type !== 'tool_result') throw new Error('no result');
  return result;
}

it('a model looks into notes and past conversations, and into nothing else', async () => {
  const { home } = await modelHome(() => ({ text: 'The gate was painted turquoise.' }));
  const { workspace, knowledge, root } = homePaths(home);
  const client = connect(await startBrainIn(home));
  const open = await say(client, { text: 'which colour has the gate?' });
  await say(client, { sessionId: open.sessionId, text: 'and since when?' });
  const { session } = await client.call('session.create', { private: true });
  await say(client, { sessionId: session.sessionId, text: 'my gate is secretly turquoise' });

  const found = await run(client, 'session_search', { query: 'gate turquoise', limit: 5 });
  expect(found.output).toContain(open.sessionId);
  expect(found.output).not.toContain(session.sessionId);
  const read = await run(client, 'session_read', { session: open.sessionId, from: 2 });
  expect(read.output).toContain('Turns 2 to 2 of 2');
  expect(read.output).toContain('and since when?');
  expect(read.output).not.toContain('User: which colour');
  for (const id of [session.sessionId, 's_01kaj8n4v0000000000000007q', '../../identity']) {
    expect(await run(client, 'session_read', { session: id })).toMatchObject({ ok: false });
  }

  await mkdir(join(workspace, 'notes'));
  const garden = '# Garden\n\nAll.\n\n## Roses\n\nPrune them. <!-- hidden -->\n\n## Beds\n\nDig.\n';
  await writeFile(join(workspace, 'notes', 'garden.md'), garden);
  const section = await run(client, 'memory_get', { path: 'notes/garden.md', heading: 'roses' });
  expect(section.output).toContain('Prune them.');
  expect(section.output).not.toMatch(/Dig|hidden/);
  const missing = await run(client, 'memory_get', { path: 'notes/garden.md', heading: 'Lawn' });
  expect(missing).toMatchObject({ ok: false, output: expect.stringContaining('- Garden › Beds') });
  expect(await run(client, 'memory_get', { path: 'identity/soul.md' })).toMatchObject({ ok: true });

  await writeFile(join(root, 'outside.md'), 'outside');
  await symlink(join(root, 'outside.md'), join(knowledge, 'link.md'));
  await writeFile(join(workspace, 'prefrontal', '.debug', 'a.md'), 'snapshot');
  for (const path of [
    'hippocampus/knowledge/link.md',
    '../config.json',
    '../outside.md',
    'notes/../../outside.md',
    join(root, 'outside.md'),
    'prefrontal/.debug/a.md',
    `hippocampus/sessions/${open.sessionId}/transcript.jsonl`,
    `hippocampus/sessions/${open.sessionId}/x.md`,
    'cortex/index.db',
    'motor/tasks/TASK-x.md',
    '.shipped.json',
    'nowhere.md',
    '',
  ]) {
    expect(await run(client, 'memory_get', { path }), path).toMatchObject({ ok: false });
  }
});
