import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homePaths } from '../../../brain/shared/home.ts';
import { startRealHost } from '../../support/real-host.ts';
import { tempFolder } from '../../support/temp-home.ts';

it('the gateway’s token is written nowhere, also when it is pasted into a message', async () => {
  const home = join(await tempFolder(), 'home');
  const host = await startRealHost(home, {});
  const client = await host.connect();
  const { gatewayToken, sessions, knowledge } = homePaths(home);
  await expect.poll(() => readFile(gatewayToken, 'utf8').catch(() => '')).not.toBe('');
  const token = (await readFile(gatewayToken, 'utf8')).trim();
  const text = `remember that the token is ${token}`;
  const { sessionId } = await client.call('chat.send', { text, model: 'reflex' });
  await client.event('done');
  const written = await readFile(join(sessions, sessionId, 'transcript.jsonl'), 'utf8');
  expect(written).toContain('[secret:gateway.token]');
  expect(written).not.toContain(token);
  for (const name of await readdir(knowledge)) {
    expect(await readFile(join(knowledge, name), 'utf8')).not.toContain(token);
  }
  await host.kill();
});
