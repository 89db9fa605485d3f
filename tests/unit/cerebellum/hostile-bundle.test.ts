/** Skills that come in from outside: reviewed before anything is written, and nothing leads out of their folder. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { skillPathProblem } from '../../../brain/cerebellum/skills/skill-path.ts';
import { openScene, type Scene } from '../../support/acting.ts';
import { goes, openPlugins, putPlugin } from '../../support/plugins.ts';

const skill = (name: string, more = ''): string =>
  `---\nname: ${name}\ndescription: About ${name}.\n${more}---\nUse ${name}.\n`;

/** A zip archive as the window would have put it; gives its id. */
async function attach(
  scene: Scene,
  files: Readonly<Record<string, string>>,
  patch?: [string, string],
) {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) {
    const isLink = name.endsWith('.link');
    zip.addBuffer(Buffer.from(text), name, {
      compress: text.length > 1000,
      ...(isLink ? { mode: 0o120777 } : {}),
    });
  }
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(Buffer.from(part as Uint8Array));
  let content = Buffer.concat(parts);
  // Names that no honest writer of archives writes: put in afterwards, at the same length.
  if (patch !== undefined) {
    content = Buffer.from(content.toString('latin1').replaceAll(...patch), 'latin1');
  }
  const id = createHash('sha256').update(content).digest('hex');
  await mkdir(scene.paths.attachments, { recursive: true });
  await writeFile(join(scene.paths.attachments, id), content);
  return id;
}

describe('taking skills in', () => {
  it('says everything that they would bring, and then brings exactly that', async () => {
    const scene = await openScene();
    const id = await attach(scene, {
      'my-skills/README.md': 'Not of a skill.',
      'my-skills/pdf/SKILL.md': skill(
        'PDF forms',
        'license: MIT\nallowed-tools: Read, Bash(python3:*)\n',
      ),
      'my-skills/pdf/reference/fields.md': 'Fields.',
      'my-skills/pdf/scripts/fill.py': 'print(1)',
      'my-skills/pdf/node_modules/x/index.js': 'left out',
      '__MACOSX/my-skills/pdf/._SKILL.md': 'junk',
      'my-skills/dice/SKILL.md': skill(
        'dice',
        'permissions: { hosts: [example.com] }\ndanger_patterns: [x]\n',
      ),
      'my-skills/dice/plugin/index.mjs': goes("return 'six'"),
      'my-skills/dice/plugin/package.json': '{}',
      'my-skills/link.link': '/etc/passwd',
    });
    const { cerebellum, run, info } = await openPlugins({ answer: 'none' }, scene);
    const review = await cerebellum.intake.review(id);
    if (!review.ok) throw new Error(review.error.text);
    expect(review.value.refused).toMatchObject([
      { path: 'my-skills/README.md', reason: 'it belongs to no skill' },
    ]);
    expect(review.value.skills).toMatchObject([
      {
        folder: 'dice',
        permissions: { read: [], write: [], hosts: ['example.com'], commands: [] },
        patterns: 1,
        scripts: ['plugin/index.mjs'],
        replaces: false,
      },
      {
        folder: 'pdf-forms',
        name: 'PDF forms',
        allowedTools: ['Read', 'Bash(python3:*)'],
        scripts: ['scripts/fill.py'],
        files: [
          { path: 'SKILL.md', change: 'added' },
          { path: 'reference/fields.md', change: 'added' },
          { path: 'scripts/fill.py', change: 'added' },
        ],
      },
    ]);
    expect(review.value.skills[1]).not.toHaveProperty('permissions');
    expect(await readdir(scene.paths.cerebellum)).toEqual([]);

    const only = await cerebellum.intake.install(id, ['pdf-forms'], { allowPlugins: false });
    expect(only.ok && only.value.map(({ name }) => name)).toEqual(['PDF forms']);
    expect(await readdir(scene.paths.cerebellum)).toEqual(['pdf-forms']);
    expect(cerebellum.skills()[0]?.files).toEqual(['reference/fields.md', 'scripts/fill.py']);
    // A plugin starts only where its owner said so in the same breath.
    await cerebellum.intake.install(id, ['dice'], { allowPlugins: true });
    expect(info('dice')?.plugin?.state).toBe('ready');
    expect((await run('go', {})).output).toBe('six');
  });

  it('replaces what is there only with a copy in the trash, and shows the difference before', async () => {
    const scene = await openScene();
    await putPlugin(scene, 'notes', {
      files: { 'SKILL.md': skill('notes'), 'old.md': 'gone with it' },
    });
    const id = await attach(scene, { 'SKILL.md': skill('notes').replace('Use', 'Never use') });
    const { cerebellum } = await openPlugins({}, scene);
    const review = await cerebellum.intake.review(id);
    expect(review.ok && review.value.skills[0]).toMatchObject({
      folder: 'notes',
      replaces: true,
      diff: expect.stringContaining('-Use notes.\n+Never use notes.'),
    });
    await cerebellum.intake.install(id, ['notes'], { allowPlugins: false });
    expect(cerebellum.skills()[0]?.body).toBe('Never use notes.');
    const [kept] = await readdir(scene.paths.trash);
    expect(await readFile(join(scene.paths.trash, kept ?? '', 'old.md'), 'utf8')).toBe(
      'gone with it',
    );
  });

  it.each([
    ['no skill in it', { 'a/readme.md': 'x' }, undefined, 'no SKILL.md'],
    [
      'a name that leads out',
      { 'x/SKILL.md': skill('x'), 'xxxxx/evil': 'e' },
      ['xxxxx/', '../../'],
      'invalid relative path',
    ],
    [
      'an absolute name',
      { 'x/SKILL.md': skill('x'), 'aetc/evil': 'e' },
      ['aetc/evil', '/etc/evil'],
      'absolute path',
    ],
    [
      'too many files',
      Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`x/${n}`, ''])),
      undefined,
      'too many files',
    ],
    [
      'a file that unfolds',
      { 'x/SKILL.md': skill('x'), 'x/bomb': '0'.repeat(17 * 1024 * 1024) },
      undefined,
      'too large when unpacked',
    ],
  ] as const)('refuses an archive with %s', async (_what, files, patch, reason) => {
    const scene = await openScene();
    const id = await attach(scene, files, patch as [string, string] | undefined);
    const { cerebellum } = await openPlugins({}, scene);
    expect(await cerebellum.intake.review(id)).toMatchObject({
      ok: false,
      error: { text: expect.stringContaining(reason) },
    });
    expect((await cerebellum.intake.install(id, ['x'], { allowPlugins: true })).ok).toBe(false);
    expect(await readdir(scene.paths.cerebellum)).toEqual([]);
  });

  it('refuses single files with names that are a trick, and skills that do not load', async () => {
    const scene = await openScene();
    const id = await attach(scene, {
      'x/SKILL.md': '---js\n{ name: process.exit(1) }\n---\n',
      'y/SKILL.md': skill('y'),
      'y/aux.txt': 'w',
      'y/Data.md': '1',
      'y/data.md': '2',
    });
    const { cerebellum } = await openPlugins({}, scene);
    const review = await cerebellum.intake.review(id);
    if (!review.ok) throw new Error(review.error.text);
    expect(review.value.refused.map(({ path }) => path)).toEqual(['y/aux.txt', 'y/data.md']);
    expect(review.value.skills[0]?.problem?.reason).toContain('YAML');
    const both = await cerebellum.intake.install(id, ['x', 'y'], { allowPlugins: false });
    expect(both.ok).toBe(false);
    // One broken one takes none of them in.
    expect(await readdir(scene.paths.cerebellum)).toEqual([]);
  });

  it.each([
    '../x',
    'a/../b',
    '/etc',
    'C:/x',
    'a\\b',
    'a//b',
    'con',
    'a/nul.md',
    'a.',
    'x\u0000y',
    'a:b',
  ])('knows a path that is a trick: %j', (path) => {
    expect(skillPathProblem(path)).toBeDefined();
  });
});

describe('a skill that the agent proposes', () => {
  const files = (body: string) => [{ path: 'SKILL.md', content: skill('habit') + body }];

  it('is nothing before its owner says yes; then it is what was shown, and other files stay', async () => {
    const scene = await openScene();
    const { cerebellum } = await openPlugins({}, scene);
    const { proposedSkills } = cerebellum;
    const first = await proposedSkills.prepare('habit', files('one\n'));
    if (!first.ok) throw new Error(first.error.text);
    expect(await readdir(scene.paths.cerebellum)).toEqual([]);
    expect(await proposedSkills.show(first.value)).toMatchObject({
      title: { text: 'Make the skill "habit"?' },
      diff: expect.stringContaining('+one'),
    });
    expect(await proposedSkills.apply(first.value)).toMatchObject({ ok: true });
    expect(cerebellum.skills()[0]?.body).toContain('one');
    await putPlugin(scene, 'habit', {
      files: { 'SKILL.md': skill('habit'), 'reference.md': 'mine' },
    });

    const second = await proposedSkills.prepare('habit', files('two\n'));
    if (!second.ok) throw new Error(second.error.text);
    expect((await proposedSkills.show(second.value)).title.text).toBe('Change the skill "habit"?');
    // The owner wrote something in the meantime: what he was shown is not what would happen.
    await putPlugin(scene, 'habit', { files: { 'SKILL.md': skill('habit', 'version: 3\n') } });
    expect(await proposedSkills.apply(second.value)).toMatchObject({
      ok: false,
      error: { text: expect.stringContaining('changed since') },
    });
    const third = await proposedSkills.prepare('habit', files('three\n'));
    if (!third.ok) throw new Error(third.error.text);
    await proposedSkills.apply(third.value);
    expect(cerebellum.skills()[0]).toMatchObject({ files: ['reference.md'] });
    expect(await readdir(scene.paths.trash)).toHaveLength(1);
  });

  it('that cannot be one is told to the model at once', async () => {
    const scene = await openScene();
    const { run } = await openPlugins({}, scene);
    const propose = async (folder: string, path: string, content: string) =>
      (await run('ProposeSkill', { folder, files: [{ path, content }] })).output;
    expect(await propose('x', 'SKILL.md', '---\nname: x\n---\n')).toContain(
      'SKILL.md, line 1: description',
    );
    expect(await propose('x', 'notes.md', 'x')).toContain('needs a SKILL.md');
    expect(await propose('../x', 'SKILL.md', skill('x'))).toContain('small letters');
    expect(await propose('x', '../../identity/soul.md', 'x')).toContain('leads out');
    expect(await propose('x', 'node_modules/a.js', 'x')).toContain('not proposed');
  });
});
