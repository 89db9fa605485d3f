/** `routes` in a whole brain: what they send where, what they must never do. */
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { connect, say, startTestBrain, testHost } from '../support/brain-client.ts';
import { type ModelServer, startModelServer } from '../support/model-servers/index.ts';
import { tempFolder } from '../support/temp-home.ts';
import { testKeys, writeConfig } from '../support/write-config.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function setUp(routes: readonly object[]) {
  const server = async (text: string): Promise<ModelServer> => {
    const usage = { input: 100, output: 10 };
    const started = await startModelServer({ kind: 'openai', script: [{ text, usage }] });
    open.push(() => started.close());
    return started;
  };
  const first = await server('from the first');
  const second = await server('from the second');
  const home = join(await tempFolder(), 'home');
  await writeConfig(home, { first, second }, { routes });
  const brain = await startTestBrain(home, { host: testHost(testKeys) });
  open.unshift(() => brain.stop());
  return { client: connect(brain), first, second };
}

const toSecond = { keywords: ['invoice'], target: 'test-openai@second' };

it('a keyword sends the message to its target and the turn says so; others go by the cascade', async () => {
  const { client } = await setUp([toSecond]);
  const routed = await say(client, { text: 'Write the Invoice.' });
  expect(routed.text).toBe('from the second');
  const event = await client.event('provider', ({ turnId }) => turnId === routed.turnId);
  expect(event).toMatchObject({ provider: 'second', route: 'invoice' });
  const plain = await say(client, { sessionId: routed.sessionId, text: 'Thanks' });
  expect(plain.text).toBe('from the first');
  const other = await client.event('provider', ({ turnId }) => turnId === plain.turnId);
  expect(other).not.toHaveProperty('route');
});

it('a model picked for the message or the session wins over every route', async () => {
  const { client } = await setUp([toSecond]);
  const picked = await say(client, { text: 'the invoice', model: 'first' });
  expect(picked.text).toBe('from the first');
});

it('a route to nobody is an error of the settings, and its messages go to nobody', async () => {
  const { client, first, second } = await setUp([{ keywords: ['secret'], target: 'local@nobody' }]);
  const { problems } = await client.call('config.get', {});
  expect(problems).toMatchObject([{ path: 'routes.0.target', severity: 'error' }]);
  const { end } = await say(client, { text: 'a secret' });
  expect(end).toMatchObject({ type: 'error', code: 'no_provider' });
  expect([first.chats.length, second.chats.length]).toEqual([0, 0]);
});
