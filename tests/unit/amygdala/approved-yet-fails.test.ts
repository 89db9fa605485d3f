/** A yes to exactly this command must be worth something: what it names is opened, and no more. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Verdict } from '../../../brain/regions.ts';
import type { JsonObject } from '../../../protocol/index.ts';
import { openAmygdala, openScene } from '../../support/acting.ts';

async function scene(permissions: JsonObject = {}) {
  const place = await openScene();
  const documents = join(place.userHome, 'Documents');
  await mkdir(documents);
  await mkdir(join(place.userHome, '.config', 'app'), { recursive: true });
  await writeFile(join(place.userHome, 'notes.txt'), 'n');
  await writeFile(join(place.workingDir, 'a.txt'), 'a');
  const { judge } = await openAmygdala(place, {
    sandbox: async () => ({ available: true, message: '' }),
  });
  place.settings.set({ permissions });
  const bash = (command: string): Promise<Verdict> => judge('Bash', { command });
  return { ...place, documents, bash };
}

const linux = process.platform === 'linux';

it('the folders that an approved command names are opened, and the question says so', async () => {
  const { bash, documents, outside } = await scene();
  for (const command of [
    'cp a.txt ~/Documents',
    'cp a.txt ~/Documents/b.txt',
    'mv ~/Documents/c.txt .',
    'make PREFIX=~/Documents install',
    'tar xf a.tar -C ~/Documents',
    'echo hi > ~/Documents/new.txt',
    'mkdir -p ~/Documents/deep/deeper',
    'cd ~/Documents && make',
  ]) {
    const verdict = await bash(command);
    expect(verdict.level, command).toBe('confirm');
    expect(verdict.opening?.folders, command).toEqual([documents]);
    expect(verdict.ask?.risk, command).toContain(`may change files in ${documents}`);
  }
  const both = await bash('cp ~/elsewhere/x ~/Documents/sub/../y');
  expect([...(both.opening?.folders ?? [])].sort()).toEqual([documents, outside].sort());
});

it('what is only looked at is not opened, nor what the working folder is', async () => {
  const { bash } = await scene();
  for (const command of ['cat ~/Documents/x', 'ls ~/Documents | wc -l', 'make', 'cp a.txt b.txt']) {
    expect((await bash(command)).opening?.folders ?? [], command).toEqual([]);
  }
});

it('a home, the system, Connectome and places where things start by themselves stay closed', async () => {
  const { bash, userHome, paths, workingDir } = await scene();
  await symlink(userHome, join(workingDir, 'link'));
  for (const command of [
    'cp a.txt ~',
    'cp a.txt ~/new.txt',
    'mkdir ~/new',
    'cp a.txt ..',
    'cp a.txt link/',
    'cp a.txt ~/.config',
    'cp a.txt ~/.config/new',
    'cp a.txt /',
    'make DESTDIR=/usr/include',
    `make X=${paths.workspace}`,
    `make X=${paths.root}`,
    'make X=~/repo/.git/hooks',
  ]) {
    const verdict = await bash(command);
    expect(verdict.opening?.folders ?? [], command).toEqual([]);
  }
  expect((await bash('cp a.txt ~/new.txt')).ask?.risk).toContain(`${userHome} stays closed to it`);
});

it('without a question only what a rule names is opened', async () => {
  const reading = await scene({ allow: ['Bash(cp:*)', 'Read(~/Documents/**)'] });
  const read = await reading.bash('cp a.txt ~/Documents/b.txt');
  expect([read.level, read.opening?.folders]).toEqual(['safe', []]);
  const writing = await scene({ allow: ['Bash(cp:*)', 'Read(~/**)', 'Edit(~/Documents/**)'] });
  const wrote = await writing.bash('cp a.txt ~/Documents/b.txt');
  expect([wrote.level, wrote.opening?.folders]).toEqual(['safe', [writing.documents]]);
  const named = await scene();
  // Spelled with "~" as it is, the rule that "Always" writes must still name it.
  const always = (await named.bash('cp a.txt ~/Documents/b.txt')).ask?.alwaysRule ?? '';
  named.settings.set({ permissions: { allow: [always] } });
  const exact = await named.bash('cp a.txt ~/Documents/b.txt');
  expect([exact.level, exact.opening?.folders]).toEqual(['safe', [named.documents]]);
});

it('a command whose business is the network asks in every mode, and gets it with the yes', async () => {
  const { bash, settings } = await scene({ sandboxed: 'run' });
  for (const command of ['git fetch origin', 'npm ci', 'pip download x', 'curl https://a.b/c']) {
    const verdict = await bash(command);
    expect(verdict.level, command).toBe('confirm');
    expect(verdict.opening?.network, command).toBe(linux);
    expect(verdict.ask?.risk.includes('it has the network'), command).toBe(linux);
    expect(verdict.readsElsewhere, command).toBe(linux);
  }
  for (const command of ['npm test', 'git commit -m "npm install"', 'npm run build', 'make']) {
    const verdict = await bash(command);
    expect([verdict.level, verdict.opening?.network], command).toEqual(['safe', false]);
  }
  // A rule that names it is the same word, given before; one that allows anything is not.
  settings.set({ permissions: { allow: ['Bash(npm ci)'] } });
  expect(await bash('npm ci')).toMatchObject({ level: 'safe', opening: { network: linux } });
  settings.set({ permissions: { allow: ['Bash'] } });
  expect((await bash('npm ci')).level).toBe('confirm');
});

it('a folder that is another one when it runs is another question', async () => {
  const { bash, documents, userHome } = await scene();
  const before = await bash('cp a.txt ~/there/b.txt');
  await symlink(documents, join(userHome, 'there'));
  const after = await bash('cp a.txt ~/there/b.txt');
  expect(after.fingerprint).not.toBe(before.fingerprint);
});

it('a rule that comes while the question is open does not make it another call', async () => {
  const { bash, settings } = await scene();
  const asked = await bash('cp a.txt ~/Documents/b.txt');
  settings.set({ permissions: { allow: ['Bash(cp:*)', 'Read(~/Documents/**)'] } });
  const now = await bash('cp a.txt ~/Documents/b.txt');
  expect([now.level, now.fingerprint]).toEqual(['safe', asked.fingerprint]);
});
