import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isDesktopStart, readLoginShell } from '../../../src-main/login-shell.ts';
import { eventually } from '../../support/eventually.ts';
import { isGone } from '../../support/processes.ts';
import { tempFolder } from '../../support/temp-home.ts';

/** A shell whose start-up files are `startUp`; like a real one it then runs what `-ilc` says. */
async function shellWith(startUp: string): Promise<string> {
  const path = join(await tempFolder(), 'shell');
  await writeFile(path, `#!/bin/sh\n${startUp}\n[ "$1" = -ilc ] && eval "$2"\n`);
  await chmod(path, 0o755);
  return path;
}

/** How fast a shell starts is no test's matter. */
const patient = { environment: { PATH: process.env.PATH }, timeLimitMs: 120_000 };

it('reads keys that only the start-up files set, whatever they print, and keeps nothing else', async () => {
  const shell = await shellWith(
    "echo welcome; echo FAKE_KEY=x\nexport OPENAI_API_KEY='sk=with=signs'\nexport EDITOR=vi\nexport NOTE_TOKEN='two\nlines'",
  );
  const keys = await readLoginShell({ shell, ...patient });
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
  // On a busy machine it takes longer to start than it may: then it may longer.
  let pid = 0;
  for (let timeLimitMs = 500; pid === 0; timeLimitMs *= 2) {
    expect((await readLoginShell({ shell, ...patient, timeLimitMs })).size).toBe(0);
    pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
  }
  await eventually(async () => expect(await isGone(pid)).toBe(true));
});

it('a program that start-up files leave in the background does not keep the start waiting', async () => {
  const shell = await shellWith('sleep 600 &\nexport A_KEY=found');
  expect((await readLoginShell({ shell, ...patient })).get('A_KEY')).toBe('found');
});

it.each([
  ['prints without end', 'yes'],
  ['fails', 'exit 3'],
])('a shell that %s gives no keys', async (_what, startUp) => {
  const shell = await shellWith(startUp);
  expect((await readLoginShell({ shell, ...patient })).size).toBe(0);
});

it('a shell that is not there, or not a path, gives no keys', async () => {
  expect((await readLoginShell({ shell: '/nowhere/shell', ...patient })).size).toBe(0);
  expect((await readLoginShell({ shell: 'sh', ...patient })).size).toBe(0);
});

it('is asked only where no shell started us', () => {
  expect(isDesktopStart({ HOME: '/home/x' })).toBe(process.platform !== 'win32');
  expect(isDesktopStart({ SHLVL: '1' })).toBe(false);
  expect(isDesktopStart({ TERM: 'xterm' })).toBe(false);
});
