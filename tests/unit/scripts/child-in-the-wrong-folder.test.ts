/** `connectome` starts itself again on another Node: there it must be where its user is. */
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../../../scripts/run.mjs';
import { tempFolder } from '../../support/temp-home.ts';

const tell = `require('node:fs').writeFileSync(process.env.OUT, JSON.stringify({
  cwd: process.cwd(), own: process.env.OWN, path: process.env.PATH }))`;

it('a child runs in the folder and with the additions that were said, and its exit code comes back', async () => {
  const folder = await realpath(await tempFolder());
  const OUT = join(folder, 'told.json');
  const env = { OUT, OWN: 'as it came' };
  expect(await run(process.execPath, ['--eval', tell], { cwd: folder, env })).toBe(0);
  const told = JSON.parse(await readFile(OUT, 'utf8'));
  expect(told).toMatchObject({ cwd: folder, own: 'as it came' });
  // Ours goes on, with the tools of this checkout first.
  expect(told.path).toContain(process.env.PATH);
  expect(await run(process.execPath, ['--eval', 'process.exit(3)'])).toBe(3);
});

it('an environment that is passed on stays as it came', async () => {
  const folder = await realpath(await tempFolder());
  const OUT = join(folder, 'told.json');
  const env = { ...process.env, OUT };
  expect(await run(process.execPath, ['--eval', tell], { cwd: folder, env })).toBe(0);
  expect(JSON.parse(await readFile(OUT, 'utf8')).path).toBe(process.env.PATH);
});
