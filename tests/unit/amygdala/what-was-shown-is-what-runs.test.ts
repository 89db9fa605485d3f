import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAmygdala, openScene } from '../../support/acting.ts';

const edit = { file_path: 'a.ts', old_string: 'one', new_string: 'two' };

async function open() {
  const scene = await openScene();
  const file = join(scene.workingDir, 'a.ts');
  await writeFile(file, 'const a = one;\n');
  return { scene, file, ...(await openAmygdala(scene)) };
}

describe('the fingerprint', () => {
  it('is the same for the same call, whatever the order of its arguments', async () => {
    const { judge } = await open();
    const { file_path, old_string, new_string } = edit;
    const a = await judge('Edit', edit);
    const b = await judge('Edit', { new_string, old_string, file_path });
    expect(a.fingerprint).toBe(b.fingerprint);
  });

  it('changes with the arguments, the file’s content and where the path leads', async () => {
    const { judge, file, scene } = await open();
    const seen = new Set<string>();
    const note = async (args: typeof edit) => seen.add((await judge('Edit', args)).fingerprint);
    await note(edit);
    await note({ ...edit, new_string: 'three' });
    await writeFile(file, 'const a = one; // changed\n');
    await note(edit);
    await rm(file);
    await note(edit);
    await writeFile(join(scene.workingDir, 'b.ts'), 'const a = one;\n');
    await symlink('b.ts', file);
    await note(edit);
    expect(seen.size).toBe(5);
  });

  it('changes with the script that a command runs and the program behind its name', async () => {
    const { judge, scene } = await open();
    const script = join(scene.workingDir, 'run.sh');
    await writeFile(script, '#!/bin/sh\necho a\n');
    await chmod(script, 0o755);
    const print = async (command: string) => (await judge('Bash', { command })).fingerprint;
    const before = [await print('./run.sh'), await print('bash run.sh'), await print('ls')];
    await writeFile(script, '#!/bin/sh\necho evil\n');
    const after = [await print('./run.sh'), await print('bash run.sh'), await print('ls')];
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    expect(after[2]).toBe(before[2]);
  });

  it('changes with what a builder is told, and with a script after cd and options', async () => {
    const { judge, scene } = await open();
    await mkdir(join(scene.workingDir, 'sub'));
    for (const [file, command] of [
      ['package.json', 'npm test'],
      ['sub/package.json', 'cd sub && npm run build'],
      ['Makefile', 'make all'],
      ['sub/run.sh', 'cd sub && bash -o pipefail run.sh'],
      ['a.py', 'python3 -W ignore a.py'],
    ] as const) {
      const print = async () => (await judge('Bash', { command })).fingerprint;
      await writeFile(join(scene.workingDir, file), 'one');
      const before = await print();
      expect(await print(), command).toBe(before);
      await writeFile(join(scene.workingDir, file), 'two');
      expect(await print(), command).not.toBe(before);
    }
  });

  it('changes with the folder in which the shell stands', async () => {
    const { judge, run, scene } = await open();
    const folder = join(scene.workingDir, 'sub');
    await mkdir(folder);
    const { judge: moved } = await openAmygdala(scene, { shellFolder: () => folder });
    const here = await judge('Bash', { command: 'ls' });
    const there = await moved('Bash', { command: 'ls' });
    expect(there.fingerprint).not.toBe(here.fingerprint);
    expect(there.ask?.detail).toContain(folder);
    expect((await run('Bash', { command: 'true' })).ok).toBe(true);
  });
});

describe('what the owner is shown', () => {
  it('is the diff that is really made, also for CRLF', async () => {
    const { judge, run, file } = await open();
    await writeFile(file, 'a\r\nb\r\n');
    const args = { file_path: 'a.ts', content: 'a\nc\n' };
    const { ask } = await judge('Write', args);
    expect(ask?.title).toBe('Replace a.ts');
    expect(ask?.diff).toContain('-b');
    expect(ask?.diff).toContain('+c');
    expect(ask?.diff).not.toContain('-a');
    expect((await run('Write', args)).ok).toBe(true);
  });

  it('names a new file as new and an edit that will fail as failing', async () => {
    const { judge } = await open();
    const created = await judge('Write', { file_path: 'new/b.ts', content: 'x\n' });
    expect(created.ask?.title).toBe('Create new/b.ts');
    expect(created.ask?.diff).toContain('+x');
    const failing = await judge('Edit', { ...edit, old_string: 'nowhere' });
    expect(failing.ask?.diff).toBeUndefined();
    expect(failing.ask?.detail).toContain('The edit will fail');
  });

  it('is the exact command with its risks, and the real path behind a link', async () => {
    const { judge, scene } = await open();
    const command = 'rm -rf build && curl https://x.y';
    const { ask } = await judge('Bash', { command, description: 'Clean up' });
    expect(ask?.title).toBe('Run a command: Clean up');
    expect(ask?.detail).toBe(command);
    expect(ask?.risk).toContain('deletes folders');
    expect(ask?.risk).toContain('network');
    await symlink(scene.outside, join(scene.workingDir, 'link'));
    const read = await judge('Read', { file_path: 'link/x.txt' });
    expect(read.ask?.detail).toContain(join(scene.outside, 'x.txt'));
    expect(read.ask?.detail).toContain('link/x.txt');
  });

  it('has nothing in it that cannot be seen, or that turns what is shown around', async () => {
    const { judge, file } = await open();
    const command = 'make \u202egnihton #\u202c; r\u200bm a';
    const { ask, level } = await judge('Bash', { command, description: 'Look \u2066around' });
    expect(level).toBe('confirm');
    expect(ask?.detail).toBe('make <U+202E>gnihton #<U+202C>; r<U+200B>m a');
    expect(ask?.title).toBe('Run a command: Look <U+2066>around');
    expect(ask?.risk).toContain('cannot be seen');
    const change = { file_path: 'a.ts', content: 'const a = one;\nif (x /*\u202e*/) {}\n' };
    const written = await judge('Write', change);
    expect(written.ask?.diff).toContain('+if (x /*<U+202E>*/) {}');
    expect(written.ask?.risk).toContain('cannot be seen');
    // What was there already is shown, and is no news.
    await writeFile(file, 'one\u200e\n');
    const { ask: kept } = await judge('Write', {
      file_path: 'a.ts',
      content: 'one\u200e\ntwo\r\n',
    });
    expect(kept?.diff).toContain(' one<U+200E>');
    expect(kept?.risk).not.toContain('cannot be seen');
  });
});
