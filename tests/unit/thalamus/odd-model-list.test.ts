/** Lists of models as no server should give them: whoever shows them must get names. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { listedFacts } from '../../../brain/thalamus/providers/listed-facts.ts';
import { harness } from './harness.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listing(body: unknown): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const odd = [5, null, {}, ['m'], '', '  ', 'x\u001b[2J', 'y\u202e', 'z'.repeat(300)];
const good = ['maker/m:8b', 'at@home', 'with space', 'maker/m:8b'];

it.each(['openai', 'anthropic', 'ollama'] as const)(
  '%s: what is no name is left out, and every name is there once (a window that cannot be drawn)',
  async (kind) => {
    const names = [...odd, ...good];
    const body =
      kind === 'ollama'
        ? { models: names.map((name) => ({ name })) }
        : { data: names.map((id) => ({ id })), has_more: false };
    const baseUrl = (await listing(body)) + (kind === 'openai' ? '/v1' : '');
    const { thalamus } = harness({ providers: { main: { kind, model: 'm', baseUrl } } });
    const { models } = await thalamus.test('main');
    expect(models).toEqual(good.slice(0, 3));
    const info = (await thalamus.list()).find(({ name }) => name === 'main');
    expect(info?.models).toEqual(kind === 'ollama' ? models : ['m', ...models]);
  },
);

it.each([{}, null, [], { data: null }, { data: [null] }, { data: 'abc' }])(
  'a list that is none is told in our own words: %o',
  async (body) => {
    const baseUrl = `${await listing(body)}/v1`;
    const providers = { main: { kind: 'openai', model: 'm', baseUrl } } as const;
    const { message } = await harness({ providers }).thalamus.test('main');
    expect(message).not.toMatch(/Cannot |undefined|null|not iterable/);
  },
);

it('a price that no token has is not believed (a limit for the day that nobody can lift)', () => {
  const facts = (prompt: unknown) => listedFacts({ pricing: { prompt, completion: '0.00001' } });
  expect(facts('0.000003').prices).toEqual({ input: 3, output: 10 });
  for (const price of ['1e300', '-1', 'abc', '', null, {}, 'Infinity']) {
    expect(facts(price).prices).toBeUndefined();
  }
});
