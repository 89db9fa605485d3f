/**
 * The first thing an owner does may be to add a server, before any conversation made the default working
 * directory: every server then failed with "spawn /bin/sh ENOENT", as if the system had no shell.
 */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openScene } from '../../support/acting.ts';
import { openServers } from '../../support/mcp/scene.ts';
import { hostile } from '../../support/mcp/server-entry.ts';

it('starts a server in a default working directory that was not there yet', async () => {
  const scene = await openScene();
  await rm(scene.workingDir, { recursive: true });
  const { until } = await openServers({ shop: hostile('many', 'shop') }, { scene });
  const shop = await until('shop', ({ state }) => ['ready', 'waiting', 'failed'].includes(state));
  expect(shop).toMatchObject({ state: 'ready', message: '' });
  expect((await stat(scene.workingDir)).isDirectory()).toBe(true);
});

it('names the folder of an entry that does not exist, and makes none', async () => {
  const scene = await openScene();
  const cwd = join(scene.workingDir, 'moved-away');
  const entry = { ...hostile('many', 'shop'), cwd };
  const { until } = await openServers({ shop: entry }, { scene });
  const { message } = await until('shop', ({ state }) => state === 'failed');
  expect(message).toBe(`The folder ${cwd} does not exist.`);
  await expect(stat(cwd)).rejects.toThrow();
});
