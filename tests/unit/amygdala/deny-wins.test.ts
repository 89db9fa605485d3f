import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseRule } from '../../../brain/shared/permission-rules.ts';
import { openAmygdala, openScene } from '../../support/acting.ts';

const write = { file_path: 'src/a.ts', content: 'x' };

describe('the order of checks', () => {
  it('a deny rule wins over allow, ask, session grants and every mode', async () => {
    const scene = await openScene();
    const { judge, amygdala } = await openAmygdala(scene);
    scene.settings.set({
      permissions: { allow: ['Write', 'Edit(src/**)'], ask: ['Write'], deny: ['Edit(src/**)'] },
    });
    amygdala.approvals.allowForSession('s_1', 'Write');
    for (const mode of ['default', 'acceptEdits', 'bypassPermissions'] as const) {
      expect(await judge('Write', write, mode)).toMatchObject({
        level: 'block',
        source: 'permissions.deny',
        rule: 'Edit(src/**)',
      });
    }
    expect((await judge('Write', { ...write, file_path: 'b.ts' })).source).toBe('permissions.ask');
  });

  it('an ask rule wins over allow and bypassPermissions', async () => {
    const scene = await openScene();
    const { judge } = await openAmygdala(scene);
    scene.settings.set({ permissions: { allow: ['Write'], ask: ['Write(src/a.ts)'] } });
    expect((await judge('Write', write, 'bypassPermissions')).level).toBe('confirm');
    expect((await judge('Write', { ...write, file_path: 'b.ts' })).source).toBe(
      'permissions.allow',
    );
  });

  it('the modes do what they say', async () => {
    const { judge } = await openAmygdala(await openScene());
    const levels = async (name: string, args: object) =>
      Promise.all(
        (['default', 'acceptEdits', 'bypassPermissions'] as const).map(
          async (mode) => (await judge(name, { ...args }, mode)).level,
        ),
      );
    expect(await levels('Read', { file_path: 'a' })).toEqual(['safe', 'safe', 'safe']);
    expect(await levels('Grep', { pattern: 'a' })).toEqual(['safe', 'safe', 'safe']);
    expect(await levels('remember', { fact: 'a' })).toEqual(['safe', 'safe', 'safe']);
    expect(await levels('memory_search', { query: 'a' })).toEqual(['safe', 'safe', 'safe']);
    expect(await levels('Write', write)).toEqual(['confirm', 'safe', 'safe']);
    expect(await levels('Edit', write)).toEqual(['confirm', 'safe', 'safe']);
    expect(await levels('Bash', { command: 'true' })).toEqual(['confirm', 'confirm', 'confirm']);
    expect(await levels('Read', { file_path: '/etc/hostname' })).toEqual([
      'confirm',
      'confirm',
      'confirm',
    ]);
  });

  it('without a sandbox a command asks in every mode unless a rule names it', async () => {
    const scene = await openScene();
    const { judge } = await openAmygdala(scene);
    scene.settings.set({ permissions: { allow: ['Bash', 'Bash(true)'], sandboxed: 'run' } });
    for (const mode of ['default', 'acceptEdits', 'bypassPermissions'] as const) {
      expect(await judge('Bash', { command: 'ls' }, mode)).toMatchObject({
        level: 'confirm',
        source: 'no_sandbox',
        confinement: 'none',
      });
    }
    expect(await judge('Bash', { command: 'true' })).toMatchObject({
      level: 'safe',
      rule: 'Bash(true)',
    });
  });

  it('outside the working folder only a rule that names the path lifts the question', async () => {
    const scene = await openScene();
    const { judge } = await openAmygdala(scene);
    const file = join(scene.outside, 'x.txt');
    await writeFile(file, 'x');
    scene.settings.set({ permissions: { allow: ['Read', 'Edit'] } });
    expect((await judge('Read', { file_path: file })).source).toBe('outside');
    scene.settings.set({ permissions: { allow: ['Read(~/elsewhere/**)'] } });
    const lifted = await judge('Read', { file_path: file });
    expect(lifted).toMatchObject({ level: 'safe', paths: [file] });
    expect((await judge('Write', { file_path: file, content: '' })).level).toBe('confirm');
  });

  it('"Always" is exactly as wide as the call and takes effect', async () => {
    const scene = await openScene();
    const { judge, amygdala } = await openAmygdala(scene);
    const odd = { file_path: 'src/[a] (1)*.ts', content: 'x' };
    const rule = (await judge('Write', odd)).ask?.alwaysRule ?? '';
    expect(rule).not.toBe('');
    amygdala.approvals.allowForSession('s_1', rule);
    expect(await judge('Write', odd)).toMatchObject({ level: 'safe', source: 'session' });
    expect((await judge('Write', { ...odd, file_path: 'src/a 1x.ts' })).level).toBe('confirm');
    expect((await judge('Edit', odd)).level).toBe('confirm');
    expect((await judge('Write', odd, 'default', 's_2')).level).toBe('confirm');
  });

  it('a tool that is not offered is blocked as such', async () => {
    const scene = await openScene();
    const { judge } = await openAmygdala(scene);
    scene.settings.set({ disabledCapabilities: ['files'] });
    expect(await judge('Read', { file_path: 'a' }, 'bypassPermissions')).toMatchObject({
      level: 'block',
      source: 'tool_not_available',
    });
  });

  it('a skill’s patterns tighten every mode and every tool, but prose in a file is no command', async () => {
    const scene = await openScene();
    await mkdir(join(scene.paths.cerebellum, 's'), { recursive: true });
    await writeFile(
      join(scene.paths.cerebellum, 's', 'SKILL.md'),
      '---\nname: s\ndescription: d\ndanger_patterns: ["drop table"]\nconfirm_patterns: ["\\\\.sql$"]\n---\n',
    );
    const { judge } = await openAmygdala(scene);
    const mode = 'bypassPermissions';
    expect(await judge('Bash', { command: 'echo DROP TABLE x | psql' }, mode)).toMatchObject({
      level: 'block',
      source: 'skill:s',
    });
    expect((await judge('Write', { file_path: 'a.sql', content: '' }, mode)).level).toBe('confirm');
    const prose = { file_path: 'a.md', content: 'never drop table' };
    expect((await judge('Write', prose, mode)).level).toBe('safe');
  });

  it('own task logs, attachments and skill files are read unasked, other sessions’ logs are not', async () => {
    const scene = await openScene();
    const mine = 't_00000000000000000000000001';
    const theirs = 't_00000000000000000000000002';
    const { judge, run } = await openAmygdala(scene, {
      isTurnOf: (session, turn) => session === 's_1' && turn === mine,
    });
    const log = join(scene.paths.tasks, `TASK-${mine}-1.log`);
    await writeFile(log, 'the whole output');
    await writeFile(join(scene.paths.tasks, `TASK-${theirs}-1.log`), 'x');
    const verdict = await judge('Read', { file_path: log });
    expect(verdict).toMatchObject({ level: 'safe', paths: [log] });
    const read = await run('Read', { file_path: log }, { paths: verdict.paths });
    expect(read.output).toContain('the whole output');
    const other = { file_path: join(scene.paths.tasks, `TASK-${theirs}-1.log`) };
    expect((await judge('Read', other)).level).toBe('confirm');
    expect((await judge('Read', { file_path: join(scene.paths.attachments, 'ab') })).level).toBe(
      'safe',
    );
    expect((await judge('Read', { file_path: join(scene.paths.cerebellum, 's/x.md') })).level).toBe(
      'safe',
    );
    expect((await judge('Glob', { pattern: '*', path: scene.paths.tasks })).level).toBe('confirm');
  });
});

describe('rules', () => {
  it('deny rules for commands hold by words, through wrappers and nested shells', async () => {
    const scene = await openScene();
    const { judge } = await openAmygdala(scene);
    scene.settings.set({ permissions: { deny: ['Bash(git push:*)', 'Bash(npm install)'] } });
    const blocked = [
      'git push',
      'git push origin main',
      'cd x && git  push',
      'FOO=1 git push',
      'sudo git push',
      'env A=b git push',
      'timeout 5 git push',
      'sh -c "git push"',
      "bash -lc 'cd a; git push'",
      'echo $(git push)',
      'if true; then git push; fi',
      'gi\\\nt push',
      '"git" \'push\'',
      'npm install',
    ];
    for (const command of blocked) {
      expect((await judge('Bash', { command })).level, command).toBe('block');
    }
    const asked = [
      'git pull',
      'gitevil push',
      'echo git push',
      'git commit -m "git push"',
      'npm install x',
    ];
    for (const command of asked) {
      expect((await judge('Bash', { command })).level, command).toBe('confirm');
    }
  });

  it('path rules speak about where a path really leads, and redirections are writes', async () => {
    const scene = await openScene();
    const { judge } = await openAmygdala(scene);
    await writeFile(join(scene.workingDir, '.env'), 'x');
    const { symlink } = await import('node:fs/promises');
    await symlink('.env', join(scene.workingDir, 'harmless'));
    scene.settings.set({ permissions: { deny: ['Read(.env)', 'Edit(locked/**)'] } });
    expect((await judge('Read', { file_path: 'harmless' })).level).toBe('block');
    expect((await judge('Grep', { pattern: 'x', path: './.env' })).level).toBe('block');
    expect((await judge('Bash', { command: 'cat harmless' })).level).toBe('block');
    expect((await judge('Bash', { command: 'echo x > locked/a' })).level).toBe('block');
    expect((await judge('Bash', { command: 'cat locked/a' })).level).toBe('confirm');
  });

  it('malformed ones are told apart, and one that slips through loosens nothing', async () => {
    const bad = [
      '',
      'Bash()',
      'Bash(git*)',
      'Read(../x)',
      'Read(',
      'read(x)',
      'Write(a',
      'mcp.server',
      'mcp.*.x',
      'remember(x)',
      'Edit(src/[a)',
      'two words',
    ];
    for (const rule of bad) expect(parseRule(rule).ok, rule).toBe(false);
    const good = [
      'Write',
      'Bash(git:*)',
      'Bash(npm install)',
      'Read(.env)',
      'Edit(src/**)',
      'mcp.server.*',
      'mcp.a.b_c',
    ];
    for (const rule of good) expect(parseRule(rule).ok, rule).toBe(true);

    const scene = await openScene();
    const { judge } = await openAmygdala(scene);
    scene.settings.set({ permissions: { allow: ['Write', 'nonsense('], deny: ['Read(.env)'] } });
    expect((await judge('Write', write, 'bypassPermissions')).level).toBe('confirm');
    expect((await judge('Read', { file_path: '.env' })).level).toBe('block');
  });
});
