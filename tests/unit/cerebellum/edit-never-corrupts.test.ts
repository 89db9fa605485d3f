import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../protocol/index.ts';
import { openCerebellum, openScene } from '../../support/acting.ts';

async function withFile(content: string | Uint8Array, name = 'file.txt') {
  const scene = await openScene();
  const path = join(scene.workingDir, name);
  await writeFile(path, content);
  const { run, cerebellum } = await openCerebellum(scene);
  return { scene, path, run, cerebellum, bytes: () => readFile(path) };
}

const edit = (oldString: string, newString: string, more = {}) => ({
  file_path: 'file.txt',
  old_string: oldString,
  new_string: newString,
  ...more,
});

describe('Edit leaves alone what nobody asked to change', () => {
  it('keeps CRLF when the model sends LF, also in the new lines', async () => {
    const { run, bytes } = await withFile('one\r\ntwo\r\nthree\r\n');
    expect((await run('Edit', edit('one\ntwo', 'one\nnew\ntwo'))).ok).toBe(true);
    expect((await bytes()).toString()).toBe('one\r\nnew\r\ntwo\r\nthree\r\n');
  });

  it('keeps a byte order mark, UTF-16 and old eight-bit text', async () => {
    const bom = await withFile('\ufeffname=alt\n');
    expect((await bom.run('Edit', edit('alt', 'größe'))).ok).toBe(true);
    expect((await bom.bytes()).toString()).toBe('\ufeffname=größe\n');

    const utf16 = await withFile(Buffer.from('\ufeffa=1\r\nb=2\r\n', 'utf16le'));
    expect((await utf16.run('Edit', edit('b=2', 'b=日本'))).ok).toBe(true);
    expect((await utf16.bytes()).toString('utf16le')).toBe('\ufeffa=1\r\nb=日本\r\n');

    const latin = await withFile(Buffer.from('caf\xe9 = 1\n', 'latin1'));
    expect((await latin.run('Edit', edit('= 1', '= 2'))).ok).toBe(true);
    expect((await latin.bytes()).equals(Buffer.from('caf\xe9 = 2\n', 'latin1'))).toBe(true);
    expect((await latin.run('Edit', edit('= 2', '= €'))).failure).toBe('validation');
  });

  it('keeps emoji, combining marks and the absence of a last newline', async () => {
    const { run, bytes } = await withFile('👩‍👩‍👧 e\u0301 é last');
    expect((await run('Edit', edit('last', '🇩🇪'))).ok).toBe(true);
    expect((await bytes()).toString()).toBe('👩‍👩‍👧 e\u0301 é 🇩🇪');
  });

  it('puts "$&" and "$1" in as they are', async () => {
    const { run, bytes } = await withFile('price\n');
    await run('Edit', edit('price', "$& $1 $$ $'"));
    expect((await bytes()).toString()).toBe("$& $1 $$ $'\n");
  });

  it('keeps the mode of the file', async () => {
    const { run, path } = await withFile('#!/bin/sh\necho a\n');
    await chmod(path, 0o775);
    await run('Edit', edit('echo a', 'echo b'));
    expect((await stat(path)).mode & 0o777).toBe(0o775);
  });
});

describe('Edit refuses rather than guesses', () => {
  it('names the lines of a text that is not unique', async () => {
    const { run, bytes } = await withFile('x = 1\ny = 2\nx = 1\n');
    const result = await run('Edit', edit('x = 1', 'x = 3'));
    expect(result.output).toContain('2 times (lines 1, 3)');
    expect((await bytes()).toString()).toBe('x = 1\ny = 2\nx = 1\n');
    expect((await run('Edit', edit('x = 1', 'x = 3', { replace_all: true }))).ok).toBe(true);
    expect((await bytes()).toString()).toBe('x = 3\ny = 2\nx = 3\n');
  });

  it('applies several edits all or not at all', async () => {
    const { run, bytes } = await withFile('a\nb\n');
    const edits = [
      { old_string: 'a', new_string: 'A' },
      { old_string: 'missing', new_string: 'x' },
    ];
    const result = await run('Edit', { file_path: 'file.txt', edits });
    expect(result.output).toContain('edits[1]');
    expect(result.output).toContain('None of the edits was applied');
    expect((await bytes()).toString()).toBe('a\nb\n');
  });

  it('helps with white space where one place fits, with the indentation and line ends of the file', async () => {
    const { run, bytes } = await withFile(
      'class A {\r\n    go(): void {  \r\n      this.x();\r\n    }\r\n}\r\n',
    );
    const result = await run(
      'Edit',
      edit('go(): void {\n  this.x();\n}\n', 'go(): void {\n  this.größe();\n\n  this.y();\n}\n'),
    );
    expect(result.output).toContain('differed in white space');
    expect((await bytes()).toString()).toBe(
      'class A {\r\n    go(): void {\r\n      this.größe();\r\n\r\n      this.y();\r\n    }\r\n}\r\n',
    );
  });

  it.each([
    ['two places fit', '  return value;\nx\n    return value;\n', 'return value;\n'],
    [
      'lines are shifted by different amounts',
      'a:\n  first line\n      second line\n',
      'first line\n  second line\n',
    ],
    ['tabs stand where blanks were sent', 'if (a) {\n\treturn value;\n}\n', '    return value;\n'],
    ['it is too short to mean one place', 'x\n  }  \n', '}\n'],
    ['white space inside a line differs', 'const a  =  value;\n', 'const a = value;\n'],
  ])('does not guess when %s', async (_why, content, wanted) => {
    const { run, bytes } = await withFile(content);
    // A whole-line text that is in the file exactly would be an ordinary edit.
    const old = content.includes(wanted) ? ` ${wanted}` : wanted;
    const result = await run('Edit', edit(old, 'something else\n'));
    expect(result.ok).toBe(false);
    expect((await bytes()).toString()).toBe(content);
  });

  it('says where similar text is when only white space differs', async () => {
    const { run } = await withFile('if (a) {\n\treturn b;\n}\n');
    const result = await run('Edit', edit('    return b;', 'return c;'));
    expect(result.output).toContain('Line 2 is similar');
  });

  it('refuses a file that changed since this session read it, and not another session', async () => {
    const { run, path } = await withFile('alpha\n');
    await run('Read', { file_path: 'file.txt' });
    await writeFile(path, 'alpha and somebody else\n');
    expect((await run('Edit', edit('alpha', 'beta'))).output).toContain(
      'changed since you read it',
    );
    expect((await run('Write', { file_path: 'file.txt', content: 'x' })).ok).toBe(false);
    expect((await run('Edit', edit('alpha', 'beta'), { sessionId: 's_2' })).ok).toBe(true);
    await run('Read', { file_path: 'file.txt' });
    expect((await run('Edit', edit('beta', 'gamma'))).ok).toBe(true);
    // Its own change is no foreign one.
    expect((await run('Edit', edit('gamma', 'delta'))).ok).toBe(true);
  });

  it('does not lose one of two edits made at once', async () => {
    const { run, bytes } = await withFile('left right\n');
    const results = await Promise.all([
      run('Edit', edit('left', 'LEFT'), { sessionId: 's_1' }),
      run('Edit', edit('right', 'RIGHT'), { sessionId: 's_2' }),
    ]);
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    expect((await bytes()).toString()).toBe('LEFT RIGHT\n');
  });

  it('refuses both shapes at once, none, an empty and an unchanged text before anything is asked', async () => {
    const { cerebellum } = await withFile('a\n');
    const edits = [{ old_string: 'a', new_string: 'b' }];
    const bad: readonly JsonObject[] = [
      { file_path: 'f' },
      { file_path: 'f', old_string: 'a' },
      { file_path: 'f', old_string: '', new_string: 'b' },
      { file_path: 'f', old_string: 'a', new_string: 'a' },
      { file_path: 'f', old_string: 'a', new_string: 'b', edits },
      { file_path: 'f', edits: [] },
    ];
    for (const args of bad)
      expect(cerebellum.check('Edit', args), JSON.stringify(args)).toBeDefined();
    expect(cerebellum.check('Edit', { file_path: 'f', edits })).toBeUndefined();
  });
});

describe('Write', () => {
  it('makes missing folders, reports hashes, and keeps CRLF of a file it replaces', async () => {
    const { run, bytes, scene } = await withFile('a\r\nb\r\n');
    const created = await run('Write', { file_path: 'deep/er/new.md', content: 'é\n' });
    expect(created.changedFiles).toEqual([
      {
        path: join(scene.workingDir, 'deep/er/new.md'),
        after: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    const replaced = await run('Write', { file_path: 'file.txt', content: 'c\nd\n' });
    expect(replaced.changedFiles?.[0]?.before).toMatch(/^[0-9a-f]{64}$/);
    expect((await bytes()).toString()).toBe('c\r\nd\r\n');
  });

  it('refuses half a character instead of writing a replacement sign', async () => {
    const { run } = await withFile('a');
    expect((await run('Write', { file_path: 'x.txt', content: 'a\ud83d' })).failure).toBe(
      'validation',
    );
  });

  it('refuses a folder', async () => {
    const { run } = await withFile('a');
    expect((await run('Write', { file_path: '.', content: 'x' })).ok).toBe(false);
  });
});
