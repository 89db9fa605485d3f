/** What nobody may reach, wherever it lies; ways out of the working folder are in `path-attacks`. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createReadClassifier } from '../../../brain/shared/path-classes.ts';
import { checkWorkingDir, classifyPath } from '../../../brain/shared/paths.ts';
import { openAmygdala, openScene } from '../../support/acting.ts';

const marker = 'the-closed-secret';

describe('what is closed to everybody', () => {
  it('secrets and protected files stay closed inside the working folder and by another name', async () => {
    const scene = await openScene();
    const { judge, run } = await openAmygdala(scene);
    await mkdir(join(scene.userHome, '.ssh'));
    await writeFile(join(scene.userHome, '.ssh', 'id_ed25519'), marker);
    await symlink(join(scene.userHome, '.ssh'), join(scene.workingDir, 'keys'));
    await writeFile(scene.paths.gatewayToken, marker);
    for (const path of ['keys/id_ed25519', '~/.ssh/id_ed25519', scene.paths.gatewayToken]) {
      const verdict = await judge('Read', { file_path: path }, 'bypassPermissions');
      expect(verdict.level, path).toBe('block');
      // Even a verdict that listed the path would not open it.
      const result = await run(
        'Read',
        { file_path: path },
        { paths: [path, join(scene.userHome, '.ssh/id_ed25519')] },
      );
      expect(result.failure).toBe('permission');
      expect(result.output).not.toContain(marker);
    }
  });

  it('settings, mind files, git internals and start-up files cannot be written', async () => {
    const scene = await openScene();
    const { judge } = await openAmygdala(scene);
    const targets = [
      scene.paths.config,
      join(scene.paths.cerebellum, 'x', 'SKILL.md'),
      join(scene.paths.identity, 'soul.md'),
      join(scene.paths.prefrontal, 'agents.md'),
      join(scene.paths.sessions, 's', 'transcript.jsonl'),
      join(scene.paths.episodes, '2026-01-01.md'),
      '.git/hooks/pre-commit',
      '.GIT/hooks/pre-commit',
      'sub/.git/config',
      '~/.bashrc',
      '~/.config/autostart/x.desktop',
      '/etc/profile.d/x.sh',
    ];
    for (const file_path of targets) {
      const verdict = await judge('Write', { file_path, content: 'x' }, 'bypassPermissions');
      expect(verdict.level, file_path).toBe('block');
    }
  });

  it('names that only look like secrets stay open', () => {
    const places = { workingDir: '/u/desk', homeRoot: '/u/.connectome', userHome: '/u' };
    for (const path of [
      '.ssh-notes.md',
      'git/config',
      'secrets.md',
      '.gitignore',
      '.npmrc',
      'a.key.md',
    ]) {
      expect(classifyPath(`/u/desk/${path}`, places, 'write'), path).toBe('inside');
    }
    expect(classifyPath('/u/.npmrc', places, 'read')).toBe('secret');
    expect(classifyPath('/u/.connectome/secrets.bak', places, 'read')).toBe('protected');
  });
});

describe('a working folder', () => {
  it('is never the disk, a home, a folder above a home, or Connectome’s own', async () => {
    const scene = await openScene();
    const places = { userHome: scene.userHome, homeRoot: scene.paths.root };
    await symlink(scene.userHome, join(scene.workingDir, 'home-link'));
    const refused = [
      '/',
      '~',
      '..',
      scene.userHome,
      join(scene.workingDir, 'home-link'),
      scene.paths.root,
      scene.paths.tasks,
      join(scene.userHome, 'missing'),
      '~/.ssh',
    ];
    for (const path of refused) {
      expect((await checkWorkingDir(path, places)).ok, path).toBe(false);
    }
    expect(await checkWorkingDir('~/work', places)).toEqual({ ok: true, value: scene.workingDir });
  });
});

describe('the quick look at many paths', () => {
  it('says of every path what the slow one says', () => {
    const places = { workingDir: '/u/desk', homeRoot: '/u/.connectome', userHome: '/u' };
    const read = createReadClassifier(places);
    const folders = [
      '/u/desk',
      '/u/desk/.ssh',
      '/u/desk/sub',
      '/u',
      '/u/.cargo',
      '/u/.config',
      '/u/.config/gcloud/x',
      '/u/.mozilla/a',
      '/u/.connectome',
      '/u/.connectome/private/p_1',
      '/u/.connectome/workspace/notes',
      '/etc',
      '/etc/ssh',
      '/proc/self',
      '/dev',
      '/other',
      '',
    ];
    const names = [
      'a.txt',
      '.env',
      '.npmrc',
      '_netrc',
      'credentials',
      'credentials.toml',
      'id',
      'shadow',
      'environ',
      'mem',
      'secrets',
      'secrets.bak',
      'gateway.token',
      'gh',
      'ssh_host_rsa_key',
      '.aws',
    ];
    for (const folder of folders) {
      for (const name of names) {
        const path = `${folder}/${name}`;
        expect([path, read(path)]).toEqual([path, classifyPath(path, places, 'read')]);
      }
    }
  });
});
