/** A yes to a push over SSH must be worth something, and lend the keys to nothing else. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../../protocol/index.ts';
import { openAmygdala, openScene } from '../../support/acting.ts';

const hasSsh = process.platform === 'linux' && spawnSync('ssh', ['-V']).status === 0;
async function scene(url: string, permissions: JsonObject = {}) {
  const place = await openScene();
  place.settings.set({ permissions });
  const { judge } = await openAmygdala(place, {
    sandbox: async () => ({ available: true, message: '' }),
  });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: place.workingDir });
  git('init', '-q');
  git('remote', 'add', 'origin', url);
  const socket = join(place.userHome, 'agent.sock');
  const agent = createServer();
  await new Promise<void>((resolve) => agent.listen(socket, resolve));
  const before = process.env.SSH_AUTH_SOCK;
  process.env.SSH_AUTH_SOCK = socket;
  onTestFinished(() => {
    agent.close();
    if (before === undefined) delete process.env.SSH_AUTH_SOCK;
    else process.env.SSH_AUTH_SOCK = before;
  });
  return { git, socket, on: (command: string) => judge('Bash', { command }) };
}

it.runIf(hasSsh)(
  'signs in with its owner’s agent where he says yes, at its own servers only',
  async () => {
    const { git, socket, on } = await scene('ssh://git@192.0.2.7:2222/a.git');
    const { opening, ask, fingerprint } = await on('git add -A && git push origin main');
    const servers = ['192.0.2.7:2222'];
    expect(opening).toEqual({ folders: [], network: false, signing: { servers, agent: socket } });
    expect(ask?.risk).toContain(
      'it reaches only 192.0.2.7:2222, and your SSH agent signs in there',
    );
    expect((await on('git clone git@192.0.2.8:a/b.git x')).opening?.signing?.servers).toEqual([
      '192.0.2.7:2222',
      '192.0.2.8:22',
    ]);
    git('remote', 'add', 'other', 'https://192.0.2.6/a.git');
    expect((await on('git fetch other')).opening?.signing?.servers).toEqual([
      '192.0.2.6:443',
      '192.0.2.7:2222',
    ]);
    git('remote', 'remove', 'other');
    // Where it leads is part of what was shown.
    git('remote', 'set-url', 'origin', 'ssh://git@192.0.2.9/a.git');
    const moved = await on('git add -A && git push origin main');
    expect(moved.fingerprint).not.toBe(fingerprint);
    git('remote', 'set-url', 'origin', 'https://192.0.2.9/a.git');
    expect((await on('git push')).opening).toEqual({ folders: [], network: true });
  },
);

it.runIf(hasSsh)(
  'does not where something else comes along, or a rule is wider than these words',
  async () => {
    const { on } = await scene('git@192.0.2.7:a.git', { allow: ['Bash(git push:*)'] });
    expect((await on('git push')).opening).toEqual({ folders: [], network: true });
    for (const command of [
      'git push && make',
      'git -c core.sshCommand=x push',
      'GIT_SSH=x git push',
      'git push $X',
      'git() { make; }; git push',
      'ssh git@192.0.2.7 ls',
    ]) {
      expect((await on(command)).opening?.signing, command).toBeUndefined();
    }
    const exact = await scene('git@192.0.2.7:a.git', { allow: ['Bash(git push)'] });
    const { level, opening } = await exact.on('git push');
    expect(level).toBe('safe');
    expect(opening?.signing?.servers).toEqual(['192.0.2.7:22']);
  },
);

it.runIf(hasSsh)('says before that it will fail where no agent runs', async () => {
  const { on } = await scene('git@192.0.2.7:a.git');
  process.env.SSH_AUTH_SOCK = '/nowhere';
  const { opening, ask } = await on('git push');
  expect(opening).toEqual({ folders: [], network: true });
  expect(ask?.risk).toContain('no SSH agent runs here');
});
