/** `allowed-tools` of skills that the owner has active: they restrict, and never grant. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseSkill } from '../../../brain/cerebellum/skill-file.ts';
import type { ActiveSkill } from '../../../brain/regions.ts';
import { newId } from '../../../brain/shared/ids.ts';
import type { JsonObject } from '../../../protocol/index.ts';
import { openAmygdala, openScene } from '../../support/acting.ts';

const only = (name: string, ...allowedTools: string[]): ActiveSkill => ({ name, allowedTools });

async function judgeWith(activeSkills: readonly ActiveSkill[]) {
  const scene = await openScene();
  const { amygdala, cerebellum } = await openAmygdala(scene, {
    sandbox: async () => ({ available: true, message: '' }),
  });
  const judge = (name: string, args: JsonObject) =>
    amygdala.classify(
      { id: newId('c'), name, args },
      {
        turn: { sessionId: 's_1', turnId: 't_1' },
        mode: 'bypassPermissions',
        workingDir: scene.workingDir,
        spec: cerebellum.tools().find((tool) => tool.name === name),
        activeSkills,
      },
    );
  return { scene, judge };
}

it('refuses what none of its rules names, whatever the mode and the rules allow', async () => {
  const { scene, judge } = await judgeWith([only('reader', 'Read', 'Bash(git log:*)')]);
  scene.settings.set({ permissions: { allow: ['Write', 'Bash'] } });
  expect(await judge('Write', { file_path: 'a', content: 'b' })).toMatchObject({
    level: 'block',
    source: 'skill:reader',
    rule: 'allowed-tools',
  });
  expect((await judge('Grep', { pattern: 'a' })).level).toBe('safe');
  expect((await judge('Bash', { command: 'git log -n 3' })).level).not.toBe('block');
  // A part of the command that is not named takes the whole of it down.
  for (const command of ['git push', 'git log && rm -r x', 'git log $(rm -r x)', 'env git log']) {
    expect(await judge('Bash', { command }), command).toMatchObject({ source: 'skill:reader' });
  }
});

it('several intersect, and one that says nothing restricts nothing', async () => {
  const { judge } = await judgeWith([
    only('a', 'Read', 'Write'),
    only('b', 'Read', 'Bash'),
    { name: 'c' },
  ]);
  expect((await judge('Read', { file_path: 'x' })).level).toBe('safe');
  expect((await judge('Write', { file_path: 'x', content: '' })).source).toBe('skill:b');
  expect((await judge('Bash', { command: 'ls' })).source).toBe('skill:a');
});

it('grants nothing: what passes it is judged like every other call', async () => {
  const { scene, judge } = await judgeWith([only('all', 'Write', 'Read')]);
  scene.settings.set({ permissions: { deny: ['Write(secret.txt)'] } });
  await writeFile(join(scene.outside, 'x'), 'x');
  expect((await judge('Write', { file_path: 'secret.txt', content: '' })).source).toBe(
    'permissions.deny',
  );
  expect((await judge('Read', { file_path: join(scene.outside, 'x') })).source).toBe('outside');
});

it('rules that nobody understands, and a skill that is gone, let nothing through', async () => {
  const { judge } = await judgeWith([only('odd', 'Read(((', 'everything!')]);
  expect((await judge('Read', { file_path: 'x' })).level).toBe('block');
  const gone = await judgeWith([only('gone')]);
  expect((await gone.judge('Read', { file_path: 'x' })).reason).toContain('not there any more');
});

it('is read as others write it: lists, commas, brackets with spaces', () => {
  const allowed = (value: string) => {
    const parsed = parseSkill(`---\nname: x\ndescription: y\nallowed-tools: ${value}\n---\n`);
    return parsed.ok && parsed.value.allowedTools;
  };
  const rules = ['Read', 'Bash(git add:*)', 'Bash(npm test)', 'Bash'];
  expect(allowed('Read, Bash(git add:*), Bash(npm test), Bash(*)')).toEqual(rules);
  expect(allowed('Read Bash(git add *) Bash(npm test) Bash')).toEqual(rules);
  expect(allowed('[Read, "Bash(git add *)", Bash(npm test), "Bash(*)"]')).toEqual(rules);
});
