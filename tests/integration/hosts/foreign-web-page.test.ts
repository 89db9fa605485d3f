import { describe, expect, it } from 'vitest';
import { connectRpc, http, login, openRpc, testGateway } from '../../support/gateway.ts';

describe('a foreign web page and the gateway', () => {
  it('refuses a Host that is not ours (a foreign name made to point to this machine)', async () => {
    const test = await testGateway();
    for (const host of ['evil.example', `evil.example:${test.gateway.port}`, '127.0.0.1:1']) {
      for (const path of ['/', '/healthz', '/assets/main-abc.js']) {
        expect((await http(test, path, { headers: { host } })).status).toBe(403);
      }
      expect(await connectRpc(test, ['connectome', 'k.x'], { host })).toBe(403);
    }
    expect((await http(test, '/', { headers: { host: test.authority } })).status).toBe(200);
  });

  it('refuses a foreign Origin even with every right credential', async () => {
    const test = await testGateway();
    const { cookie, value } = await login(test);
    const protocols = ['connectome', `k.${value}`];
    for (const origin of ['http://evil.example', 'null', `https://${test.authority}`]) {
      expect(await connectRpc(test, protocols, { cookie, origin })).toBe(403);
      expect((await http(test, '/healthz', { headers: { origin } })).status).toBe(403);
    }
    const other = `http://localhost:${test.gateway.port}`;
    expect(await connectRpc(test, protocols, { cookie, origin: other })).toBe(403);
    const socket = await openRpc(test, protocols, { cookie, origin: test.origin });
    expect(socket.protocol).toBe('connectome');
    socket.close();
  });

  it('lets no other site exchange a code, also where the browser sends no Origin', async () => {
    const test = await testGateway();
    const code = test.gateway.oneTimeUrl().split('code=')[1] ?? '';
    const answer = await http(test, '/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify({ code }),
    });
    expect(answer.status).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('cannot be framed, sniffed or given foreign scripts', async () => {
    const test = await testGateway();
    for (const path of ['/', '/healthz', '/nothing.js']) {
      const { headers } = await http(test, path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('the frame that draws diagrams has no origin, connects to nothing, and is framed by us alone', async () => {
    const test = await testGateway();
    for (const path of ['/diagram/index.html', '/diagram/frame.js', '/diagram/nothing.js']) {
      const { headers } = await http(test, path);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'self'");
      expect(policy).toMatch(/sandbox allow-scripts$/);
      expect(policy).not.toContain('connect-src');
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    }
    // Without an origin it gets its own files and nothing else.
    const asFrame = { headers: { origin: 'null' } };
    expect((await http(test, '/diagram/nothing.js', asFrame)).status).toBe(404);
    expect((await http(test, '/diagram/../', asFrame)).status).toBe(403);
    expect((await http(test, '/diagram/%2e%2e/index.html', asFrame)).status).toBe(403);
    expect((await http(test, '/', asFrame)).status).toBe(403);
    const posted = { ...asFrame, method: 'POST', body: '{}' };
    expect((await http(test, '/diagram/x', posted)).status).toBe(403);
  });

  it('does not echo a refused Host into a header', async () => {
    const test = await testGateway();
    const { headers } = await http(test, '/', { headers: { host: 'evil.example' } });
    expect(JSON.stringify(headers)).not.toContain('evil.example');
  });
});
