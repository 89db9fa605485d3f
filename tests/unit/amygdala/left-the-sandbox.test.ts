/** A way out of the sandbox that anything but its owner's yes to this very command opens. */
import { describe, expect, it } from 'vitest';
import type { JsonObject, PermissionMode } from '../../../protocol/index.ts';
import { openAmygdala, openScene } from '../../support/acting.ts';

const modes: readonly PermissionMode[] = ['default', 'acceptEdits', 'bypassPermissions'];

async function scene(available = true, settings: JsonObject = {}) {
  const place = await openScene();
  place.settings.set(settings);
  const { judge, amygdala } = await openAmygdala(place, {
    sandbox: async () => ({ available, message: '' }),
  });
  const on = (command: string, mode: PermissionMode = 'default', wish?: boolean) =>
    judge('Bash', { command, ...(wish === undefined ? {} : { outside_sandbox: wish }) }, mode);
  return { on, amygdala };
}

describe('a command that a model wants to run without the sandbox', () => {
  it('asks in every mode, whatever is allowed, and "Always" is not offered', async () => {
    const allow = ['Bash', 'Bash(npm test)', 'Bash(npm:*)', 'Bash(ls)'];
    const { on, amygdala } = await scene(true, { permissions: { allow, sandboxed: 'run' } });
    amygdala.approvals.allowForSession('s_1', 'Bash(npm test)');
    for (const mode of modes) {
      for (const command of ['npm test', 'ls', 'docker ps']) {
        const { level, source, confinement, ask, opening } = await on(command, mode, true);
        expect([command, level, source, confinement]).toEqual([
          command,
          'confirm',
          'outside_sandbox',
          'none',
        ]);
        expect(ask?.risk).toContain('without the sandbox: it can read, change and send all');
        expect(ask?.alwaysRule).toBeUndefined();
        expect(opening).toBeUndefined();
      }
      expect((await on('npm test', mode)).level).toBe('safe');
      expect((await on('npm test', mode, false)).confinement).toBe('standard');
    }
  });

  it('is another call than the same words in the sandbox', async () => {
    const { on } = await scene();
    const [inside, outside] = [await on('make'), await on('make', 'default', true)];
    expect(outside.fingerprint).not.toBe(inside.fingerprint);
  });

  it('lifts no block and no deny rule', async () => {
    const { on } = await scene(true, { permissions: { deny: ['Bash(make:*)'] } });
    expect((await on('make x', 'default', true)).level).toBe('block');
    expect((await on('cat ~/.ssh/id_rsa', 'default', true)).source).toBe('secret');
    expect((await on('echo x > .git/config', 'default', true)).source).toBe('protected');
    expect((await on('rm -rf ~', 'default', true)).source).toBe('pattern');
  });

  it('is judged as before where there is no sandbox to leave', async () => {
    const none = await scene(false);
    expect((await none.on('make', 'default', true)).source).toBe('no_sandbox');
    const off = await scene(true, {
      sandbox: { enabled: false },
      permissions: { allow: ['Bash(make)'] },
    });
    expect((await off.on('make', 'default', true)).source).toBe('permissions.allow');
  });
});

describe('what signs in with its owner’s keys', () => {
  it('asks once, for what can work', async () => {
    const { on } = await scene(true, { permissions: { allow: ['Bash(ssh:*)', 'Bash(scp:*)'] } });
    for (const command of [
      'ssh host uptime',
      'ssh -p 2222 me@host "systemctl restart x && rm old"',
      'ssh host ls -F | grep x',
      'scp -r dist me@host:/srv/app',
      'sftp -q host',
      'timeout 60 ssh host uptime',
      'rsync -avz --delete dist/ me@host:/srv/app',
    ]) {
      for (const mode of modes) {
        const { level, source, confinement, ask } = await on(command, mode);
        expect([command, level, source, confinement]).toEqual([
          command,
          'confirm',
          'outside_sandbox',
          'none',
        ]);
        expect(ask?.risk).toContain('with your keys');
      }
    }
  });

  it('stays in the sandbox where something else would come along', async () => {
    const { on } = await scene();
    for (const command of [
      'npm test && scp a host:b',
      'ssh -o ProxyCommand=./x host',
      'ssh -oProxyCommand=./x host',
      'ssh -F ./config host',
      'ssh -E log host',
      'ssh -I ./lib.so host',
      'ssh -4F./config host',
      'ssh -L 80:a:80 host',
      'scp -S ./x a host:b',
      'scp -D ./x a host:b',
      'scp a -S./x host:b',
      'sftp -b batch host',
      'sftp -D ./x',
      'rsync -e ./x a host:b',
      'rsync -ave ./x a host:b',
      'rsync --rsh=./x a host:b',
      'rsync a host:b --log-file=x',
      'rsync a/ b/',
      'rsync a host::module',
      './ssh host',
      'X=1 ssh host',
      'ssh $HOST ls',
      'ssh host ls > out',
      'ssh() { make; }; ssh host',
      'ssh host "$(make)"',
      'timeout 5 make; ssh host',
      'env ssh host',
      'ssh host ls; make',
      'ssh host ls &\nmake',
    ]) {
      expect([command, (await on(command)).confinement]).toEqual([command, 'standard']);
    }
  });
});
