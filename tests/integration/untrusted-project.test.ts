/** A folder's AGENTS.md speaks to the model like its owner: not before he said so. */
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Brain } from '../../brain/brain.ts';
import { hashOf } from '../../brain/shared/ids.ts';
import type { JsonObject } from '../../protocol/index.ts';
import { type Client, connect, RpcError, say } from '../support/brain-client.ts';
import { eventually } from '../support/eventually.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

async function scene() {
  const { home, model, workingDir } = await modelHome([{ text: 'Yes.' }]);
  const repository = join(home, '..', 'shop');
  const inside = join(repository, 'packages', 'till');
  await mkdir(join(repository, '.git'), { recursive: true });
  await mkdir(inside, { recursive: true });
  await writeFile(join(repository, 'AGENTS.md'), '# Shop\n\nOuter rule: use tabs.\n');
  await writeFile(join(inside, 'AGENTS.md'), 'Inner rule: use spaces. <!-- not for models -->\n');
  const system = (): string => {
    const body = model.chats.at(-1)?.body as { messages: { role: string; content: string }[] };
    return body.messages.find(({ role }) => role === 'system')?.content ?? '';
  };
  return { home, repository, inside, workingDir, system };
}

/** Waits until the settings that were written are in force. */
async function answer(client: Client, toolCallId: string, decision: 'allow_always' | 'deny') {
  await client.call('turn.resume', { toolCallId, decision });
  const list = decision === 'deny' ? 'never' : 'trusted';
  for (;;) {
    await setImmediate();
    const { config } = await client.call('config.get', {});
    if (config.folders[list].length > 0) return config.folders;
  }
}

async function folderAsks(client: Client) {
  const { asks } = await client.call('turn.pending', {});
  return asks.filter(({ rule }) => rule === 'folder_trust');
}

async function restart(brain: Brain, home: string): Promise<Client> {
  await brain.stop();
  return connect(await startBrainIn(home));
}

it('is asked about beside the turn, and counts from the next turn on, also after a restart', async () => {
  const { home, repository, inside, system } = await scene();
  const brain = await startBrainIn(home);
  let client = connect(brain);
  const { sessionId, end } = await say(client, { text: 'Hello', workingDir: inside });
  // The turn did not wait.
  expect(end.type).toBe('done');
  expect(system()).not.toContain('rule:');
  const [ask, ...more] = await folderAsks(client);
  expect(more).toEqual([]);
  expect(ask).toMatchObject({ cwd: repository });
  expect(ask?.detail).toContain('Outer rule: use tabs.');
  expect(ask?.turnId).toBeUndefined();
  // Asked once, however many turns come before the answer.
  await say(client, { sessionId, text: 'Again' });
  expect(await folderAsks(client)).toHaveLength(1);

  const folders = await answer(client, ask?.toolCallId ?? '', 'allow_always');
  expect(folders).toEqual({ trusted: [repository], never: [], rules: {} });
  await expect(
    client.call('turn.resume', { toolCallId: ask?.toolCallId ?? '', decision: 'deny' }),
  ).rejects.toThrow(RpcError);
  await say(client, { sessionId, text: 'And now?' });
  const trusted = system();
  const [outer, inner] = [trusted.indexOf('Outer rule'), trusted.indexOf('Inner rule')];
  expect(outer).toBeGreaterThan(trusted.indexOf('<instructions>'));
  expect(inner).toBeGreaterThan(outer);
  expect(trusted.indexOf('</instructions>')).toBeGreaterThan(inner);
  expect(trusted).not.toContain('not for models');

  client = await restart(brain, home);
  await say(client, { sessionId, text: 'Still?' });
  expect(system()).toBe(trusted);
  // A change of the file changes that part and nothing else.
  await writeFile(join(inside, 'AGENTS.md'), 'Inner rule: use four spaces.\n');
  await say(client, { sessionId, text: 'And changed?' });
  expect(system()).toBe(trusted.replace('Inner rule: use spaces.', 'Inner rule: use four spaces.'));

  // Trust that is taken back ends with the next turn; then it is asked about again.
  await client.call('config.update', { patch: { folders: { trusted: [] } } });
  await say(client, { sessionId, text: 'And without trust?' });
  expect(system()).not.toContain('rule:');
  expect(await folderAsks(client)).toHaveLength(1);
});

it('is never asked about again after a no, wherever in it the session works', async () => {
  const { home, repository, inside, system } = await scene();
  const brain = await startBrainIn(home);
  let client = connect(brain);
  await say(client, { text: 'Hello', workingDir: inside });
  const [ask] = await folderAsks(client);
  const folders = await answer(client, ask?.toolCallId ?? '', 'deny');
  expect(folders).toEqual({ trusted: [], never: [repository], rules: {} });
  client = await restart(brain, home);
  await say(client, { text: 'Hello', workingDir: repository });
  expect(system()).not.toContain('rule:');
  expect(await folderAsks(client)).toEqual([]);
});

it('is not asked about in the default working directory, whose rules count; a link out of it does not', async () => {
  const { home, workingDir, repository, system } = await scene();
  await writeFile(join(workingDir, 'AGENTS.md'), 'Default rule: be brief.\n');
  const client = connect(await startBrainIn(home));
  const { sessionId } = await say(client, { text: 'Hello' });
  expect(system()).toContain('Default rule: be brief.');
  expect(await folderAsks(client)).toEqual([]);

  await rm(join(workingDir, 'AGENTS.md'));
  await symlink(join(repository, 'AGENTS.md'), join(workingDir, 'AGENTS.md'));
  const { turnId } = await say(client, { sessionId, text: 'And now?' });
  expect(system()).not.toContain('rule:');
  const { calls } = await client.call('snapshot.record', { sessionId, turnId });
  expect(calls[0]?.dropped).toContainEqual(
    expect.objectContaining({ reason: 'a symbolic link that leads out of the project' }),
  );
});

it('takes its place in the budget: a page of rules that is too long is cut, nothing else gives way', async () => {
  const { home, workingDir, system } = await scene();
  await writeFile(join(workingDir, 'AGENTS.md'), `Long rule. ${'Mind the gap. '.repeat(9_000)}`);
  const client = connect(await startBrainIn(home));
  const { sessionId, turnId } = await say(client, { text: 'Hello' });
  const { calls } = await client.call('snapshot.record', { sessionId, turnId });
  const { used = 0, cap = 0 } = calls[0]?.budget.prefrontal ?? {};
  expect(used).toBeLessThanOrEqual(cap);
  expect(used).toBeGreaterThan(cap / 2);
  const cut = calls[0]?.included.find(({ path }) => path === join(workingDir, 'AGENTS.md'));
  expect(cut?.reason).toMatch(/^trimmed from \d+$/);
  expect(system()).toContain('prefrontal/agents.md');
});

it('permission rules of a project count once its owner has seen them, for sessions that work there, as he saw them', async () => {
  const { home, repository, workingDir } = await scene();
  const file = join(repository, '.connectome', 'permissions.json');
  const rules = (more: object) =>
    JSON.stringify({ version: 1, deny: ['Read(secret.txt)'], ...more });
  await mkdir(join(repository, '.connectome'));
  await writeFile(file, rules({ allow: ['Edit'] }));
  await writeFile(join(repository, 'secret.txt'), 'hidden');
  const client = connect(await startBrainIn(home));
  const judge = async (folder: string, name: string, args: JsonObject) => {
    const { sessionId } = (await client.call('session.create', { workingDir: folder })).session;
    const asked = { sessionId, call: { name, args } };
    const { verdict, rule } = await client.call('permission.test', asked);
    return [verdict, rule];
  };
  const write = { file_path: 'new.txt', content: 'x' };
  const read = { file_path: 'secret.txt' };
  await say(client, { text: 'Hello', workingDir: repository });
  expect(await judge(repository, 'Write', write)).toEqual(['confirm', 'default']);
  const [ask] = await folderAsks(client);
  expect(ask?.detail).toMatch(/allow {2}Edit\ndeny {3}Read\(secret\.txt\)/);
  await answer(client, ask?.toolCallId ?? '', 'allow_always');
  expect(await judge(repository, 'Write', write)).toEqual(['safe', 'Edit']);
  expect(await judge(repository, 'Read', read)).toEqual(['block', 'Read(secret.txt)']);
  expect(await judge(workingDir, 'Write', write)).toEqual(['confirm', 'default']);

  // A file that changed says nothing until it was seen: neither more freedom nor fewer denials.
  await writeFile(file, JSON.stringify({ version: 1, allow: ['Bash', 'Edit'] }));
  expect(await judge(repository, 'Read', read)).toEqual(['block', 'Read(secret.txt)']);
  await say(client, { text: 'Again', workingDir: repository });
  const asks = async () =>
    (await client.call('turn.pending', {})).asks.filter(({ rule }) => rule === 'project_rules');
  const [changed, ...more] = await asks();
  expect(more).toEqual([]);
  expect(changed).toMatchObject({ cwd: repository, detail: 'allow  Bash\nallow  Edit' });
  expect(changed?.diff).toMatch(/^\+allow {2}Bash\n allow {2}Edit\n-deny {3}Read\(secret\.txt\)$/m);
  await client.call('turn.resume', { toolCallId: changed?.toolCallId ?? '', decision: 'deny' });
  await expect
    .poll(async () => (await client.call('config.get', {})).config.folders.rules[repository])
    .toMatchObject({ deny: ['Read(secret.txt)'], file: hashOf(await readFile(file)) });
  await say(client, { text: 'And again', workingDir: repository });
  expect(await asks()).toEqual([]);
  expect(await judge(repository, 'Read', read)).toEqual(['block', 'Read(secret.txt)']);

  // Its owner's own copy can be changed, is asked about without a session, and is not written with bad rules.
  const own = (deny: string[]) =>
    client.call('config.update', { patch: { folders: { rules: { [repository]: { deny } } } } });
  await expect(own(['bash(x)'])).rejects.toThrow(/Bash/);
  await own(['Write']);
  const call = { name: 'Write', args: write };
  const there = await client.call('permission.test', { call, workingDir: repository });
  expect(there).toMatchObject({ verdict: 'block', rule: 'Write' });
  expect((await client.call('permission.test', { call })).verdict).toBe('confirm');
  await own([]);

  // With the trust the rules go, too.
  await client.call('config.update', { patch: { folders: { trusted: [] } } });
  expect(await judge(repository, 'Write', write)).toEqual(['confirm', 'default']);
});

it('of two folders that are refused at once both stay refused', async () => {
  const { home, repository } = await scene();
  const other = join(home, '..', 'other');
  await mkdir(join(other, '.git'), { recursive: true });
  await writeFile(join(other, 'AGENTS.md'), 'Another rule.');
  const client = connect(await startBrainIn(home));
  for (const workingDir of [repository, other]) await say(client, { text: 'Hello', workingDir });
  const asks = await folderAsks(client);
  expect(asks.map(({ cwd }) => cwd).toSorted()).toEqual([other, repository].toSorted());
  await Promise.all(
    asks.map(({ toolCallId }) => client.call('turn.resume', { toolCallId, decision: 'deny' })),
  );
  await eventually(async () => {
    const { config } = await client.call('config.get', {});
    expect(config.folders.never.toSorted()).toEqual([other, repository].toSorted());
  });
});
