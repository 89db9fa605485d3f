import { once } from 'node:events';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAX_FAILURES } from '../../../src-main/gateway/limiter.ts';
import {
  codeOf,
  connectRpc,
  exchange,
  http,
  login,
  openRpc,
  type TestGateway,
  testGateway,
} from '../../support/gateway.ts';

const tokenOf = async ({ home }: TestGateway): Promise<string> =>
  (await readFile(join(home, 'gateway.token'), 'utf8')).trim();

describe('logins of the gateway', () => {
  it('accepts a one-time code once', async () => {
    const test = await testGateway();
    const code = codeOf(test.gateway.oneTimeUrl());
    expect((await exchange(test, code)).status).toBe(200);
    const second = await exchange(test, code);
    expect(second.status).toBe(401);
    expect(second.headers['set-cookie']).toBeUndefined();
  });

  it('refuses a code after ten minutes', async () => {
    let now = new Date('2026-03-01T10:00:00Z');
    const test = await testGateway({ clock: { now: () => now } });
    const early = codeOf(test.gateway.oneTimeUrl());
    const late = codeOf(test.gateway.oneTimeUrl());
    now = new Date('2026-03-01T10:09:59Z');
    expect((await exchange(test, early)).status).toBe(200);
    now = new Date('2026-03-01T10:10:00Z');
    expect((await exchange(test, late)).status).toBe(401);
  });

  it('keeps the cookie from scripts and from other sites', async () => {
    const { setCookie } = await login(await testGateway());
    expect(setCookie).toMatch(
      /^connectome_[0-9a-f]+=[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
  });

  it('gives nothing for the cookie alone, nor for the value alone, nor for both swapped', async () => {
    const test = await testGateway();
    const { cookie, value } = await login(test);
    const [name, half] = cookie.split('=');
    const { origin } = test;
    expect(await connectRpc(test, ['connectome'], { cookie, origin })).toBe(401);
    expect(await connectRpc(test, [], { cookie, origin })).toBe(401);
    expect(await connectRpc(test, ['connectome', `k.${value}`], { origin })).toBe(401);
    expect(await connectRpc(test, [value], { origin })).toBe(401);
    const swapped = { cookie: `${name}=${value}`, origin };
    expect(await connectRpc(test, ['connectome', `k.${half}`], swapped)).toBe(401);
    expect(await connectRpc(test, ['connectome', `k.${half}`], { cookie, origin })).toBe(401);
  });

  it('lets a browser in again after a restart, until gateway.token is replaced', async () => {
    const first = await testGateway();
    const { cookie, value } = await login(first);
    await first.gateway.close();
    const again = await testGateway({ home: first.home });
    const protocols = ['connectome', `k.${value}`];
    const headers = { cookie, origin: again.origin };
    const socket = await openRpc(again, protocols, headers);
    const closed = once(socket, 'close');
    await writeFile(join(again.home, 'gateway.token'), `${'n'.repeat(43)}\n`);
    expect(await connectRpc(again, protocols, headers)).toBe(401);
    // Connections that are open end as well.
    expect((await closed)[0]).toBe(1008);
  });

  it('ends all codes when gateway.token is replaced', async () => {
    const test = await testGateway();
    const code = codeOf(test.gateway.oneTimeUrl());
    await writeFile(join(test.home, 'gateway.token'), `${'n'.repeat(43)}\n`);
    expect((await exchange(test, code)).status).toBe(401);
  });

  it('lets programs in with the token, as header or as first subprotocol, and with nothing else', async () => {
    const test = await testGateway();
    const token = await tokenOf(test);
    const byHeader = await openRpc(test, [], { authorization: `Bearer ${token}` });
    byHeader.send('one');
    expect(String((await once(byHeader, 'message'))[0])).toBe('echo:one');
    const byProtocol = await openRpc(test, [token]);
    byProtocol.send('two');
    expect(String((await once(byProtocol, 'message'))[0])).toBe('echo:two');
    const withName = await openRpc(test, [token, 'connectome']);
    expect(withName.protocol).toBe('connectome');
    expect(await connectRpc(test, ['connectome', token])).toBe(401);
    expect(await connectRpc(test, [token.slice(0, -1)])).toBe(401);
    expect(await connectRpc(test, [])).toBe(401);
    for (const socket of [byHeader, byProtocol, withName]) socket.close();
  });

  it('makes the token readable by its owner alone, and mends a file that is not', async () => {
    const test = await testGateway();
    const file = join(test.home, 'gateway.token');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await test.gateway.close();
    await chmod(file, 0o644);
    await testGateway({ home: test.home });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('lets nobody in by an empty or short gateway.token', async () => {
    const test = await testGateway();
    await writeFile(join(test.home, 'gateway.token'), 'short\n');
    expect(await connectRpc(test, ['short'])).toBe(401);
    await writeFile(join(test.home, 'gateway.token'), '');
    expect(await connectRpc(test, [], { authorization: 'Bearer ' })).toBe(401);
  });

  it('stops guessing after a few failures, for a minute, without locking logged-in browsers out', async () => {
    let now = new Date('2026-03-01T10:00:00Z');
    const test = await testGateway({ clock: { now: () => now } });
    const { cookie, value } = await login(test);
    const headers = { cookie, origin: test.origin };
    for (let n = 0; n < MAX_FAILURES; n += 1) {
      expect((await exchange(test, `guess-${n}`)).status).toBe(401);
      expect(await connectRpc(test, [`guess-${n}`])).toBe(401);
      await connectRpc(test, ['connectome', `k.guess-${n}`], headers);
    }
    const token = await tokenOf(test);
    expect(await connectRpc(test, [token])).toBe(429);
    expect((await exchange(test, codeOf(test.gateway.oneTimeUrl()))).status).toBe(429);
    expect(await connectRpc(test, ['connectome', 'k.guess'], headers)).toBe(429);
    const browser = await openRpc(test, ['connectome', `k.${value}`], headers);
    now = new Date('2026-03-01T10:01:01Z');
    const late = await openRpc(test, [token]);
    for (const socket of [browser, late]) socket.close();
  });

  it('answers a body that is no code without a login', async () => {
    const test = await testGateway();
    for (const body of ['', 'null', '{}', '{"code":1}', '\u0000', 'x'.repeat(5000)]) {
      const answer = await http(test, '/session', { method: 'POST', body });
      expect([400, 413]).toContain(answer.status);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await http(test, '/session')).status).toBe(405);
  });

  it('tells nothing but ok on /healthz', async () => {
    const answer = await http(await testGateway(), '/healthz');
    expect(JSON.parse(answer.body)).toEqual({ ok: true });
    expect(answer.headers.server).toBeUndefined();
    expect(answer.headers['x-powered-by']).toBeUndefined();
  });
});
