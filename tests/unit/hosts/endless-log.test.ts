import { readdir, readFile, readlink, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAX_LOG_BYTES, MAX_OLD_LOGS, openLogFile } from '../../../src-main/log-file.ts';
import { openProgramLog } from '../../../src-main/logging.ts';
import { tempFolder } from '../../support/temp-home.ts';

const day = (n: number): Date => new Date(2026, 2, n, 12);

it('a log that grows too large is set aside, and old ones are removed', async () => {
  const folder = await tempFolder();
  const file = openLogFile(folder, { now: () => new Date() });
  const line = `${'x'.repeat(MAX_LOG_BYTES - 1)}\n`;
  for (let n = 0; n < MAX_OLD_LOGS + 3; n += 1) file.write(line);
  file.write('newest\n');
  file.close();
  const names = await readdir(folder);
  expect(names).toHaveLength(MAX_OLD_LOGS + 1);
  expect(await readFile(join(folder, 'connectome.log'), 'utf8')).toBe('newest\n');
  expect((await stat(join(folder, 'connectome.log'))).mode & 0o777).toBe(0o600);
});

it('a program that runs for days writes one file per day', async () => {
  const folder = await tempFolder();
  let now = new Date();
  const file = openLogFile(folder, { now: () => now });
  file.write('today\n');
  now = new Date(now.getTime() + 24 * 60 * 60 * 1000);
  file.write('tomorrow\n');
  file.close();
  expect(await readdir(folder)).toHaveLength(2);
  expect(await readFile(join(folder, 'connectome.log'), 'utf8')).toBe('tomorrow\n');
});

it('a log that cannot be written stops nothing, and goes on when it can', async () => {
  const folder = join(await tempFolder(), 'logs');
  const file = openLogFile(folder, { now: () => day(1) });
  file.write('one\n');
  file.close();
  await rm(folder, { recursive: true });
  file.write('two\n');
  expect(await readFile(join(folder, 'connectome.log'), 'utf8')).toBe('two\n');
  file.close();
  const taken = openLogFile('/dev/null/logs', { now: () => day(1) });
  expect(() => taken.write('lost\n')).not.toThrow();
});

it('secrets do not reach the log, whether known or guessed', async () => {
  const home = await tempFolder();
  const log = openProgramLog(home);
  log.info('calling', { header: 'Bearer', key: `sk-ant-${'x'.repeat(30)}` });
  log.redactWith((text) => text.replaceAll('hunter22', '[secret:mine]'));
  log.error('failed with hunter22', { url: 'http://x/?q=hunter22' });
  log.close();
  const text = await readFile(join(home, 'logs', 'connectome.log'), 'utf8');
  expect(text).not.toMatch(/hunter22|sk-ant-/);
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).message),
  ).toEqual(['calling', 'failed with [secret:mine]']);
});

it.runIf(process.platform === 'linux')(
  'a full disk does not cost a file for each line',
  async () => {
    const folder = await tempFolder();
    await symlink('/dev/full', join(folder, 'connectome.log'));
    // Of its day, so that it is not set aside.
    const { mtime } = await stat('/dev/full');
    const log = openLogFile(folder, { now: () => mtime });
    const openFiles = async (): Promise<number> => {
      const found = await readdir('/proc/self/fd');
      const led = await Promise.all(
        found.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
      );
      return led.filter((path) => path === '/dev/full').length;
    };
    for (let line = 0; line < 50; line += 1) log.write('nobody can read this\n');
    expect(await openFiles()).toBeLessThan(2);
    log.close();
    expect(await openFiles()).toBe(0);
  },
);
