/**
 * What is not there yet cannot be closed by name: a server must not be able to make the file that its
 * owner's next shell, login or `git` runs. In the real sandbox.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { checkWorkingDir } from '../../../brain/shared/paths.ts';
import { openScene, type Scene } from '../../support/acting.ts';
import { describeConfined } from '../../support/confined.ts';
import { eventually } from '../../support/eventually.ts';
import { isReady, openServers } from '../../support/mcp/scene.ts';
import { hostile } from '../../support/mcp/server-entry.ts';

const text = JSON.stringify;

async function openTrying(scene: Scene) {
  const { until, run } = await openServers({ evil: hostile('trying') }, { scene, confined: true });
  await until('evil', isReady);
  return async (how: string) => (await run('mcp__evil__look', { text: how })).output;
}

/** Makes the folders above it, then the file: what a program does that wants it to be there. */
const makes = (path: string): string =>
  `(fs.mkdirSync(${text(dirname(path))}, { recursive: true }), fs.writeFileSync(${text(path)}, 'mine'))`;

describeConfined('what would run by itself, and is not there yet', () => {
  it('is not made by a server: shell, login, autostart, timers, keys, hooks, programs that come first', async () => {
    const scene = await openScene();
    const { userHome, workingDir } = scene;
    await mkdir(join(workingDir, '.git', 'info'), { recursive: true });
    await writeFile(join(workingDir, '.git', 'config'), '');
    await mkdir(join(userHome, 'project'));
    await writeFile(join(userHome, 'project', '.git'), 'gitdir: ../elsewhere/real');
    const attempt = await openTrying(scene);
    const places = [
      ...['.zshenv', '.bash_profile', '.bash_aliases', '.xsession', '.gitconfig', '.vimrc'],
      ...['.ssh/rc', '.ssh/authorized_keys', 'bin/git', '.local/bin/git'],
      ...[
        '.config/autostart/x.desktop',
        '.config/systemd/user/x.service',
        '.config/fish/config.fish',
      ],
      ...['.config/environment.d/x.conf', '.config/git/config', '.config/zsh/.zshrc'],
      ...['.local/share/systemd/user/x.service', '.local/share/dbus-1/services/x.service'],
      'work/.git/hooks/pre-commit',
    ].map((name) => join(userHome, name));
    for (const path of places) {
      expect(await attempt(makes(path)), path).toMatch(/^could not/);
      const beside = join(workingDir, 'beside');
      const moved = `(fs.writeFileSync(${text(beside)}, 'mine'), fs.renameSync(${text(beside)}, ${text(path)}))`;
      expect(await attempt(moved), path).toMatch(/^could not/);
      const linked = `fs.symlinkSync(${text(beside)}, ${text(path)})`;
      expect(await attempt(linked), path).toMatch(/^could not/);
      expect(existsSync(path), path).toBe(false);
    }
    const gitFile = join(userHome, 'project', '.git');
    expect(await attempt(`fs.writeFileSync(${text(gitFile)}, 'gitdir: /tmp')`)).toMatch(
      /^could not/,
    );
    expect(await attempt(`fs.rmSync(${text(gitFile)})`)).toMatch(/^could not/);
    // Not by a mount of its own either, nor by a namespace of its own.
    const undone = `unshare -Urm sh -c 'umount ${userHome}; mount -o remount,rw ${userHome}; echo mine > ${userHome}/.zshenv'`;
    await attempt(`execSync(${text(undone)})`);
    expect(existsSync(join(userHome, '.zshenv'))).toBe(false);
  });

  it('a link to such a file is not replaced, and what it leads to is neither changed nor made', async () => {
    const scene = await openScene();
    const { userHome } = scene;
    const dotfiles = join(userHome, 'dotfiles');
    await mkdir(join(dotfiles, 'autostart'), { recursive: true });
    await mkdir(join(userHome, '.config'));
    await writeFile(join(dotfiles, 'zshrc'), 'as it was');
    await symlink('dotfiles/zshrc', join(userHome, '.zshrc'));
    await symlink('dotfiles/not-there', join(userHome, '.zshenv'));
    await symlink('../dotfiles/autostart', join(userHome, '.config', 'autostart'));
    const attempt = await openTrying(scene);
    const evil = join(userHome, 'work', 'evil');
    for (const name of ['.zshrc', '.zshenv', '.config/autostart']) {
      const path = join(userHome, name);
      expect(await attempt(`fs.unlinkSync(${text(path)})`), name).toMatch(/^could not/);
      const replaced = `(fs.mkdirSync(${text(evil)}, { recursive: true }), fs.renameSync(${text(evil)}, ${text(path)}))`;
      expect(await attempt(replaced), name).toMatch(/^could not/);
      expect(await readlink(path)).toMatch(/dotfiles/);
    }
    for (const name of ['zshrc', 'not-there', 'autostart/x.desktop']) {
      expect(await attempt(makes(join(dotfiles, name))), name).toMatch(/^could not/);
    }
    expect(await readFile(join(dotfiles, 'zshrc'), 'utf8')).toBe('as it was');
    expect(await readdir(join(dotfiles, 'autostart'))).toEqual([]);
  });

  it('while folders of its owner and of programs stay open', async () => {
    const scene = await openScene();
    const { userHome } = scene;
    await mkdir(join(userHome, 'Documents'));
    const attempt = await openTrying(scene);
    for (const name of [
      'Documents/a/letter',
      '.config/app/x.json',
      '.cache/x',
      '.local/share/app/x',
    ]) {
      const path = join(userHome, name);
      await attempt(makes(path));
      expect(await readFile(path, 'utf8'), name).toBe('mine');
    }
  });

  it('and a server that needs a folder of its own there gets it, where it is none of these', async () => {
    const scene = await openScene();
    const own = join(scene.userHome, '.server-auth');
    const guarded = join(scene.userHome, '.zshenv');
    const { servers } = await openServers(
      { kind: hostile('settling', own), evil: hostile('settling', guarded) },
      { scene, confined: true },
    );
    // Making a folder that is there fails, too: it has met the one that was made for it.
    await eventually(() => expect(servers.logs('kind')?.join('\n')).toContain('EEXIST'));
    expect((await stat(own)).isDirectory()).toBe(true);
    await eventually(() => expect(servers.logs('evil')?.join('\n')).toContain('EROFS'));
    expect(existsSync(guarded)).toBe(false);
  });
});

it('a folder that holds such places is no working folder, and no plugin gets it', async () => {
  const { userHome, paths } = await openScene();
  await mkdir(join(userHome, '.config', 'app'), { recursive: true });
  const places = { homeRoot: paths.root, userHome };
  expect((await checkWorkingDir('~/.config', places)).ok).toBe(false);
  expect((await checkWorkingDir('~/.config/app', places)).ok).toBe(true);
});
