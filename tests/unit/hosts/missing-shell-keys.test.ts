import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isDesktopStart, readLoginShell } from '../../../src-main/login-shell.ts';
import { tempFolder } from '../../support/temp-home.ts';

/** A shell whose start-up files are `startUp`; like a real one it then runs what `-ilc` says. */
async function shellWith(startUp: string): Promise<string> {
  const path = join(await tempFolder(), 'shell');
  await writeFile(path, `#!/bin/sh\n${startUp}\n[ "$1" = -ilc ] && eval "$2"\n`);
  await chmod(path, 0o755);
  return path;
}

const environment = { PATH: process.env.PATH };

it('reads keys that only the start-up files set, whatever they print, and keeps nothing else', async () => {
  const shell = await shellWith(
    "echo welcome; echo FAKE_KEY=x\nexport OPENAI_API_KEY='sk=with=signs'\nexport EDITOR=vi\nexport NOTE_TOKEN='two\nlines'",
  );
  const keys = await readLoginShell({ shell, environment });
  expect(Object.fromEntries(keys)).toEqual({
    OPENAI_API_KEY: 'sk=with=signs',
    NOTE_TOKEN: 'two\nlines',
  });
  expect(process.env.NOTE_TOKEN).toBeUndefined();
});

it('a shell that hangs is ended with all that it started, and there are no keys', async () => {
  const folder = await tempFolder();
  const pidFile = join(folder, 'pid');
  const shell = await shellWith(`sleep 600 & echo $! > ${pidFile}\nwait`);
  const reading = readLoginShell({ shell, environment, timeLimitMs: 1_000 });
  expect((await reading).size).toBe(0);
  const pid = Number(await readFile(pidFile, 'utf8'));
  // A process that has ended but was not yet collected is no longer running either.
  await expect
    .poll(async () => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'gone'))
    .toMatch(/gone|\) Z /);
});

it('a program that start-up files leave in the background does not keep the start waiting', async () => {
  const shell = await shellWith('sleep 600 &\nexport A_KEY=found');
  expect((await readLoginShell({ shell, environment, timeLimitMs: 20_000 })).get('A_KEY')).toBe(
    'found',
  );
});

it.each([
  ['prints without end', 'yes'],
  ['fails', 'exit 3'],
])('a shell that %s gives no keys', async (_what, startUp) => {
  const shell = await shellWith(startUp);
  expect((await readLoginShell({ shell, environment })).size).toBe(0);
});

it('a shell that is not there, or not a path, gives no keys', async () => {
  expect((await readLoginShell({ shell: '/nowhere/shell', environment })).size).toBe(0);
  expect((await readLoginShell({ shell: 'sh', environment })).size).toBe(0);
});

it('is asked only where no shell started us', () => {
  expect(isDesktopStart({ HOME: '/home/x' })).toBe(process.platform !== 'win32');
  expect(isDesktopStart({ SHLVL: '1' })).toBe(false);
  expect(isDesktopStart({ TERM: 'xterm' })).toBe(false);
});
