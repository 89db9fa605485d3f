/** A server at a URL that wants a sign-in: no page may open by itself, and no token may lie about. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isReady, openServers } from '../../support/mcp/scene.ts';
import { startWebService } from '../../support/mcp/web-service.ts';

async function scene(openLink: (address: string) => Promise<void>) {
  const service = await startWebService();
  onTestFinished(service.close);
  const opened: string[] = [];
  const secrets = new Map<string, string>();
  const servers = await openServers(
    { service: { url: service.url } },
    {
      openLink: async (address) => {
        opened.push(address);
        await openLink(address);
      },
      secrets: {
        get: async (name) => secrets.get(name),
        set: async (name, value) => ({ ok: true, value: void secrets.set(name, value) }),
        delete: async (name) => secrets.delete(name),
        names: () => [...secrets.keys()],
      },
    },
  );
  return { ...servers, service, opened, secrets };
}

it('it waits for its owner, then works, renews what has expired, and asks again when it cannot', async () => {
  const {
    servers,
    until,
    run,
    service,
    opened,
    secrets,
    scene: place,
  } = await scene(async (address) => void (await fetch(address)));
  await until('service', ({ state }) => state === 'sign_in');
  expect(opened).toEqual([]);
  expect((await servers.signIn('service')).ok).toBe(true);
  await until('service', isReady);
  expect(opened).toHaveLength(1);
  expect((await run('mcp__service__look')).output).toBe('from the service');
  expect(servers.list()[0]?.signedIn).toBe(true);

  service.expire();
  expect((await run('mcp__service__look')).output).toBe('from the service');
  expect(service.seen).toEqual({ authorized: 1, refreshed: 1 });
  expect(opened).toHaveLength(1);

  const token = JSON.parse(secrets.get('mcp.service.signin') ?? '{}').tokens.access_token;
  expect(token).toMatch(/^token-/);
  const files = await readdir(place.paths.mcp);
  for (const file of files) {
    expect(await readFile(join(place.paths.mcp, file), 'utf8')).not.toContain(token);
  }
  expect(JSON.stringify([servers.list(), servers.logs('service')])).not.toContain(token);

  service.expire();
  service.forget();
  await servers.test('service');
  await until('service', ({ state }) => state === 'sign_in');
  expect(opened).toHaveLength(1);
});

it('an answer that nobody asked for signs nobody in', async () => {
  const { servers, until, service } = await scene(async (address) => {
    const back = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
    expect(back.hostname).toBe('127.0.0.1');
    back.searchParams.set('code', 'stolen');
    back.searchParams.set('state', 'guessed');
    await fetch(back);
  });
  await until('service', ({ state }) => state === 'sign_in');
  await servers.signIn('service');
  while (servers.logs('service')?.includes('An answer came that was not asked for.') !== true) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  await until('service', ({ state }) => state === 'sign_in');
  expect(service.seen.authorized).toBe(0);
});
