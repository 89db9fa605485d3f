import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { http, testGateway } from '../../support/gateway.ts';

describe('files that the gateway serves', () => {
  it("never leaves the window's folder, by dots, escapes or links", async () => {
    const test = await testGateway();
    const outside = join(test.renderer, '..');
    await writeFile(join(outside, 'secret.json'), '"secret"');
    await mkdir(join(outside, 'renderer-other'));
    await writeFile(join(outside, 'renderer-other', 'x.js'), '"secret"');
    await symlink(join(outside, 'secret.json'), join(test.renderer, 'assets', 'link.json'));
    for (const path of [
      '/../secret.json',
      '/%2e%2e/secret.json',
      '/..%2fsecret.json',
      '/assets/..%2f..%2fsecret.json',
      '/..\\secret.json',
      '/%2e%2e%5csecret.json',
      '/../renderer-other/x.js',
      '/assets/link.json',
      '/secret.json%00.js',
      '/%ff.json',
    ]) {
      const answer = await http(test, path);
      expect([path, answer.status, answer.body]).toEqual([path, 404, 'Not found.']);
    }
  });

  it("gives the page for the window's own URLs, but not for a missing asset", async () => {
    const test = await testGateway();
    for (const path of ['/', '/sessions/s_1', '/inspector?x=1', '/mind/']) {
      const answer = await http(test, path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect((await http(test, '/assets/old-chunk.js')).status).toBe(404);
    const asset = await http(test, '/assets/main-abc.js');
    expect(asset.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(asset.headers['cache-control']).toContain('immutable');
  });

  it('answers other methods with 405', async () => {
    const test = await testGateway();
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await http(test, '/', { method })).status).toBe(405);
    }
    const head = await http(test, '/', { method: 'HEAD' });
    expect([head.status, head.body]).toEqual([200, '']);
  });
});
