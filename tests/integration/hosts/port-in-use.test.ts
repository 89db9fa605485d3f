import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { silentLogger } from '../../../brain/shared/log.ts';
import { startGateway } from '../../../src-main/gateway/index.ts';
import { echoDispatcher } from '../../support/echo-dispatcher.ts';
import { tempFolder } from '../../support/temp-home.ts';

it('names the taken port when the owner asked for it, instead of moving elsewhere', async () => {
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const started = await startGateway({
    home: await tempFolder(),
    port,
    dispatcher: echoDispatcher(),
    renderer: await tempFolder(),
    logger: silentLogger,
  });
  expect(started).toEqual({ ok: false, error: expect.stringContaining(`Port ${port} is in use`) });
  other.close();
});

it('says that an address is not of this machine', async () => {
  const started = await startGateway({
    home: await tempFolder(),
    port: 0,
    host: '203.0.113.7',
    dispatcher: echoDispatcher(),
    renderer: await tempFolder(),
    logger: silentLogger,
  });
  expect(started).toEqual({ ok: false, error: '203.0.113.7 is not an address of this machine.' });
});
