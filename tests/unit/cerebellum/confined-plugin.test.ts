/** What SKILL.md declares is all that a plugin has: tried with the real sandbox. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ContentOrigin } from '../../../protocol/index.ts';
import { openAmygdala, openScene } from '../../support/acting.ts';
import { testHost } from '../../support/brain-client.ts';
import { describeConfined } from '../../support/confined.ts';
import { goes, openPlugins, putPlugin, withPlugin } from '../../support/plugins.ts';

const imports =
  "import fs from 'node:fs'; import net from 'node:net'; import http from 'node:http'; import { execFileSync } from 'node:child_process';";
/** Tries the JavaScript in `how`, and says what came of it. */
const tries = goes(
  'try { return { success: true, output: "did: " + await eval(args.how) }; } catch (error) { return { success: true, output: "could not: " + error.code + " " + error.message }; }',
  imports,
);

describeConfined('a plugin in the sandbox', () => {
  it.each(['headless', 'electron'] as const)(
    'reads and writes what it declared and nothing else, without Node’s own fence too (%s)',
    async (kind) => {
      const scene = await openScene();
      const open = join(scene.outside, 'open');
      const shelf = join(scene.outside, 'shelf');
      for (const folder of [open, shelf, join(shelf, '.ssh')]) await mkdir(folder);
      await writeFile(join(open, 'a'), 'readable');
      await writeFile(join(shelf, '.ssh', 'id'), 'key');
      await writeFile(join(scene.workingDir, 'w'), 'work');
      await writeFile(scene.paths.gatewayToken, 'token');
      await writeFile(join(scene.userHome, 'diary'), 'private');
      await putPlugin(scene, 'test', {
        front: 'permissions:\n  read: ["~/elsewhere/open"]\n  write: ["~/elsewhere/shelf"]\n',
        code: tries,
      });
      const { run } = await openPlugins({ confined: true, host: { ...testHost(), kind } }, scene);
      const attempt = async (how: string) => (await run('go', { how })).output;
      const reads = (path: string) => attempt(`fs.readFileSync(${JSON.stringify(path)}, 'utf8')`);
      const writes = (path: string) => attempt(`fs.writeFileSync(${JSON.stringify(path)}, 'x')`);
      expect(await reads(join(open, 'a'))).toBe('did: readable');
      expect(await writes(join(shelf, 'b'))).toBe('did: undefined');
      expect(await readFile(join(shelf, 'b'), 'utf8')).toBe('x');
      for (const path of [
        scene.paths.gatewayToken,
        join(scene.userHome, 'diary'),
        join(scene.workingDir, 'w'),
        join(shelf, '.ssh', 'id'),
        join(scene.paths.root, 'config.json'),
        '/proc/1/environ',
      ]) {
        expect(await reads(path), path).not.toMatch(/^did: (?:token|private|work|key|.*PATH)/);
      }
      for (const path of [
        join(open, 'a'),
        join(scene.paths.cerebellum, 'test', 'SKILL.md'),
        '/usr/x',
      ]) {
        expect(await writes(path), path).toMatch(/^could not/);
      }
      // Where the disk is hidden a write goes nowhere.
      await writes(join(scene.userHome, '.bashrc'));
      await expect(readFile(join(scene.userHome, '.bashrc'))).rejects.toThrow();
    },
  );

  it('finds no room where the disk is hidden, and few processes', async () => {
    const { run } = await withPlugin(
      { code: tries },
      { confined: true, host: { ...testHost(), kind: 'electron' } },
    );
    const attempt = async (how: string) => (await run('go', { how })).output;
    for (const folder of [
      '/',
      '/tmp',
      '/home',
      '/root',
      '/var',
      '/run',
      '/dev',
      '/dev/shm',
      '/mnt',
    ]) {
      const path = JSON.stringify(join(folder, 'filled'));
      expect(await attempt(`fs.writeFileSync(${path}, 'x')`), folder).toMatch(/^could not/);
    }
    expect(await attempt("fs.writeFileSync('/dev/null', 'x')")).toBe('did: undefined');
    const limits = await attempt("fs.readFileSync('/proc/self/limits', 'utf8')");
    expect(limits).toMatch(/Max processes +128 /);
  });

  it('reaches no network and no socket, its own machine’s neither', async () => {
    const server = createServer((_request, response) => response.end('reached'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const scene = await openScene();
    const socket = join(scene.paths.root, 'brain.sock');
    const local = createSocketServer((client) => client.end('reached'));
    await new Promise<void>((done) => local.listen(socket, done));
    onTestFinished(() => void local.close());
    await putPlugin(scene, 'test', { code: tries });
    const { run } = await openPlugins(
      { confined: true, host: { ...testHost(), kind: 'electron' } },
      scene,
    );
    const connects = (to: string) =>
      run('go', {
        how: `new Promise((done, fail) => net.connect(${to}).on('data', (text) => done(String(text))).on('error', fail))`,
      });
    expect((await connects(`{ port: ${port}, host: '127.0.0.1' }`)).output).toMatch(/^could not/);
    expect((await connects(JSON.stringify(socket))).output).toMatch(/^could not/);
    const fetched = await run('go', {
      how: `fetch('http://127.0.0.1:${port}/').then((answer) => answer.text())`,
    });
    expect(fetched.output).toMatch(/^could not/);
  });

  it('gets the working folder of the session that calls it, where it declared it, and no other', async () => {
    const scene = await openScene();
    const second = join(scene.userHome, 'second');
    await mkdir(second);
    await writeFile(join(scene.workingDir, 'a'), 'first');
    await writeFile(join(second, 'a'), 'second');
    await putPlugin(scene, 'test', {
      front: 'permissions: { read: ["."] }\n',
      code: goes(
        `const read = (path) => { try { return fs.readFileSync(path, 'utf8'); } catch { return 'no'; } };
         return { success: true, output: [host.workingDir, args.how].map((one) => read(one + '/a')).join() };`,
        imports,
      ),
    });
    const { run } = await openPlugins({ confined: true }, scene);
    expect((await run('go', { how: second })).output).toBe('first,no');
    const elsewhere = { workingDir: second, sessionId: 's_2' };
    expect((await run('go', { how: scene.workingDir }, elsewhere)).output).toBe('second,no');
  });

  it('that can change and send nothing runs unasked; any other asks, and where the rest of the conversation is from elsewhere, too', async () => {
    const scene = await openScene();
    const fronts = {
      quiet: '',
      sender: 'permissions: { hosts: [example.com] }\n',
      writer: 'permissions: { write: ["."] }\n',
      caller: 'permissions: { commands: [git] }\n',
    };
    for (const [name, front] of Object.entries(fronts)) {
      const code = `export const tools = [{ name: '${name}' }]; export const execute = () => 1;`;
      await putPlugin(scene, name, { front, code });
    }
    const { cerebellum } = await openPlugins({ confined: true }, scene);
    const { amygdala } = await openAmygdala(scene, {
      sandbox: async () => ({ available: true, message: '' }),
    });
    const judge = async (name: string, taint: readonly ContentOrigin[] = []) => {
      const { level, source } = await amygdala.classify(
        { id: 'c_1', name, args: {} },
        {
          turn: { sessionId: 's_1', turnId: 't_1' },
          mode: 'default',
          workingDir: scene.workingDir,
          spec: cerebellum.tools().find((tool) => tool.name === name),
          taint,
        },
      );
      return `${level} ${source}`;
    };
    expect(await Promise.all(Object.keys(fronts).map((name) => judge(name)))).toEqual([
      'safe mode',
      'confirm mode',
      'confirm mode',
      'confirm mode',
    ]);
    scene.settings.set({ permissions: { allow: ['quiet', 'sender'] } });
    const web = [{ kind: 'web', name: 'example.org' }] as const;
    expect([await judge('quiet', web), await judge('sender', web)]).toEqual([
      'safe permissions.allow',
      'confirm taint',
    ]);
  });
});
