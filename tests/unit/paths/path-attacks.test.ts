/** Ways out of the working folder, for every tool; what is closed wherever it lies is in `closed-paths`. */
import { link, mkdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { resolvePath } from '../../../brain/shared/paths.ts';
import { openForRead, writeChecked } from '../../../brain/shared/safe-open.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import type { JsonObject } from '../../../protocol/index.ts';
import { openAmygdala, openCerebellum, openScene, type Scene } from '../../support/acting.ts';

const marker = 'the-outside-secret';

async function sceneWithSecret(): Promise<Scene> {
  const scene = await openScene();
  await writeFile(join(scene.outside, 'secret.txt'), `${marker}\n`);
  return scene;
}

/** Every tool that takes a path, with a call that would leak or change what is there. */
function callsFor(path: string): readonly (readonly [string, JsonObject])[] {
  return [
    ['Read', { file_path: path }],
    ['Write', { file_path: path, content: 'overwritten' }],
    ['Edit', { file_path: path, old_string: 'outside', new_string: 'changed' }],
    ['Grep', { pattern: 'outside', path, output_mode: 'content' }],
    ['Glob', { pattern: '**/*', path }],
    ['Search', { query: 'outside secret', path }],
  ];
}

async function expectNothingHappens(scene: Scene, path: string): Promise<void> {
  const { judge, run } = await openAmygdala(scene);
  for (const [name, args] of callsFor(path)) {
    const verdict = await judge(name, args, 'acceptEdits');
    expect(verdict.level, `${name} ${path} was not stopped by the judgement`).not.toBe('safe');
    const result = await run(name, args);
    expect(result.ok, `${name} ${path} was run: ${result.output}`).toBe(false);
    expect(result.output).not.toContain(marker);
  }
  expect(await readFile(join(scene.outside, 'secret.txt'), 'utf8')).toBe(`${marker}\n`);
}

describe('no path leaves the working folder unasked, whatever the tool', () => {
  it('a path with ".." would leave', async () => {
    const scene = await sceneWithSecret();
    await expectNothingHappens(scene, '../elsewhere/secret.txt');
    await expectNothingHappens(scene, 'new-folder/../../elsewhere/secret.txt');
  });

  it('an absolute path and one with "~" would leave', async () => {
    const scene = await sceneWithSecret();
    await expectNothingHappens(scene, join(scene.outside, 'secret.txt'));
    await expectNothingHappens(scene, '~/elsewhere/secret.txt');
  });

  it('a symbolic link to a file, to a folder, and a chain of links would leave', async () => {
    const scene = await sceneWithSecret();
    await symlink(join(scene.outside, 'secret.txt'), join(scene.workingDir, 'file-link'));
    await symlink(scene.outside, join(scene.workingDir, 'folder-link'));
    await symlink('folder-link', join(scene.workingDir, 'second-link'));
    await expectNothingHappens(scene, 'file-link');
    await expectNothingHappens(scene, 'folder-link/secret.txt');
    await expectNothingHappens(scene, 'second-link/secret.txt');
  });

  it.runIf(process.platform === 'linux')(
    '/proc/self/root and /proc/self/cwd would leave',
    async () => {
      const scene = await sceneWithSecret();
      await expectNothingHappens(scene, `/proc/self/root${scene.outside}/secret.txt`);
      const { judge } = await openAmygdala(scene);
      const environment = await judge(
        'Read',
        { file_path: '/proc/self/environ' },
        'bypassPermissions',
      );
      expect(environment.level).toBe('block');
    },
  );

  it('a dangling link would create a file where it points', async () => {
    const scene = await sceneWithSecret();
    const target = join(scene.outside, 'created.txt');
    await symlink(target, join(scene.workingDir, 'dangling'));
    await symlink(join(scene.outside, 'no-folder'), join(scene.workingDir, 'dangling-folder'));
    const { judge, run } = await openAmygdala(scene);
    for (const path of ['dangling', 'dangling-folder/x.txt']) {
      const args = { file_path: path, content: 'x' };
      expect((await judge('Write', args, 'acceptEdits')).level).toBe('confirm');
      expect((await run('Write', args)).failure).toBe('permission');
    }
    await expect(readFile(target)).rejects.toThrow();
  });

  it('NUL, an empty path and very long ones would confuse the system calls', async () => {
    const scene = await sceneWithSecret();
    const { judge, run } = await openAmygdala(scene);
    for (const path of ['a\0b', '', `${'x'.repeat(300)}.txt`, 'y/'.repeat(4000)]) {
      for (const [name, args] of callsFor(path)) {
        expect((await judge(name, args)).level, `${name} ${path.slice(0, 20)}`).toBe('block');
        const result = await run(name, args);
        expect(result.ok).toBe(false);
        expect(result.failure).toBe('validation');
      }
    }
  });

  it('a pattern of Glob would climb out of its folder', async () => {
    const scene = await sceneWithSecret();
    const { run } = await openCerebellum(scene);
    for (const pattern of ['../**/*', `${scene.outside}/*`, 'a/../../elsewhere/*', '~/*']) {
      const result = await run('Glob', { pattern });
      expect(result.ok, pattern).toBe(false);
      expect(result.output).not.toContain('secret.txt');
    }
  });

  it('a link loop would hang or throw', async () => {
    const scene = await openScene();
    await symlink('loop-b', join(scene.workingDir, 'loop-a'));
    await symlink('loop-a', join(scene.workingDir, 'loop-b'));
    const found = await resolvePath('loop-a/x', scene.workingDir);
    expect(found.ok).toBe(false);
  });
});

describe('between the check and the use nothing can be swapped', () => {
  it('a file replaced by a link is not read', async () => {
    const scene = await sceneWithSecret();
    const file = join(scene.workingDir, 'notes.txt');
    await writeFile(file, 'harmless');
    const checked = await resolvePath('notes.txt', scene.workingDir);
    if (!checked.ok) throw new Error(checked.error.text);
    await rm(file);
    await symlink(join(scene.outside, 'secret.txt'), file);
    const opened = await openForRead(checked.value.real);
    expect(opened.ok).toBe(false);
  });

  it('a folder above the file replaced by a link is neither read nor written through', async () => {
    const scene = await sceneWithSecret();
    const folder = join(scene.workingDir, 'sub');
    await mkdir(folder);
    await writeFile(join(folder, 'secret.txt'), 'harmless');
    const checked = await resolvePath('sub/secret.txt', scene.workingDir);
    if (!checked.ok) throw new Error(checked.error.text);
    await rename(folder, join(scene.workingDir, 'moved'));
    await symlink(scene.outside, folder);
    expect((await openForRead(checked.value.real)).ok).toBe(false);
    const written = await writeChecked(createStorage(), checked.value.real, 'pwned');
    expect(written.ok).toBe(false);
    expect(await readFile(join(scene.outside, 'secret.txt'), 'utf8')).toBe(`${marker}\n`);
  });

  it('a new folder made in between as a link is not written through', async () => {
    const scene = await sceneWithSecret();
    const checked = await resolvePath('a/b/new.txt', scene.workingDir);
    if (!checked.ok) throw new Error(checked.error.text);
    await symlink(scene.outside, join(scene.workingDir, 'a'));
    const written = await writeChecked(createStorage(), checked.value.real, 'pwned');
    expect(written.ok).toBe(false);
    await expect(readFile(join(scene.outside, 'b', 'new.txt'))).rejects.toThrow();
  });

  it('a file replaced by a link is replaced itself, not what the link points to', async () => {
    const scene = await sceneWithSecret();
    const file = join(scene.workingDir, 'notes.txt');
    await symlink(join(scene.outside, 'secret.txt'), file);
    const written = await writeChecked(createStorage(), file, 'mine');
    expect(written.ok).toBe(true);
    await expect(readlink(file)).rejects.toThrow();
    expect(await readFile(join(scene.outside, 'secret.txt'), 'utf8')).toBe(`${marker}\n`);
  });
});

describe('while somebody swaps a folder for a link all the time', () => {
  it('no tool reads or writes outside', async () => {
    const scene = await sceneWithSecret();
    const folder = join(scene.workingDir, 'sub');
    const parked = join(scene.workingDir, 'parked');
    await mkdir(folder);
    await writeFile(join(folder, 'secret.txt'), 'harmless outside words\n');
    await writeFile(join(scene.outside, 'only-there.txt'), 'outside');
    const { run } = await openCerebellum(scene);
    let over = false;
    // A step may fail because a tool made the folder anew in between; the next round goes on.
    const attempt = (step: Promise<unknown>): Promise<unknown> => step.catch(() => {});
    const swapping = (async () => {
      for (let round = 0; !over; round += 1) {
        await attempt(rename(folder, parked));
        await attempt(symlink(scene.outside, folder));
        await attempt(rm(folder));
        await attempt(rename(parked, folder));
        for (let turn = 0; turn < round % 40; turn += 1) await nextTurn();
      }
    })();
    for (let round = 0; round < 25; round += 1) {
      const results = await Promise.all(
        [...callsFor('sub/secret.txt').slice(0, 4), ...callsFor('sub').slice(3)].map(
          ([name, args], index) => run(name, args, { sessionId: `s_${round}_${index}` }),
        ),
      );
      for (const { output } of results) expect(output).not.toMatch(/the-outside|only-there/);
    }
    over = true;
    await swapping;
    expect(await readFile(join(scene.outside, 'secret.txt'), 'utf8')).toBe(`${marker}\n`);
  });
});

describe('hard links', () => {
  it('replacing one does not write into the other name’s file', async () => {
    const scene = await sceneWithSecret();
    await link(join(scene.outside, 'secret.txt'), join(scene.workingDir, 'hard'));
    const { run } = await openCerebellum(scene);
    expect((await run('Write', { file_path: 'hard', content: 'mine' })).ok).toBe(true);
    expect(await readFile(join(scene.outside, 'secret.txt'), 'utf8')).toBe(`${marker}\n`);
  });
});
