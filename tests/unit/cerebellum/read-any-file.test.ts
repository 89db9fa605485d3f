import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCerebellum, openScene } from '../../support/acting.ts';

async function withFile(content: string | Uint8Array) {
  const scene = await openScene();
  await writeFile(join(scene.workingDir, 'file'), content);
  const { run } = await openCerebellum(scene);
  return {
    scene,
    read: (args = {}) => run('Read', { file_path: 'file', ...args }),
  };
}

describe('Read', () => {
  it('numbers lines and shows CRLF text without carriage returns', async () => {
    const { read } = await withFile('one\r\ntwo\r\n');
    expect((await read()).output).toBe('     1\tone\n     2\ttwo');
  });

  it('continues where it says', async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `line ${i + 1}`);
    const { read } = await withFile(`${lines.join('\n')}\n`);
    const first = await read();
    expect(first.output).toContain('continue with offset 2001');
    const last = await read({ offset: 4999 });
    expect(last.output).toBe('  4999\tline 4999\n  5000\tline 5000');
    expect((await read({ offset: 6000 })).output).toContain('only 5000 lines');
    expect((await read({ offset: 2, limit: 1 })).output).toContain('     2\tline 2\n[more follows');
  });

  it('does not put a file of one enormous line into the conversation', async () => {
    const { read } = await withFile('x'.repeat(3_000_000));
    const { output } = await read();
    expect(output.length).toBeLessThan(3000);
    expect(output).toContain('[3000000 characters]');
  });

  it('does not cut characters at the edges of chunks', async () => {
    const line = '日本語🙂';
    const { read } = await withFile(`${'a'.repeat(65_534)}\n${line}\n`);
    expect((await read({ offset: 2 })).output).toBe(`     2\t${line}`);
  });

  it('reads UTF-16 and old eight-bit text and says so', async () => {
    const utf16 = await withFile(Buffer.from('\ufeffgrün\n', 'utf16le'));
    expect((await utf16.read()).output).toBe('     1\tgrün\n[encoding: utf16le]');
    const latin = await withFile(Buffer.from('gr\xfcn\n', 'latin1'));
    expect((await latin.read()).output).toBe('     1\tgrün\n[encoding: latin1]');
  });

  it.each<[string, Buffer]>([
    ['image/png', Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1')],
    ['image/jpeg', Buffer.from('\xff\xd8\xff\xe0 and so on', 'latin1')],
    ['image/gif', Buffer.from('GIF89a and so on', 'latin1')],
    ['image/webp', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')],
  ])('shows a picture as such, by its bytes and not its name: %s', async (mediaType, bytes) => {
    const { read } = await withFile(bytes);
    expect(await read()).toMatchObject({
      ok: true,
      output: expect.stringContaining(mediaType),
      images: [{ mediaType, data: bytes.toString('base64') }],
    });
  });

  // Bug: the provider refuses the whole conversation from then on, because of one picture in it.
  it('refuses a picture that no provider would take, and says what to do', async () => {
    const { read } = await withFile(
      Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(3_750_000)]),
    );
    const { ok, output, images } = await read();
    expect({ ok, images }).toEqual({ ok: false, images: undefined });
    expect(output).toContain('Make a smaller copy');
  });

  it('refuses binary files, folders and missing files with a sentence', async () => {
    const { read, scene } = await withFile(Buffer.from([0, 1, 2, 3]));
    expect((await read()).output).toContain('binary');
    const { run } = await openCerebellum(scene);
    expect((await run('Read', { file_path: '.' })).output).toContain('is a folder');
    expect((await run('Read', { file_path: 'nothing' })).failure).toBe('not_found');
  });

  it.runIf(process.platform === 'linux')(
    'does not hang on a pipe that nobody writes to',
    async () => {
      const { scene } = await withFile('');
      execFileSync('mkfifo', [join(scene.workingDir, 'pipe')]);
      const { run } = await openCerebellum(scene);
      expect((await run('Read', { file_path: 'pipe' })).output).toContain('not a regular file');
    },
  );

  it('says that an empty file is empty', async () => {
    const { read } = await withFile('');
    expect((await read()).output).toBe('(The file is empty.)');
  });
});
