import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Brain } from '../../brain/brain.ts';
import { homePaths } from '../../brain/shared/home.ts';
import { MAX_MESSAGE_BYTES, methods } from '../../protocol/index.ts';
import { connect, indexed, say, startTestBrain } from '../support/brain-client.ts';
import { tempFolder } from '../support/temp-home.ts';

const brains: Brain[] = [];
afterEach(async () => {
  for (const brain of brains.splice(0)) await brain.stop();
});

async function start(home: string): Promise<Brain> {
  const brain = await startTestBrain(home);
  brains.push(brain);
  return brain;
}

const newHome = async () => join(await tempFolder(), 'home');

it('answers nonsense with an error that says what is wrong, and goes on', async () => {
  const client = connect(await start(await newHome()));
  const cases: readonly (readonly [string, number])[] = [
    ['{"jsonrpc":"2.0","id":"a"', -32700],
    ['[]', -32600],
    ['"hello"', -32600],
    ['{"jsonrpc":"1.0","id":"a","method":"health.get"}', -32600],
    ['{"jsonrpc":"2.0","id":"a","method":"no.such"}', -32601],
    ['{"jsonrpc":"2.0","id":"a","method":"__proto__"}', -32601],
    ['{"jsonrpc":"2.0","id":"a","method":"chat.send","params":{"text":7}}', -32602],
    ['{"jsonrpc":"2.0","id":"a","method":"chat.send","params":[]}', -32602],
  ];
  for (const [text, code] of cases) {
    expect(await client.raw(text), text).toMatchObject({ error: { code } });
  }
  const bad = (await client.raw(
    '{"jsonrpc":"2.0","id":"a","method":"chat.send","params":{"text":7}}',
  )) as {
    error: { message: string };
  };
  expect(bad.error.message).toContain('text');
  expect(await client.call('health.get', {})).toMatchObject({ version: '0.0.0-test' });
});

it('a message of brackets in brackets is refused, and does not end the brain', async () => {
  const client = connect(await start(await newHome()));
  const patch = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  const lists = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const params of [`{"patch":${patch}}`, `{"patch":{"a":${lists}}}`, lists]) {
    const text = `{"jsonrpc":"2.0","id":"a","method":"config.update","params":${params}}`;
    expect(await client.raw(text)).toMatchObject({ error: { code: -32600 } });
  }
  expect(await client.call('health.get', {})).toMatchObject({ version: '0.0.0-test' });
});

it('a list of wrong items is refused in a few words, not described item by item', async () => {
  const client = connect(await start(await newHome()));
  const attachments = Array.from({ length: 50_000 }, () => 7);
  const text = JSON.stringify({
    jsonrpc: '2.0',
    id: 'a',
    method: 'chat.send',
    params: { text: 'x', attachments },
  });
  const answer = (await client.raw(text)) as { error: { code: number; message: string } };
  expect(answer.error.code).toBe(-32602);
  expect(answer.error.message).toContain('and 49980 more');
});

it('refuses a message beyond the limit on the dispatcher itself', async () => {
  const client = connect(await start(await newHome()));
  const huge = JSON.stringify({
    jsonrpc: '2.0',
    id: 'a',
    method: 'chat.send',
    params: { text: 'x'.repeat(MAX_MESSAGE_BYTES) },
  });
  expect(await client.raw(huge)).toMatchObject({
    error: { code: -32000, data: { code: 'too_large' } },
  });
});

it('knows every session, turn, task and file by its right name only', async () => {
  const client = connect(await start(await newHome()));
  const { sessionId } = await say(client, { text: 'help' });
  const unknown = { data: { code: 'not_found' } };
  await expect(client.call('session.get', { sessionId: 's_none' })).rejects.toMatchObject(unknown);
  await expect(client.call('session.get', { sessionId: '../../etc' })).rejects.toMatchObject(
    unknown,
  );
  await expect(client.call('session.get', { sessionId, before: 't_none' })).rejects.toMatchObject(
    unknown,
  );
  await expect(client.call('session.delete', { sessionId: '..' })).rejects.toMatchObject(unknown);
  await expect(
    client.call('snapshot.get', { snapshotId: '../../identity/soul' }),
  ).rejects.toMatchObject(unknown);
  await expect(client.call('task.get', { taskId: '../../../config' })).rejects.toMatchObject(
    unknown,
  );
  await expect(
    client.call('chat.send', { text: 'hi', model: 'nothing@nowhere' }),
  ).rejects.toMatchObject(unknown);
  await expect(
    client.call('chat.send', { text: 'hi', attachments: ['../../gateway.token'] }),
  ).rejects.toMatchObject(unknown);
  await expect(client.call('workspace.read', { path: '../config.json' })).rejects.toThrow();
  await expect(client.call('session.update', { sessionId, workingDir: '/' })).rejects.toMatchObject(
    {
      data: { code: 'denied' },
    },
  );
});

it('a page in the browser cannot make itself another key', async () => {
  const brain = await start(await newHome());
  await expect(connect(brain, 'websocket').call('gateway.code', {})).rejects.toMatchObject({
    data: { code: 'denied' },
  });
  expect(await connect(brain, 'socket').call('gateway.code', {})).toMatchObject({
    url: expect.stringContaining('#code='),
  });
});

it('has a method behind every name of the protocol', async () => {
  const client = connect(await start(await newHome()));
  for (const method of Object.keys(methods)) {
    const answer = await client.raw(
      JSON.stringify({ jsonrpc: '2.0', id: 'a', method, params: { nonsense: 1 } }),
    );
    expect(JSON.stringify(answer), method).not.toContain('failed inside the program');
  }
});

it('starts with broken skills, unreadable notes and a broken config, says so, and keeps every file', async () => {
  const home = await newHome();
  await (await start(home)).stop();
  const paths = homePaths(home);
  await mkdir(join(paths.cerebellum, 'evil'), { recursive: true });
  await writeFile(
    join(paths.cerebellum, 'evil', 'SKILL.md'),
    '---js\nglobalThis.hacked = 1\n---\nbody',
  );
  await writeFile(join(paths.knowledge, 'people.md'), '# People\n\n- Nadia likes tea\n');
  await writeFile(join(paths.knowledge, 'binary.md'), Buffer.from([0xff, 0xfe, 0x00, 0x01, 0xc3]));
  await writeFile(join(paths.knowledge, 'secret.md'), 'unreadable');
  await chmod(join(paths.knowledge, 'secret.md'), 0o000);
  const broken = '{ "version": 1, "permissions": { "mode": "bypassPermissions", "alow": [] } }';
  await writeFile(paths.config, broken);
  const client = connect(await start(home));
  await indexed(client);
  const { text } = await say(client, { text: 'what do you know about Nadia?' });
  expect(text).toContain('tea');
  const { config, problems } = await client.call('config.get', {});
  expect(config.permissions.mode).toBe('default');
  expect(JSON.stringify(problems)).toContain('alow');
  const { capabilities } = await client.call('capability.list', {});
  expect(JSON.stringify(capabilities)).toContain('evil');
  expect('hacked' in globalThis).toBe(false);
  const { content } = await client.call('workspace.read', { path: 'cerebellum/evil/SKILL.md' });
  expect(content).toContain('---js');
});
