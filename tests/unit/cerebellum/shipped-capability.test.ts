/** The capabilities that come with the program: they load, agree with their plugins, and do what they say. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { agree } from '../../../brain/cerebellum/plugins/agreement.ts';
import { pluginSource } from '../../../brain/cerebellum/plugins/source.ts';
import { parseSkill } from '../../../brain/cerebellum/skill-file.ts';
import type { JsonObject } from '../../../protocol/index.ts';
import { openScene } from '../../support/acting.ts';
import { defaultsFolder } from '../../support/brain-client.ts';
import { hasSandbox } from '../../support/confined.ts';
import { openPlugins } from '../../support/plugins.ts';

const shipped = join(defaultsFolder, 'cerebellum');
const folders = await readdir(shipped);

it('a first set is there', () => {
  expect(folders).toEqual(
    expect.arrayContaining(['git', 'files', 'notes', 'web', 'days', 'machine', 'reckon']),
  );
});

it.each(folders)('%s loads, and its plugin has the tools that it lists', async (folder) => {
  const parsed = parseSkill(await readFile(join(shipped, folder, 'SKILL.md'), 'utf8'));
  if (!parsed.ok) throw new Error(parsed.error.reason.text);
  expect(parsed.value.name).toBe(folder);
  const plugin = await pluginSource(join(shipped, folder));
  expect(plugin === undefined).toBe(parsed.value.tools.length === 0);
  if (plugin === undefined) return;
  const { tools } = await import(plugin.entry);
  const agreed = agree(parsed.value.tools, tools);
  expect(agreed.refused).toEqual([]);
  // All parameters stand in SKILL.md: the tools are known without starting anything.
  for (const tool of parsed.value.tools) expect(tool.parameters).toBeDefined();
});

it('run at once, unasked where the sandbox holds them, and answer', async () => {
  const scene = await openScene();
  await cp(shipped, scene.paths.cerebellum, { recursive: true });
  await mkdir(scene.paths.episodes, { recursive: true });
  const diary = (day: string, text: string) =>
    writeFile(join(scene.paths.episodes, `${day}.md`), `# ${day}\n\n${text}`);
  await diary(
    '2026-11-20',
    '## 09:05 Planning the greenhouse <!-- t_1 -->\n- **User:** Hi\n<!-- - **Response:** from the web -->\n\n## 10:00 Roses <!-- t_2 -->\n',
  );
  await diary('2026-11-21', '## 08:00 Bread <!-- t_3 -->\n');
  const { run, cerebellum, questions, info } = await openPlugins(
    { shipped, confined: hasSandbox },
    scene,
  );
  expect(questions).toEqual([]);
  for (const name of ['days', 'machine', 'reckon']) {
    expect(info(name), name).toMatchObject({ plugin: { state: 'ready' } });
    expect(info(name)?.error, name).toBeUndefined();
  }
  const say = async (tool: string, args: JsonObject) => {
    const { output, origin } = await run(tool, args);
    if (hasSandbox) expect(origin, tool).toEqual({ kind: 'own', name: tool });
    return output;
  };
  expect(await say('days_list', { from: '2026-11-01', to: '2026-11-20' })).toBe(
    '2026-11-20 (2): Planning the greenhouse; Roses',
  );
  const day = await say('day_show', { day: '2026-11-20' });
  expect(day).toContain('- **User:** Hi');
  // What is from elsewhere stands in comments, and no comment gets out.
  expect(day).not.toMatch(/web|<!--|t_1/);
  expect(await say('day_show', { day: '../../../secrets' })).toContain('YYYY-MM-DD');
  expect(await say('day_show', { day: '1999-01-01' })).toContain('no entry');

  expect(await say('machine_facts', {})).toMatch(/^System: .*\nProcessor: .*\nMemory: .* free\n/);

  expect(await say('days_between', { from: '2026-02-27', to: '2026-03-02' })).toBe(
    '3 days (0 weeks and 3 days; 1 working days), from Friday to Monday',
  );
  expect(await say('date_plus', { date: '2024-02-28', days: 2 })).toBe('2024-03-01, Friday');
  expect(await say('date_plus', { date: '2026-02-31', days: 1 })).toContain('no day');
  expect(await say('convert_unit', { value: 100, from: 'km/h', to: 'mph' })).toBe(
    '100 km/h = 62.1371192237 mph',
  );
  expect(await say('convert_unit', { value: 72.5, from: '°F', to: 'C' })).toBe('72.5 °F = 22.5 C');
  expect(await say('convert_unit', { value: 1, from: 'kg', to: 'km' })).toContain(
    'cannot be converted',
  );
  await cerebellum.close();
});
