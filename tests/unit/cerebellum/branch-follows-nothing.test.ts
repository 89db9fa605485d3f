/** `git push -u` that its owner allowed and that leaves the branch following nothing; and what must not be noted. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openAmygdala } from '../../support/acting.ts';
import { describeConfined, openConfined } from '../../support/confined.ts';

async function repository() {
  const { scene, bash } = await openConfined();
  const { judge } = await openAmygdala(scene, {
    sandbox: async () => ({ available: true, message: '' }),
  });
  const repo = join(scene.workingDir, 'repo');
  const inRepo = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: repo,
      stdio: 'pipe',
    });
  // A server that is a folder: reached without network and keys.
  execFileSync('git', ['init', '-q', '--bare', join(scene.workingDir, 'server.git')]);
  execFileSync('git', ['init', '-q', '-b', 'main', repo]);
  inRepo('commit', '-q', '--allow-empty', '-m', 'x');
  inRepo('remote', 'add', 'origin', '../server.git');
  for (const branch of ['topic', 'other']) inRepo('push', '-q', 'origin', `main:${branch}`);
  const allowed = async (command: string) => {
    const { opening, ask } = await judge('Bash', { command });
    const output = await bash(command, opening === undefined ? {} : { opening });
    return { output, risk: ask?.risk ?? '' };
  };
  const follows = (branch: string): string => {
    try {
      return String(inRepo('rev-parse', '--abbrev-ref', `${branch}@{upstream}`)).trim();
    } catch {
      return '';
    }
  };
  return { scene, repo, allowed, follows, judge };
}

describeConfined('a branch that follows one of the server', () => {
  it('does so after an allowed push, and the card said so', async () => {
    const { allowed, follows } = await repository();
    const { output, risk } = await allowed('cd repo && git push -u origin main');
    expect(risk).toContain('that the branch follows origin/main is noted for it');
    expect(output).toContain('main follows origin/main has been noted');
    expect(follows('main')).toBe('origin/main');
  });

  it('does so when it is made from there', async () => {
    const { allowed, follows } = await repository();
    await allowed('cd repo && git checkout topic && git switch -c mine origin/other');
    expect([follows('topic'), follows('mine')]).toEqual(['origin/topic', 'origin/other']);
    await allowed(
      'git switch --no-track -c free origin/other && git switch -c new && git branch -u origin/topic mine',
    );
    expect(follows('free') + follows('new')).toBe('');
  });

  it('is all that is noted: of a push that failed or of what is not there nothing is', async () => {
    const { scene, repo, allowed } = await repository();
    const config = join(repo, '.git/config');
    const before = await readFile(config, 'utf8');
    // What Git says of the last one could be said by any program.
    const commands = [
      'git -C repo push -u origin main; false',
      'git -C repo push -u origin nothing; git -C repo push -u nobody main; git -C repo branch -u origin/nothing main; true',
      'git -C repo checkout main; git -C repo config core.fsmonitor ./x; true',
    ];
    for (const command of commands) {
      await allowed(command);
      expect([command, await readFile(config, 'utf8')]).toEqual([command, before]);
    }
    // Settings that a command has put elsewhere.
    const away = join(scene.outside, 'config');
    await writeFile(away, before);
    const other = join(scene.workingDir, 'other');
    await mkdir(join(other, '.git/refs/heads'), { recursive: true });
    await mkdir(join(other, '.git/refs/remotes/origin'), { recursive: true });
    const id = `${'0'.repeat(40)}\n`;
    await writeFile(join(other, '.git/refs/heads/main'), id);
    await writeFile(join(other, '.git/refs/remotes/origin/main'), id);
    await symlink(away, join(other, '.git/config'));
    await allowed('git -C other push -u origin main; true');
    expect(await readFile(away, 'utf8')).toBe(before);
  });

  it('is not waited for where the command has put a pipe, nor noted where it has broken the settings', async () => {
    const { scene, allowed } = await repository();
    await allowed(
      'git clone -q server.git --no-checkout hostile && git clone -q server.git broken',
    );
    const pipe = 'rm hostile/.git/HEAD; mkfifo hostile/.git/HEAD';
    const hostile = await allowed(`git -C hostile push -u origin; ${pipe}`);
    expect(hostile.output).not.toContain('has been noted');
    await writeFile(join(scene.workingDir, 'broken/.git/config'), '[remote "origin"\nurl = x');
    const broken = await allowed('git -C broken push -u origin topic; true');
    expect(broken.output).not.toContain('has been noted');
  });

  it('is read from words that stand in the text, of the system’s git and nothing else', async () => {
    const { judge } = await repository();
    for (const command of [
      'git push origin main',
      'git push -u ../server.git main',
      'git push -u --receive-pack=x origin main',
      'git push -u -o x origin main',
      'git push -u $R main',
      'X=1 git push -u origin main',
      'git -c a.b=c push -u origin main',
      'git push -u origin --upload-pack=x',
      'git push -u origin "a b"',
      'git push -u origin :main',
      'echo git push -u origin main',
      'ls; cd x && git push -u origin main',
      'cd x && cd y && git push -u origin main',
      'cd $X && git push -u origin main',
      './git push -u origin main',
      'git branch -u origin',
      'git checkout -- main',
    ]) {
      const { opening } = await judge('Bash', { command });
      expect([command, opening?.tracking]).toEqual([command, undefined]);
    }
  });
});
