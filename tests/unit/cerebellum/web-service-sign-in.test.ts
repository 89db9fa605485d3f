/** A server at a URL that wants a sign-in: no page may open by itself, and no token may lie about. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { oauthFetch, pageProblem } from '../../../brain/cerebellum/mcp/oauth-fetch.ts';
import { SIGN_IN_AGAIN } from '../../../brain/cerebellum/mcp/wider-rights.ts';
import type { JsonObject, Question } from '../../../protocol/index.ts';
import { isReady, openServers } from '../../support/mcp/scene.ts';
import { startWebService, type WebServiceOptions } from '../../support/mcp/web-service.ts';

interface SceneOptions extends WebServiceOptions {
  readonly oauth?: JsonObject;
}

/** Where its owner's browser goes, he agrees. */
const agrees = async (address: string): Promise<void> => void (await fetch(address));

async function scene(
  openLink: (address: string) => Promise<void>,
  { oauth, ...options }: SceneOptions = {},
) {
  const service = await startWebService(options);
  onTestFinished(service.close);
  const opened: string[] = [];
  const secrets = new Map<string, string>();
  if (options.client !== undefined) secrets.set('mcp.service.clientSecret', options.client.secret);
  const servers = await openServers(
    { service: { url: service.url, ...(oauth === undefined ? {} : { oauth }) } },
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
  const { servers, until, run, service, opened, secrets, scene: place } = await scene(agrees);
  await until('service', ({ state }) => state === 'sign_in');
  expect(opened).toEqual([]);
  expect((await servers.signIn('service')).ok).toBe(true);
  await until('service', isReady);
  expect(opened).toHaveLength(1);
  expect((await run('mcp__service__look')).output).toBe('from the service');
  expect(servers.list()[0]?.signedIn).toBe(true);

  service.expire();
  expect((await run('mcp__service__look')).output).toBe('from the service');
  expect(service.seen).toMatchObject({ authorized: 1, refreshed: 1 });
  expect(opened).toHaveLength(1);

  const token = JSON.parse(secrets.get('mcp.service.signin') ?? '{}').tokens.access_token;
  expect(token).toMatch(/^token-/);
  expect(JSON.stringify([servers.list(), servers.logs('service')])).not.toContain(token);

  service.expire();
  service.forget();
  await servers.test('service');
  await until('service', ({ state }) => state === 'sign_in');
  expect(opened).toHaveLength(1);

  // Before that its files may still be being written.
  await servers.close();
  const files = await readdir(place.paths.mcp);
  expect(files).toEqual(['service.json']);
  for (const file of files) {
    expect(await readFile(join(place.paths.mcp, file), 'utf8')).not.toContain(token);
  }
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

const client = { id: 'known-before', secret: 'only-for-this-service' };
const given = { clientId: client.id, clientSecret: '${secret:mcp.service.clientSecret}' };

it('a client given beforehand signs in, and its secret goes nowhere but to where it first was accepted', async () => {
  const { servers, until, run, service, secrets } = await scene(agrees, { client, oauth: given });
  await until('service', ({ state }) => state === 'sign_in');
  expect((await servers.signIn('service')).ok).toBe(true);
  await until('service', isReady);
  expect((await run('mcp__service__look')).output).toBe('from the service');
  expect(service.secretsSeen).toEqual([`${client.id}:${client.secret}`]);
  expect(JSON.stringify([servers.list(), servers.logs('service')])).not.toContain(client.secret);
  expect(secrets.get('mcp.service.signin')).not.toContain(client.secret);

  const stranger = await startWebService({ client });
  onTestFinished(stranger.close);
  service.nameAuthority(stranger.url);
  service.expire();
  await servers.test('service');
  await until('service', ({ state }) => state !== 'ready' && state !== 'starting');
  const again = await servers.signIn('service');
  expect(again.ok).toBe(false);
  expect(stranger.secretsSeen).toEqual([]);
});

it('a service that no person signs in to gets id and secret, and no browser opens', async () => {
  const oauth = { ...given, grant: 'client_credentials' };
  const { servers, until, run, service, opened } = await scene(agrees, { client, oauth });
  await until('service', isReady);
  expect((await run('mcp__service__look')).output).toBe('from the service');
  service.expire();
  expect((await run('mcp__service__look')).output).toBe('from the service');
  expect(service.seen).toMatchObject({ alone: 2, authorized: 0 });
  expect(opened).toEqual([]);
  expect((await servers.signIn('service')).ok).toBe(false);
});

it('a service that wants more rights asks its owner once, and the calls then go on', async () => {
  const { servers, until, run, service, opened } = await scene(agrees, { callScope: 'write' });
  await until('service', ({ state }) => state === 'sign_in');
  await servers.signIn('service');
  await until('service', isReady);

  const asked: string[] = [];
  const answering = (answer: string) => ({
    askOwner: async (questions: readonly Question[]) => {
      asked.push(...questions.map(({ question }) => question));
      return { kind: 'answered' as const, answers: [answer] };
    },
  });
  const refused = await run('mcp__service__look', {}, answering('No'));
  expect(refused).toMatchObject({ ok: false });
  expect(refused.output).toContain('write');
  expect(opened).toHaveLength(1);
  // Nobody is there: it must not wait for a browser.
  expect((await run('mcp__service__look')).ok).toBe(false);
  expect(opened).toHaveLength(1);

  const both = await Promise.all([
    run('mcp__service__look', {}, answering(SIGN_IN_AGAIN)),
    run('mcp__service__look', {}, answering(SIGN_IN_AGAIN)),
  ]);
  expect(both.map(({ output }) => output)).toEqual(['from the service', 'from the service']);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toContain('write');
  expect(opened).toHaveLength(2);
  // What it had stays given.
  expect(new URL(opened[1] ?? '').searchParams.get('scope')?.split(' ').sort()).toEqual([
    'read',
    'write',
  ]);
  expect(service.seen.authorized).toBe(2);
});

it('a service on the open internet leads us to no address inside, by no name', async () => {
  const inside = await startWebService();
  onTestFinished(inside.close);
  const { port } = new URL(inside.url);
  const place = '.well-known/oauth-authorization-server';
  // As if 127.0.0.9 were on the open internet, and 127.0.0.1 were not.
  const ask = oauthFetch('http://127.0.0.9:1/mcp', (address) => address !== '127.0.0.1');
  for (const host of ['127.0.0.1', 'localhost']) {
    await expect(ask(`http://${host}:${port}/${place}`), host).rejects.toThrow('open internet');
  }
  const everywhere = oauthFetch('http://127.0.0.9:1/mcp', () => true);
  expect((await everywhere(`http://127.0.0.1:${port}/${place}`)).status).toBe(200);
  const service = 'https://mcp.example.com/mcp';
  const refused = [
    'http://192.168.0.1/reboot',
    'http://127.0.0.1/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://owner:word@example.com/',
  ];
  for (const address of refused)
    expect(pageProblem(new URL(address), service), address).toBeDefined();
  expect(pageProblem(new URL('https://login.example.com/authorize'), service)).toBeUndefined();
});
