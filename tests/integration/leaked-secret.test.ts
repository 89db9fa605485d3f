/** A key of ours that gets into a conversation gets into its files, and to the model's provider. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { filesWith } from '../support/files-with.ts';
import { type ModelServer, startModelServer } from '../support/model-servers/index.ts';
import { startRealHost } from '../support/real-host.ts';
import { tempFolder } from '../support/temp-home.ts';
import { writeConfig } from '../support/write-config.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

it('neither the token nor a key is written or sent when a command prints it', async () => {
  const home = join(await tempFolder(), 'home');
  const key = 'key-of-a-provider-0123456789';
  const token = 'Token-of-a-gateway_0123456789-0123456789';
  const spelled = (secret: string): string =>
    `printf %s%s ${secret.slice(0, 9)} ${secret.slice(9)}`;
  const model = await startModelServer({
    kind: 'openai',
    script: [
      {
        toolCalls: [
          { name: 'Bash', args: { command: spelled(key) } },
          { name: 'Bash', args: { command: spelled(token) } },
        ],
      },
      { text: `They are ${key} and ${token}.`, textPiece: 3 },
    ],
  });
  servers.push(model);
  const workingDir = await writeConfig(home, { first: model });
  await writeFile(homePaths(home).gatewayToken, `${token}\n`, { mode: 0o600 });

  const host = await startRealHost(home, { TEST_KEY: key });
  const client = await host.connect();
  client.onEvent((event) => {
    if ('scope' in event || event.type !== 'yield' || event.turnId === undefined) return;
    const { turnId, toolCallId } = event;
    void client.call('turn.resume', { turnId, toolCallId, decision: 'allow_once' });
  });
  await client.call('chat.send', { text: `my key is ${key}, my token ${token}` });
  await client.event('done');
  const results = client.events.filter(({ type }) => type === 'tool_result');
  const stored = client.events.filter(({ type }) => type !== 'delta' && type !== 'tool_output');
  await host.kill();

  expect(results).toMatchObject([{ ok: true }, { ok: true }]);
  for (const secret of [key, token]) {
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(JSON.stringify(model.chats.map(({ body }) => body))).not.toContain(secret);
    expect(host.process.output().stdout + host.process.output().stderr).not.toContain(secret);
    const places = await filesWith(home, secret);
    expect(places.filter((path) => path !== homePaths(home).gatewayToken)).toEqual([]);
    expect(await filesWith(workingDir, secret)).toEqual([]);
  }
});
