/** `plugins.json`: the owner's word on a plugin survives, and is never guessed. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPluginMemory } from '../../../brain/cerebellum/plugins/memory.ts';
import { silentLogger } from '../../../brain/shared/log.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { tempFolder } from '../../support/temp-home.ts';

const golden = join(import.meta.dirname, '..', '..', 'golden', 'plugins.json');

async function memoryWith(text?: string) {
  const path = join(await tempFolder(), 'plugins.json');
  if (text !== undefined) await writeFile(path, text);
  const open = () => createPluginMemory({ path, storage: createStorage(), logger: silentLogger });
  return { path, open };
}

it('a file of an earlier day is read, and written in the same bytes', async () => {
  const text = await readFile(golden, 'utf8');
  const { path, open } = await memoryWith(text);
  const { decision, manifest } = await open().of('weather');
  if (decision === undefined || manifest === undefined) throw new Error('nothing was read');
  expect(decision.allowed).toBe(true);
  await open().keep('weather', { decision, manifest });
  expect(await readFile(path, 'utf8')).toBe(text);
});

it.each([
  '{"version":2,"plugins":{}}',
  '{"version":1,"plugins":',
  '{"version":1,"plugins":{"a":{"decision":true}}}',
])('one that cannot be read allows nothing and is left as it is: %s', async (text) => {
  const { path, open } = await memoryWith(text);
  const memory = open();
  expect(await memory.of('a')).toEqual({});
  await memory.keep('a', { manifest: { hash: 'x', tools: [] } });
  expect(await readFile(path, 'utf8')).toBe(text);
  // What was decided since counts until the end.
  expect((await memory.of('a')).manifest?.hash).toBe('x');
});

it('names like the members of every object are names', async () => {
  const { open } = await memoryWith();
  expect(await open().of('constructor')).toEqual({});
  const memory = open();
  await memory.keep('__proto__', { manifest: { hash: 'x', tools: [] } });
  expect(await memory.of('other')).toEqual({});
});
