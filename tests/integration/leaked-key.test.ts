/** Keys planted wherever one can stand, and a search through all that is written and sent. */
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { homePaths } from '../../brain/shared/home.ts';
import { socketPaths } from '../../src-main/socket-path.ts';
import { filesWith } from '../support/files-with.ts';
import { type ModelServer, startModelServer } from '../support/model-servers/index.ts';
import { startRealHost } from '../support/real-host.ts';
import { tempFolder } from '../support/temp-home.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const planted = {
  environment: 'env-Key-Of-A-Provider-0011223344',
  stored: 'stored-Key-Of-A-Provider-5566778899',
  token: 'Token-of-a-gateway_0123456789-0123456789',
  mcp: 'mcp-Value-Of-An-Environment-42',
  header: 'header-Value-Of-A-Provider-77',
  url: 'url-Password-Of-A-Proxy-88',
  query: 'query-Key-Of-A-Server-99',
};
type Planted = keyof typeof planted;

/** Everything that the pipes say, byte by byte, to a program that reads both. */
async function listen(home: string, port: string) {
  const heard: string[] = [];
  const subscribe = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'events.subscribe',
    params: {},
  });
  const socket = createConnection(socketPaths(home)[0] ?? '');
  await once(socket, 'connect');
  socket.setEncoding('utf8').on('data', (text: string) => heard.push(text));
  socket.write(`${subscribe}\n`);
  const web = new WebSocket(`ws://127.0.0.1:${port}/rpc`, [planted.token]);
  await once(web, 'open');
  web.on('message', (data) => heard.push(String(data)));
  web.send(subscribe);
  closing.push(
    () => void socket.destroy(),
    () => web.terminate(),
  );
  return {
    heard,
    ask(method: string, params: object = {}): void {
      const request = JSON.stringify({ jsonrpc: '2.0', id: method, method, params });
      socket.write(`${request}\n`);
      web.send(request);
    },
  };
}

it('no key is written or sent anywhere but where its owner put it', async () => {
  const home = join(await tempFolder(), 'home');
  const workingDir = join(home, '..', 'work');
  const all = Object.values(planted).join(' and ');
  const spelled = Object.values(planted)
    .map((secret) => `printf '%s%s ' '${secret.slice(0, 9)}' '${secret.slice(9)}'`)
    .join('; ');
  const servers: ModelServer[] = [];
  const serve = async (script: Parameters<typeof startModelServer>[0]['script']) => {
    const server = await startModelServer({ kind: 'openai', script });
    servers.push(server);
    closing.push(() => server.close());
    return server;
  };
  // The first echoes what it was given in its error, as some gateways do.
  const body = JSON.stringify({ error: { message: `Bad key: ${all}`, type: 'invalid_api_key' } });
  const echoing = await serve([{ status: 401, body }]);
  const talking = await serve([
    { toolCalls: [{ name: 'Bash', args: { command: `env; ${spelled}` } }] },
    { thinking: `I know ${all}.`, text: `They are ${all}.`, textPiece: 3 },
  ]);
  await mkdir(home, { mode: 0o700 });
  await mkdir(workingDir);
  const withQuery = `http://user:${planted.url}@127.0.0.1:${echoing.port}/v1?api_key=${planted.query}`;
  const config = {
    version: 1,
    workingDir,
    cascade: ['echoing', 'addressed', 'talking'],
    providers: {
      echoing: { kind: 'openai', model: 'm', baseUrl: echoing.baseUrl },
      addressed: { kind: 'openai', model: 'm', baseUrl: withQuery, apiKeyEnv: 'PLANTED_KEY' },
      talking: {
        kind: 'openai',
        model: 'm',
        baseUrl: talking.baseUrl,
        apiKeyEnv: 'PLANTED_KEY',
        headers: { 'x-api-key': planted.header },
      },
    },
    mcpServers: { none: { command: 'true', env: { SERVICE_TOKEN: planted.mcp } } },
  };
  const { config: configPath, gatewayToken } = homePaths(home);
  await writeFile(configPath, JSON.stringify(config));
  await writeFile(gatewayToken, `${planted.token}\n`, { mode: 0o600 });

  const host = await startRealHost(home, { PLANTED_KEY: planted.environment });
  const port = /127\.0\.0\.1:(\d+)/.exec(host.process.output().stdout)?.[1] ?? '';
  const client = await host.connect();
  const pipes = await listen(home, port);
  await client.call('secret.set', { name: 'echoing', value: planted.stored, allowFile: true });
  client.onEvent((event) => {
    if ('scope' in event || event.type !== 'yield' || event.turnId === undefined) return;
    const { turnId, toolCallId } = event;
    void client.call('turn.resume', { turnId, toolCallId, decision: 'allow_once' });
  });
  const { sessionId } = await client.call('chat.send', { text: `My keys are ${all}` });
  const result = await client.event('tool_result');
  await client.event('done');

  for (const method of ['config.get', 'provider.list', 'health.get', 'capability.list']) {
    pipes.ask(method);
  }
  pipes.ask('provider.test', { provider: 'echoing' });
  pipes.ask('session.get', { sessionId });
  pipes.ask('session.export', { sessionId, format: 'markdown' });
  pipes.ask('session.list');
  pipes.ask('events.subscribe', { sessionId, afterSeq: 0 });
  pipes.ask('snapshot.list', { sessionId });
  pipes.ask('queue.list', { sessionId });
  // A request is answered in its own time; the slowest of them asks a server.
  await expect
    .poll(() => pipes.heard.join('').split('"id":"').length - 1)
    .toBeGreaterThanOrEqual(22);
  await host.kill();

  expect(result.ok).toBe(true);
  const sent = pipes.heard.join('');
  const printed = host.process.output().stdout + host.process.output().stderr;
  const asked = JSON.stringify(talking.chats.map((chat) => chat.body));
  // `config.good.json` is the last good state of `config.json` and must be able to replace it.
  const inConfig = [configPath, join(home, 'config.good.json')];
  const ownPlaces: Partial<Record<Planted, readonly string[]>> = {
    token: [gatewayToken],
    mcp: inConfig,
    header: inConfig,
    url: inConfig,
    query: inConfig,
  };
  const leaks: string[] = [];
  for (const [name, secret] of Object.entries(planted)) {
    if (sent.includes(secret)) leaks.push(`${name}: sent ${around(sent, secret)}`);
    if (printed.includes(secret)) leaks.push(`${name}: printed ${around(printed, secret)}`);
    if (asked.includes(secret)) leaks.push(`${name}: to the model ${around(asked, secret)}`);
    for (const path of [
      ...(await filesWith(home, secret)),
      ...(await filesWith(workingDir, secret)),
    ]) {
      if (ownPlaces[name as Planted]?.includes(path) !== true)
        leaks.push(`${name}: written to ${path}`);
    }
  }
  expect(leaks).toEqual([]);
  // The search would find something: the marks stand where the keys were.
  expect(sent).toContain('[secret:PLANTED_KEY]');
  expect(sent).toContain('[secret:gateway.token]');
});

function around(text: string, secret: string): string {
  const at = text.indexOf(secret);
  return text.slice(Math.max(0, at - 120), at + secret.length);
}
