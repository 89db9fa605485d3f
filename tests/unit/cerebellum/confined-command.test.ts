/** What the sandbox promises, tried with the real one: a promise that is only written down is none. */
import { execFile } from 'node:child_process';
import { access, chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import type { Scene } from '../../support/acting.ts';
import { describeConfined, openConfined } from '../../support/confined.ts';
import { eventually } from '../../support/eventually.ts';
import { tempFolder } from '../../support/temp-home.ts';

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function put(path: string, text: string): Promise<string> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text);
  return path;
}

describeConfined('a command in the sandbox writes', () => {
  it('in its folder and its own temporary one, and nowhere else', async () => {
    const { scene, bash } = await openConfined();
    const away = join(scene.outside, 'x');
    const output = await bash(
      `echo hi > inside.txt; echo hi > "$TMPDIR/t" && cat "$TMPDIR/t"; echo no > ${away}; echo no > ../up; echo no > ~/home; echo no > /usr/x; echo no > /etc/x`,
    );
    expect(await readFile(join(scene.workingDir, 'inside.txt'), 'utf8')).toBe('hi\n');
    expect(output).toMatch(/\/usr\/x: Read-only file system[\s\S]*\/etc\/x: Read-only file system/);
    expect(await exists(away)).toBe(false);
    expect(await exists(join(scene.userHome, 'up'))).toBe(false);
    expect(await bash('cat "$TMPDIR/t"')).toContain('hi');
    expect(await bash('cat "$TMPDIR/t"', { sessionId: 's_2' })).toContain('No such file');
  });

  it('where `sandbox.write` says', async () => {
    const { scene, bash } = await openConfined();
    scene.settings.set({ sandbox: { write: [scene.outside] } });
    expect(await bash(`echo hi > ${scene.outside}/x && cat ${scene.outside}/x`)).toContain('hi');
  });

  it('in the folders that its owner opened for it, this once, and not where Git runs things by itself', async () => {
    const { scene, bash } = await openConfined();
    const folders = [join(scene.outside, 'open')];
    const away = folders[0] ?? '';
    await mkdir(away);
    await promisify(execFile)('git', ['init', '-q', join(away, 'repo')]);
    await put(join(away, 'repo/.aws/credentials'), 'PRIVATE');
    const opening = { folders, network: false };
    const command = `echo hi > ${away}/x && cat ${away}/x; echo no > ${scene.outside}/y; echo no > ${away}/repo/.git/hooks/z; cat ${away}/repo/.aws/credentials`;
    const output = await bash(command, { opening });
    expect(output).toContain('hi');
    expect(output).not.toContain('PRIVATE');
    expect(await exists(join(scene.outside, 'y'))).toBe(false);
    expect(await exists(join(away, 'repo/.git/hooks/z'))).toBe(false);
    await bash(`echo no > ${away}/later`);
    expect(await exists(join(away, 'later'))).toBe(false);
    // A folder that became a link to another one is not the one that was opened.
    await symlink(scene.userHome, join(scene.outside, 'link'));
    const moved = { folders: [join(scene.outside, 'link')], network: false };
    expect(await bash('echo ran', { opening: moved })).toMatch(/not the folder any more/);
  });

  it('through no link that leads out of its folder', async () => {
    const { scene, bash } = await openConfined();
    await symlink(scene.outside, join(scene.workingDir, 'link'));
    await bash(
      'echo no > link/x; ln -s ../elsewhere own; echo no > own/y; mv link moved; echo no > moved/z',
    );
    for (const name of ['x', 'y', 'z']) expect(await exists(join(scene.outside, name))).toBe(false);
  });

  it('no hooks and no settings of a repository, also of one further down and one without hooks', async () => {
    const { scene, bash } = await openConfined();
    await promisify(execFile)('git', ['init', '-q', scene.workingDir]);
    await promisify(execFile)('git', ['init', '-q', join(scene.workingDir, 'sub/deep')]);
    await mkdir(join(scene.workingDir, 'bare/.git'), { recursive: true });
    const before = await readFile(join(scene.workingDir, '.git/config'), 'utf8');
    const output = await bash(
      `echo x > .git/hooks/pre-commit; echo x >> .git/config; git config core.pager evil; rm -rf .git/hooks; mv .git/hooks .git/h; mv .git g && echo x > g/hooks/y
       echo x > sub/deep/.git/hooks/post-merge; mkdir bare/.git/hooks && echo x > bare/.git/hooks/z
       echo ok > a && git add a && git -c user.name=a -c user.email=a@b commit -qm a && git log --oneline`,
    );
    for (const name of [
      '.git/hooks/pre-commit',
      'g/hooks/y',
      'sub/deep/.git/hooks/post-merge',
      'bare/.git/hooks/z',
    ]) {
      expect(await exists(join(scene.workingDir, name)), name).toBe(false);
    }
    expect(await readFile(join(scene.workingDir, '.git/config'), 'utf8')).toBe(before);
    // Committing is work, not a change of the settings.
    expect(output).toMatch(/[0-9a-f]{7} a/);
    expect(await exists(join(scene.workingDir, 'bare/.git/hooks'))).toBe(false);
    // A file that would lead Git to hooks and settings elsewhere does not outlive the command.
    const leading = join(scene.workingDir, '.git/commondir');
    expect(await bash('echo /elsewhere > .git/commondir && echo made')).toContain('made');
    await eventually(async () => expect(await exists(leading)).toBe(false));
  });

  it('no file that a deny rule names', async () => {
    const { scene, bash } = await openConfined();
    await put(join(scene.workingDir, 'locked/a.txt'), 'old');
    await put(join(scene.workingDir, 'src/b.lock'), 'old');
    await put(join(scene.workingDir, '.env'), 'hidden');
    scene.settings.set({
      permissions: { deny: ['Edit(locked/**)', 'Edit(**/*.lock)', 'Read(.env)'] },
    });
    const output = await bash('echo new > locked/a.txt; echo new > src/b.lock; cat .env');
    expect(output).not.toContain('hidden');
    expect(await readFile(join(scene.workingDir, 'locked/a.txt'), 'utf8')).toBe('old');
    expect(await readFile(join(scene.workingDir, 'src/b.lock'), 'utf8')).toBe('old');
  });
});

describeConfined('a command in the sandbox reads', () => {
  it('no keys, no Connectome, no temporary files of others', async () => {
    const { scene, bash } = await openConfined();
    await put(join(scene.userHome, '.ssh/id'), 'PRIVATE');
    await put(join(scene.userHome, '.netrc'), 'PRIVATE');
    await put(join(scene.workingDir, 'backup/.aws/credentials'), 'PRIVATE');
    await put(scene.paths.gatewayToken, 'PRIVATE');
    await put(scene.paths.secrets, 'PRIVATE');
    await put(join(scene.paths.privateSessions, 's_9/transcript.jsonl'), 'PRIVATE');
    await put(join(scene.paths.sessions, 's_8/transcript.jsonl'), 'PRIVATE');
    await put(join(await tempFolder(), 'of-others'), 'PRIVATE');
    await put(join(scene.paths.cerebellum, 'tool/run.sh'), 'a skill');
    const output = await bash(
      `cat ~/.ssh/id ${scene.userHome}/.ssh/id ${scene.userHome}/.netrc backup/.aws/credentials
       grep -rs PRIVATE ${scene.userHome} /tmp; ls -la ${scene.paths.root}
       head -1 /etc/shadow /etc/gshadow; cat ${scene.paths.cerebellum}/tool/run.sh`,
    );
    expect(output).not.toMatch(/PRIVATE|root:/);
    expect(output).toContain('a skill');
  });

  it('neither the environment nor the memory of other processes', async () => {
    const { bash } = await openConfined();
    vi.stubEnv('OUR_OWN_NOTE', 'note-of-the-brain');
    const output = await bash(
      `for p in /proc/[0-9]*; do tr '\\0' '\\n' < $p/environ; done 2>/dev/null; cat /proc/${process.pid}/environ; ls /proc | grep -c '^[0-9]'`,
    );
    expect(output).toContain(`/proc/${process.pid}/environ: No such file`);
    expect(output).not.toContain('ELECTRON');
  });

  it('no key from its environment', async () => {
    const { bash } = await openConfined();
    vi.stubEnv('SOME_API_KEY', 'sk-1');
    expect(await bash('env; echo "$SOME_API_KEY"')).not.toContain('sk-1');
  });

  it('as a vetted one only its folder and the system, and writes nothing', async () => {
    const { scene, bash } = await openConfined();
    await put(join(scene.workingDir, 'a.txt'), 'mine');
    await put(join(scene.outside, 'b.txt'), 'OTHER');
    const output = await bash(
      `cat a.txt; cat ${scene.outside}/b.txt; ls ${scene.userHome}; echo x > c.txt; grep -c . /etc/passwd`,
      { confinement: 'vetted' },
    );
    expect(output).toContain('mine');
    expect(output).not.toMatch(/OTHER|^elsewhere$/m);
    expect(await exists(join(scene.workingDir, 'c.txt'))).toBe(false);
  });

  it('nothing as a vetted one, also not through what the settings of a repository make Git run', async () => {
    const { scene, bash } = await openConfined();
    const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: scene.workingDir });
    await git('init', '-q');
    const trap = await put(
      join(scene.workingDir, 'trap.sh'),
      '#!/bin/sh\necho ran >&2; echo no > planted; echo no > ~/planted\n',
    );
    await chmod(trap, 0o755);
    await git('config', 'core.fsmonitor', './trap.sh');
    await git('config', 'diff.external', './trap.sh');
    await put(join(scene.workingDir, 'a.txt'), 'one');
    await git('-c', 'core.fsmonitor=false', 'add', 'a.txt');
    await put(join(scene.workingDir, 'a.txt'), 'two');
    const output = await bash('git status --short; git diff', { confinement: 'vetted' });
    expect(output).toMatch(/ran[\s\S]*Read-only file system/);
    expect(await exists(join(scene.workingDir, 'planted'))).toBe(false);
  });
});

describeConfined('a command that the sandbox stopped', () => {
  it('tells its model what could have been, and one that failed by itself does not', async () => {
    const { scene, bash } = await openConfined();
    expect(await bash('echo x > /usr/x')).toMatch(/Folders that the command itself names/);
    expect(await bash('echo "Could not resolve host: a.b"; exit 6')).toMatch(/without network/);
    expect(await bash('echo "Read-only file system"')).not.toContain('sandbox');
    expect(await bash('grep nothing ./nowhere')).not.toContain('sandbox');
    const opening = { folders: [scene.outside], network: true };
    expect(await bash('echo "Could not resolve host: a.b"; exit 6', { opening })).not.toContain(
      'without network',
    );
  });
});

describeConfined('a command in the sandbox ends', () => {
  /** Seconds to sleep that nobody else on this machine sleeps. */
  const mark = `9${process.pid}`;
  const nothingSleeps = () =>
    eventually(async () => {
      const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
      const lines = await Promise.all(
        pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
      );
      expect(lines.filter((line) => line.startsWith(`sleep\0${mark}`))).toEqual([]);
    });

  it('with all it left behind, also what left its group and cleared its marks', async () => {
    const { bash } = await openConfined();
    await bash(
      `env -i setsid nohup sleep ${mark}1 >/dev/null 2>&1 & (setsid sleep ${mark}2 &) ; echo started`,
    );
    await nothingSleeps();
  });

  it('when it is stopped, and when its time is over', async () => {
    const { bash } = await openConfined();
    const stop = new AbortController();
    const stopped = await bash(`env -i setsid sleep ${mark}3 & echo up; sleep ${mark}4`, {
      signal: stop.signal,
      onOutput: () => stop.abort(),
    });
    expect(stopped).toContain('stopped by the owner');
    const late = await bash(`env -i setsid sleep ${mark}5 & sleep ${mark}6`, { timeoutMs: 300 });
    expect(late).toContain('timed out');
    await nothingSleeps();
  });
});

describeConfined('a command in the sandbox works', () => {
  it('as in a plain shell: folder kept, exit code, quotes, long text', async () => {
    const { scene, run, bash } = await openConfined();
    await mkdir(join(scene.workingDir, 'sub dir'));
    await bash("cd 'sub dir'");
    expect(await bash('pwd')).toContain('sub dir');
    expect(await bash(`printf '%s|' "it's" '"q"' "\\$x" 'a\nb'; (exit 3)`)).toMatch(
      /it's\|"q"\|\$x\|a\nb\|\n?\[exit code 3]/,
    );
    const long = await run(
      'Bash',
      { command: `: ${"'".repeat(2)}${'y'.repeat(100_000)}; echo done` },
      { confinement: 'standard' },
    );
    expect(long.output).toContain('done');
    expect(await bash('echo "$CONNECTOME_COMMAND$CONNECTOME_TMP"')).toMatch(/^\n\[exit code 0]$/);
  });

  it('in several sessions with different folders at once', async () => {
    const { scene, bash } = await openConfined();
    const folders = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const folder = join(scene.userHome, `work-${name}`);
        await mkdir(folder);
        return folder;
      }),
    );
    const outputs = await Promise.all(
      folders.map((folder, index) =>
        bash(
          `echo x > own; for f in ${folders.join(' ')}; do echo y > $f/from-${index} && echo "wrote $f"; done`,
          {
            workingDir: folder,
            sessionId: `s_${index + 1}`,
          },
        ),
      ),
    );
    outputs.forEach((output, index) => {
      expect(output.match(/wrote .*/g)).toEqual([`wrote ${folders[index]}`]);
    });
  });

  it('leaves nothing behind where something was closed that is not there', async () => {
    const { scene, bash } = await openConfined();
    const scenes: Scene[] = [scene];
    for (const { userHome } of scenes) {
      await bash('true');
      const { stdout } = await promisify(execFile)('ls', ['-A', userHome]);
      expect(stdout.trim().split('\n').sort()).toEqual(['.connectome', 'elsewhere', 'work']);
    }
  });
});
