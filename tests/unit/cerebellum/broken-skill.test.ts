import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSkill } from '../../../brain/cerebellum/skill-file.ts';
import { openCerebellum, openScene, type Scene } from '../../support/acting.ts';
import { eventually } from '../../support/eventually.ts';

async function skill(scene: Scene, folder: string, text: string): Promise<string> {
  const path = join(scene.paths.cerebellum, folder, 'SKILL.md');
  await mkdir(join(scene.paths.cerebellum, folder), { recursive: true });
  await writeFile(path, text);
  return path;
}

const good = (name: string, more = ''): string =>
  `---\nname: ${name}\ndescription: About ${name}.\ntriggers: [${name}, "two words"]\n${more}---\n\nDo ${name}. <!-- for people -->\n`;

describe('a broken SKILL.md', () => {
  it('is refused whole with file, line and reason, and takes no other skill down', async () => {
    const scene = await openScene();
    await skill(scene, 'fine', good('fine'));
    await skill(scene, 'broken', '---\nname: broken\ndescription: two: colons\n---\nbody');
    const { cerebellum } = await openCerebellum(scene);
    expect(cerebellum.skills()).toEqual([
      {
        name: 'fine',
        description: 'About fine.',
        path: 'cerebellum/fine/SKILL.md',
        triggers: ['fine', 'two words'],
        body: 'Do fine.',
        folder: join(scene.paths.cerebellum, 'fine'),
        files: [],
        requires: [],
        allowedTools: [],
      },
    ]);
    const broken = cerebellum.list().find(({ name }) => name === 'broken');
    expect(broken?.error).toMatchObject({ file: 'cerebellum/broken/SKILL.md' });
    // The line of the file, said once: its owner was sent to the one below it, and told of another.
    expect(broken?.error?.line).toBe(3);
    expect(broken?.error?.reason).toMatch(/mapping/);
    expect(broken?.error?.reason).not.toMatch(/column|:$/);
  });

  it.each([
    ['a list', 'x: *a9'],
    [
      'the parameters of a tool',
      'tools:\n  - name: t\n    parameters: { p: { type: string, x: *a9 } }',
    ],
    ['itself', 'y: &y { y: *y }'],
  ])('with aliases that unfold without end is refused, not unfolded: %s', (_name, use) => {
    const nine = (item: string): string => `[${Array.from({ length: 9 }, () => item).join(', ')}]`;
    const levels = Array.from({ length: 10 }, (_, n) =>
      n === 0 ? `a0: &a0 ${nine('"x"')}` : `a${n}: &a${n} ${nine(`*a${n - 1}`)}`,
    );
    const bomb = `---\nname: bomb\ndescription: d\n${levels.join('\n')}\n${use}\n---\nbody`;
    const parsed = parseSkill(bomb);
    expect(parsed).toMatchObject({
      ok: false,
      error: { reason: { text: expect.stringContaining('too large') } },
    });
  });

  it('keeps the last good version active until it is mended or deleted', async () => {
    const scene = await openScene();
    const path = await skill(scene, 'garden', good('garden', 'danger_patterns: ["weed killer"]\n'));
    const { cerebellum } = await openCerebellum(scene);
    await writeFile(path, '---\nname: garden\n---\nno description');
    await cerebellum.reload();
    expect(cerebellum.skills()[0]?.body).toBe('Do garden.');
    expect(cerebellum.patterns()).toHaveLength(1);
    expect(cerebellum.list().find(({ name }) => name === 'garden')?.error?.reason).toContain(
      'description',
    );
    await writeFile(path, good('garden'));
    await cerebellum.reload();
    expect(cerebellum.patterns()).toEqual([]);
    expect(cerebellum.list().find(({ name }) => name === 'garden')?.error).toBeUndefined();
    await rm(join(scene.paths.cerebellum, 'garden'), { recursive: true });
    await cerebellum.reload();
    expect(cerebellum.skills()).toEqual([]);
  });

  it('keeps it over a restart, with the patterns by which it guards its owner, and no longer than the skill', async () => {
    const scene = await openScene();
    const path = await skill(scene, 'garden', good('garden', 'danger_patterns: ["weed killer"]\n'));
    const whole = await readFile(path, 'utf8');
    const first = await openCerebellum(scene);
    await first.cerebellum.close();
    const copy = join(scene.paths.skillsGood, 'garden.md');
    expect(await readFile(copy, 'utf8')).toBe(whole);

    // Broken while nobody ran; and one that never was good has no copy.
    await writeFile(path, '---\nname: garden\n---\nno description');
    await skill(scene, 'weeds', '---\nname: weeds\n---\n');
    const second = await openCerebellum(scene);
    expect(second.cerebellum.skills().map(({ body }) => body)).toEqual(['Do garden.']);
    expect(second.cerebellum.patterns()).toHaveLength(1);
    const shown = second.cerebellum.list().find(({ name }) => name === 'garden');
    expect(shown?.error?.reason).toContain('description');
    expect(shown?.description).toBe('About garden.');
    await second.cerebellum.close();
    expect(await readFile(copy, 'utf8')).toBe(whole);

    // The owner has deleted it meanwhile: another one of that name begins anew.
    await rm(join(path, '..'), { recursive: true });
    const third = await openCerebellum(scene);
    await third.cerebellum.close();
    await skill(scene, 'garden', '---\nname: garden\n---\nbroken from the beginning');
    const fourth = await openCerebellum(scene);
    expect(fourth.cerebellum.skills()).toEqual([]);
    expect(fourth.cerebellum.patterns()).toEqual([]);
  });

  it('of a built-in capability is shown too and takes no tool away', async () => {
    const scene = await openScene();
    await skill(scene, 'shell', '---\nname: shell\n---\n');
    const { cerebellum } = await openCerebellum(scene);
    const shell = cerebellum.list().find(({ name }) => name === 'shell');
    expect(shell).toMatchObject({ kind: 'builtin', error: { file: 'cerebellum/shell/SKILL.md' } });
    expect(cerebellum.tools().map(({ name }) => name)).toContain('Bash');
  });

  it('does not run JavaScript front matter', async () => {
    const scene = await openScene();
    const proof = join(scene.workingDir, 'ran');
    const code = `---js\n{ name: require('fs').writeFileSync(${JSON.stringify(proof)}, 'x') || 'evil', description: 'x' }\n---\nbody`;
    await skill(scene, 'evil', code);
    const { cerebellum } = await openCerebellum(scene);
    expect(cerebellum.skills()).toEqual([]);
    expect(cerebellum.list().find(({ name }) => name === 'evil')?.error?.reason).toContain('YAML');
    await expect(readFile(proof)).rejects.toThrow();
  });

  it('gives the second of two skills with one name no say', async () => {
    const scene = await openScene();
    await skill(scene, 'a', good('same'));
    await skill(scene, 'b', good('same', 'danger_patterns: [x]\n'));
    const { cerebellum } = await openCerebellum(scene);
    expect(cerebellum.skills()).toHaveLength(1);
    expect(cerebellum.patterns()).toEqual([]);
    expect(cerebellum.list().find(({ name }) => name === 'b')?.error?.reason).toContain(
      'already taken',
    );
  });

  it('is noticed while the program runs, without being asked', async () => {
    const scene = await openScene();
    const { cerebellum, changes } = await openCerebellum(scene);
    await skill(scene, 'late', good('late'));
    await eventually(() => expect(cerebellum.skills()).toHaveLength(1));
    await skill(scene, 'late', '---\nname: [\n---\n');
    await eventually(() => expect(changes.at(-1)?.errors).toBe(1));
    expect(cerebellum.skills()).toHaveLength(1);
  });
});

describe('both shapes in use', () => {
  it('patterns as strings and as objects mean what they say', () => {
    const parsed = parseSkill(
      good(
        'p',
        'danger_patterns:\n  - "rm -rf"\n  - { pattern: "force", level: confirm, reason: "Careful" }\n' +
          'confirm_patterns:\n  - { pattern: "push" }\n',
      ),
    );
    expect(
      parsed.ok && parsed.value.patterns.map(({ pattern, level }) => [pattern, level]),
    ).toEqual([
      ['rm -rf', 'block'],
      ['force', 'confirm'],
      ['push', 'confirm'],
    ]);
  });

  it('a pattern that is no expression or matches everything refuses the file', () => {
    for (const pattern of ['"("', '".*"', '"a|"']) {
      const parsed = parseSkill(good('p', `danger_patterns: [${pattern}]\n`));
      expect(parsed.ok, pattern).toBe(false);
      expect(!parsed.ok && parsed.error.line).toBe(5);
    }
  });

  it('parameters as a JSON Schema and as a map become the same schema', () => {
    const map = parseSkill(
      good(
        'm',
        'tools:\n  - name: t\n    parameters:\n      city: { type: string }\n      days: { type: number, required: false }\n',
      ),
    );
    const schema = parseSkill(
      good(
        'm',
        'tools:\n  - name: t\n    parameters:\n      type: object\n      properties: { city: { type: string }, days: { type: number } }\n' +
          '      required: [city]\n      additionalProperties: false\n',
      ),
    );
    expect(map).toEqual(schema);
    expect(map.ok && map.value.tools[0]).toMatchObject({ readOnly: false, idempotent: false });
  });

  it('an Agent Skills file without any of our fields works unchanged', () => {
    const parsed = parseSkill(
      '---\nname: pdf\ndescription: Fill forms.\nlicense: MIT\n---\n\n# PDF\n',
    );
    expect(parsed).toMatchObject({ ok: true, value: { name: 'pdf', body: '# PDF', tools: [] } });
  });
});

describe('what is not there is said', () => {
  it('tools without a plugin are not offered; the instructions are', async () => {
    const scene = await openScene();
    await skill(scene, 'weather', good('weather', 'tools:\n  - name: forecast\n'));
    const { cerebellum } = await openCerebellum(scene);
    expect(cerebellum.tools().map(({ name }) => name)).not.toContain('forecast');
    expect(cerebellum.skills()).toHaveLength(1);
    expect(cerebellum.list().find(({ name }) => name === 'weather')?.error?.reason).toContain(
      'has no plugin',
    );
  });

  it('the built-in capabilities are there without their files and can be switched off', async () => {
    const scene = await openScene();
    await skill(scene, 'shell', good('shell', 'tools: [Bash]\n'));
    const { cerebellum, run } = await openCerebellum(scene);
    expect(cerebellum.list().map(({ name, kind, error }) => [name, kind, error])).toEqual([
      ['shell', 'builtin', undefined],
      ['files', 'builtin', undefined],
      ['web', 'builtin', undefined],
      ['dialogue', 'builtin', undefined],
      ['skills', 'builtin', undefined],
      ['memory', 'builtin', undefined],
    ]);
    scene.settings.set({ disabledCapabilities: ['shell'] });
    expect(cerebellum.tools().map(({ name }) => name)).not.toContain('Bash');
    expect(cerebellum.skills()).toEqual([]);
    expect((await run('Bash', { command: 'echo hi' })).failure).toBe('not_found');
  });
});
