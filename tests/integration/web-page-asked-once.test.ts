/** A page of the web is asked for per host, and what it says arrives as data. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { connect, endOf, say, startTestBrain, testHost } from '../support/brain-client.ts';
import { modelHome } from '../support/model-home.ts';
import { testKeys } from '../support/write-config.ts';

it('"always" allows this host and no other, and the page is fenced in what the model hears', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<body><p>Tea takes three minutes.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/tea`;
  const read = { toolCalls: [{ name: 'WebFetch', args: { url } }] };
  const { home, model } = await modelHome([read, { text: 'one' }, read, { text: 'two' }]);
  const brain = await startTestBrain(home, {
    host: testHost(testKeys),
    isPublic: (address) => address === '127.0.0.1',
  });
  onTestFinished(() => brain.stop());
  const client = connect(brain);
  const { sessionId, turnId } = await client.call('chat.send', { text: 'How long?' });
  const asked = await client.event('yield');
  expect(asked).toMatchObject({ alwaysRule: 'WebFetch(127.0.0.1)', detail: url });
  const { toolCallId } = asked;
  await client.call('turn.resume', { turnId, toolCallId, decision: 'allow_always' });
  await endOf(client, turnId);
  const heard = JSON.stringify(model.chats[1]?.body);
  expect(heard).toContain('Tea takes three minutes.');
  expect(heard).toContain('<tool_output from=\\"WebFetch 127.0.0.1\\">');
  expect((await say(client, { sessionId, text: 'Again' })).text).toBe('two');
  expect(client.events.filter(({ type }) => type === 'yield')).toHaveLength(1);
  expect((await client.call('config.get', {})).config.permissions.allow).toEqual([
    'WebFetch(127.0.0.1)',
  ]);
});
