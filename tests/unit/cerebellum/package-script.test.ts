/** A plugin's packages: fetched only on its owner's word, and nothing in them runs by itself. */
import { createHash } from 'node:crypto';
import { access, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { openScene } from '../../support/acting.ts';
import { goes, openPlugins, putPlugin } from '../../support/plugins.ts';

/** A tar archive with these files below `package/`. */
function tarball(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const header = Buffer.alloc(512);
    const put = (value: string, at: number): number => header.write(value, at, 'latin1');
    put(`package/${name}`, 0);
    put('0000644\0', 100);
    put(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
    put(' '.repeat(8), 148);
    put('0', 156);
    const sum = header.reduce((all, byte) => all + byte, 0);
    put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

async function registry(scripts: Record<string, string>): Promise<string> {
  const manifest = { name: 'little', version: '1.0.0', main: 'index.js', scripts };
  const tar = tarball({
    'package.json': JSON.stringify(manifest),
    'index.js': "module.exports = 'from the package';",
  });
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return void response.end(tar);
    const integrity = `sha512-${createHash('sha512').update(tar).digest('base64')}`;
    const dist = { tarball: `${url}/little.tgz`, integrity };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        name: 'little',
        'dist-tags': { latest: '1.0.0' },
        versions: { '1.0.0': { ...manifest, dist } },
      }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return url;
}

it('is fetched when the owner says so, runs no install script, and is there for the plugin then', async () => {
  const scene = await openScene();
  const mark = join(scene.userHome, 'script-ran');
  const url = await registry({ postinstall: `touch ${mark}`, preinstall: `touch ${mark}` });
  await writeFile(
    join(scene.userHome, '.npmrc'),
    `registry=${url}/\ncache=${join(scene.userHome, 'cache')}\n`,
  );
  await putPlugin(scene, 'test', {
    code: goes('return { success: true, output: little };', "import little from 'little';"),
    files: { 'plugin/package.json': '{ "dependencies": { "little": "^1.0.0" } }' },
  });
  const { cerebellum, info, run, questions } = await openPlugins(
    { userHome: scene.userHome },
    scene,
  );
  expect(info('test')?.plugin).toMatchObject({
    state: 'dependencies',
    dependencies: ['little ^1.0.0'],
  });
  expect(questions).toEqual([]);
  expect(await cerebellum.installPackages('test')).toEqual({ ok: true, value: undefined });
  expect((await run('go', {})).output).toBe('from the package');
  await expect(access(mark)).rejects.toThrow();
});

it.each(['git+https://example.com/x.git', 'file:../../secrets', 'github:a/b', 'npm:other@1'])(
  'that is not from the registry is refused: %s',
  async (version) => {
    const scene = await openScene();
    await putPlugin(scene, 'test', {
      code: goes(''),
      files: { 'plugin/package.json': JSON.stringify({ dependencies: { little: version } }) },
    });
    const { cerebellum } = await openPlugins({}, scene);
    expect(await cerebellum.installPackages('test')).toMatchObject({
      ok: false,
      error: { text: expect.stringContaining('registry') },
    });
  },
);
