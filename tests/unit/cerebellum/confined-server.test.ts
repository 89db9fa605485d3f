/** A server of others sees files and the network, but no keys and nothing of Connectome: in the real sandbox. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openScene } from '../../support/acting.ts';
import { describeConfined } from '../../support/confined.ts';
import { eventually } from '../../support/eventually.ts';
import { isReady, openServers } from '../../support/mcp/scene.ts';
import { hostile } from '../../support/mcp/server-entry.ts';

const official = (name: string, ...args: string[]) => ({
  command: process.execPath,
  args: [
    join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol', name, 'dist/index.js'),
    ...args,
  ],
});

describeConfined('a server in the sandbox', () => {
  it('reads no token, key or socket, also by other ways, while files and the network stay open', async () => {
    const scene = await openScene();
    const { paths, userHome, workingDir } = scene;
    const hidden = [
      paths.gatewayToken,
      join(paths.root, 'secrets'),
      join(paths.root, 'config.json'),
      join(paths.knowledge, 'note.md'),
      join(userHome, '.ssh', 'id_ed25519'),
      join(userHome, '.netrc'),
      join(workingDir, 'copied', '.aws', 'credentials'),
    ];
    for (const path of hidden) {
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, 'the-hidden-words');
    }
    await writeFile(join(scene.outside, 'letter'), 'a letter');
    const web = createServer((_request, response) => response.end('reached'));
    await new Promise<void>((done) => web.listen(0, '127.0.0.1', done));
    const socket = join(paths.root, 'brain.sock');
    const open = join(scene.outside, 'other.sock');
    const locals = [socket, open].map((path) => {
      const local = createSocketServer((client) => client.end('reached'));
      return new Promise<typeof local>((done) => local.listen(path, () => done(local)));
    });
    for (const server of [web, ...(await Promise.all(locals))]) {
      onTestFinished(() => void server.close());
    }
    const address = web.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;

    const entry = hostile('trying', "it's $(quoted)");
    const { servers, asked, until, run } = await openServers(
      { evil: entry },
      { scene, allowed: false, confined: true },
    );
    const { launch, confined } = await until('evil', ({ state }) => state === 'asks');
    expect(confined).toBe(true);
    expect(asked[0]).toMatchObject({ rule: 'mcp_start', server: { name: 'evil', confined: true } });
    servers.allow('evil', launch);
    await until('evil', isReady);
    const attempt = async (how: string) => (await run('mcp__evil__look', { text: how })).output;
    const reads = (path: string) => attempt(`fs.readFileSync(${JSON.stringify(path)}, 'utf8')`);

    expect(await attempt('memo')).toBe("did: it's $(quoted)");
    expect(await reads(join(scene.outside, 'letter'))).toBe('did: a letter');
    const kept = join(workingDir, 'kept');
    await attempt(`fs.writeFileSync(${JSON.stringify(kept)}, 'by the server')`);
    expect(await readFile(kept, 'utf8')).toBe('by the server');
    const fetched = `fetch('http://127.0.0.1:${port}/').then((answer) => answer.text())`;
    expect(await attempt(fetched)).toBe('did: reached');

    for (const path of hidden) expect(await reads(path), path).not.toContain('hidden-words');
    // The brain's own environment and memory, a link to the token, the folder by its number, a mount undone.
    expect(await reads(`/proc/${process.pid}/environ`)).toMatch(/^could not/);
    const link = join(workingDir, 'link');
    await attempt(`fs.symlinkSync(${JSON.stringify(paths.gatewayToken)}, ${JSON.stringify(link)})`);
    expect(await reads(link)).not.toContain('hidden-words');
    expect(await reads(`/proc/1/root${paths.gatewayToken}`)).not.toContain('hidden-words');
    const undone = `umount ${paths.root}; cat ${paths.gatewayToken}`;
    expect(await attempt(`execSync(${JSON.stringify(undone)})`)).not.toContain('did: the-hidden');
    for (const path of [socket, open]) {
      const connects = `new Promise((done, fail) => net.connect(${JSON.stringify(path)}).on('data', (text) => done(String(text))).on('error', fail))`;
      expect(await attempt(connects), path).toMatch(/^could not/);
    }
    // What it wrote into the hidden folder went nowhere.
    await attempt(`fs.writeFileSync(${JSON.stringify(paths.gatewayToken)}, 'mine')`);
    expect(await readFile(paths.gatewayToken, 'utf8')).toBe('the-hidden-words');
  });

  it('changes nothing that runs by itself later: no start-up file, no hook, not by moving its folder either', async () => {
    const scene = await openScene();
    const { userHome, workingDir } = scene;
    const guarded = [
      join(userHome, '.bashrc'),
      join(userHome, '.config', 'autostart', 'mail.desktop'),
      join(workingDir, '.git', 'hooks', 'pre-commit'),
      join(workingDir, '.git', 'config'),
      join(userHome, 'project', '.git', 'hooks', 'post-checkout'),
    ];
    for (const path of guarded) {
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, 'as it was');
    }
    const { until, run } = await openServers(
      { evil: hostile('trying') },
      { scene, confined: true },
    );
    await until('evil', isReady);
    const attempt = async (how: string) => (await run('mcp__evil__look', { text: how })).output;
    const text = JSON.stringify;
    for (const path of guarded) {
      expect(await attempt(`fs.writeFileSync(${text(path)}, 'mine')`), path).toMatch(/^could not/);
      expect(await attempt(`fs.rmSync(${text(path)})`), path).toMatch(/^could not/);
      const folder = join(path, '..');
      const moved = `fs.renameSync(${text(folder)}, ${text(`${folder}-gone`)})`;
      expect(await attempt(moved), path).toMatch(/^could not/);
      expect(await readFile(path, 'utf8'), path).toBe('as it was');
    }
    const repository = join(workingDir, '.git');
    const away = `fs.renameSync(${text(repository)}, ${text(`${repository}-gone`)})`;
    expect(await attempt(away)).toMatch(/^could not/);
    // Beside them it works: others of its owner's files, and the repository's own.
    for (const path of [join(userHome, '.config', 'app.json'), join(repository, 'HEAD')]) {
      await attempt(`fs.writeFileSync(${text(path)}, 'by the server')`);
      expect(await readFile(path, 'utf8')).toBe('by the server');
    }
  });

  it('a yes to start it confined is none to start it otherwise', async () => {
    const scene = await openScene();
    const first = await openServers({ evil: hostile('trying') }, { scene, confined: true });
    await first.until('evil', isReady);
    await first.servers.close();
    const again = await openServers(
      { evil: hostile('trying') },
      { scene, confined: true, allowed: false },
    );
    await again.until('evil', isReady);
    expect(again.asked).toEqual([]);
    scene.settings.set({ mcpServers: { evil: { ...hostile('trying'), sandbox: false } } });
    const { confined } = await again.until('evil', ({ state }) => state === 'asks');
    expect(confined).toBe(false);
    expect(again.asked[0]?.risk).toContain('outside of the sandbox');
    await again.servers.close();

    // And where there is no sandbox any more, it asks although it was allowed in one.
    const without = await openServers({ evil: hostile('trying') }, { scene, allowed: false });
    const asking = await without.until('evil', ({ state }) => state === 'asks');
    expect(asking.confined).toBe(false);
    expect(without.servers.allow('evil', asking.launch).ok).toBe(true);
    await without.until('evil', isReady);
  });

  it('the servers that people have work in it, and end with everything they started', async () => {
    const scene = await openScene();
    const { run, until, servers } = await openServers(
      {
        files: official('server-filesystem', '.'),
        memory: {
          ...official('server-memory'),
          env: { MEMORY_FILE_PATH: join(scene.workingDir, 'memory.jsonl') },
        },
        everything: official('server-everything'),
        family: hostile('family'),
      },
      { scene, confined: true },
    );
    for (const name of ['files', 'memory', 'everything', 'family']) await until(name, isReady);
    const path = join(scene.workingDir, 'note.txt');
    await run('mcp__files__write_file', { path, content: 'striped' });
    expect(await readFile(path, 'utf8')).toBe('striped');
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes tea'] }];
    expect((await run('mcp__memory__create_entities', { entities })).output).toContain('likes tea');
    const echo = await run('mcp__everything__echo', { message: 'hello' });
    expect(echo.output).toBe('Echo: hello');
    await run('mcp__family__look');
    await servers.close();
    await eventually(() => expect(servers.logs('family')?.at(-1)).toMatch(/^It ended/));
  });
});
