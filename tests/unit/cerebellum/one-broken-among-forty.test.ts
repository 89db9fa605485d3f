/** Capability folders in both shapes in use, forty of them, and a broken one that harms none. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openScene } from '../../support/acting.ts';
import { openPlugins, putPlugin } from '../../support/plugins.ts';

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'capabilities');

it('all of them work unchanged; the broken one is told with file and line', async () => {
  const scene = await openScene();
  await cp(fixtures, scene.paths.cerebellum, { recursive: true });
  for (let n = 1; n <= 37; n += 1)
    await putPlugin(scene, `skill-${n}`, { front: `triggers: [t${n}]\n` });
  const { cerebellum, run, info } = await openPlugins({}, scene);
  expect(cerebellum.skills()).toHaveLength(40);
  expect(cerebellum.list().filter(({ error }) => error !== undefined)).toMatchObject([
    { name: 'broken', error: { file: 'cerebellum/broken/SKILL.md', line: expect.any(Number) } },
  ]);
  expect((await run('water_plants', { bed: 'north' })).output).toBe('10 l for north');
  expect((await run('order_seeds', { kind: 'peas', packets: 3 })).output).toBe('3 of peas');
  expect((await run('order_seeds', { kind: 'peas' })).output).toContain('"packets" is missing');
  expect(cerebellum.patterns().map(({ pattern, level }) => `${level} ${pattern}`)).toEqual([
    'block buy-everything',
    'confirm express',
    'confirm seed-shop',
    'block rm -rf /garden',
    'confirm open the valve',
  ]);
  const agent = cerebellum.skills().find(({ name }) => name === 'agent-skill');
  expect(agent).toMatchObject({
    files: ['reference/beds.md', 'scripts/count.py'],
    allowedTools: ['Read', 'Bash(python3 scripts/count.py:*)'],
  });
  expect(
    (
      await run(
        'Read',
        { file_path: join(agent?.folder ?? '', 'reference/beds.md') },
        {
          paths: [join(agent?.folder ?? '', 'reference/beds.md')],
        },
      )
    ).output,
  ).toContain('north, south');

  // Mended, it is there; broken again, its last good version stays, and the others never notice.
  const path = join(scene.paths.cerebellum, 'broken', 'SKILL.md');
  const bad = await readFile(path, 'utf8');
  await writeFile(path, bad.replace('[never closed', 'closed'));
  await cerebellum.reload();
  expect(info('broken')?.error).toBeUndefined();
  await writeFile(path, bad);
  await cerebellum.reload();
  expect(cerebellum.skills()).toHaveLength(41);
  expect(info('broken')?.error?.line).toBeGreaterThan(0);
});
