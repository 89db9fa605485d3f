/** A brain that ends by a fault of its own leaves word of it: who started it from a dock sees no terminal. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runNode } from '../../support/run-node.ts';
import { tempFolder } from '../../support/temp-home.ts';

it.each([
  'setImmediate(() => { throw new Error(`a fault of ${key}`); });',
  'void Promise.reject(new Error(`a fault of ${key}`));',
])('the log says why, and no key (%s)', async (fault) => {
  const home = join(await tempFolder(), 'home');
  const dying = runNode(
    `const { openProgramLog, tellDeath } = await import('./src-main/logging.ts');
     tellDeath(openProgramLog(${JSON.stringify(home)}));
     const key = 'sk-ant-api03-' + 'abcdefghij0123456789'.repeat(4);
     ${fault}`,
  );
  expect(await dying.ended()).not.toBe(0);
  const log = await readFile(join(home, 'logs', 'connectome.log'), 'utf8');
  const last = JSON.parse(log.trim().split('\n').at(-1) ?? '');
  expect(last).toMatchObject({ level: 'error', message: 'the program ends by a fault of its own' });
  expect(last.error).toContain('a fault of');
  expect(log).not.toContain('abcdefghij0123456789');
});
