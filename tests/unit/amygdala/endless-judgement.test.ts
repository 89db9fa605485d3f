/** A call whose judgement never ends, or eats the memory, takes the whole brain with it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examineCommand } from '../../../brain/amygdala/command.ts';
import { createPatternMatcher } from '../../../brain/amygdala/patterns.ts';
import { openAmygdala, openScene } from '../../support/acting.ts';

const patternOf = (pattern: string, level: 'block' | 'confirm' = 'block') => ({
  pattern,
  level,
  reason: `because of ${pattern}`,
  skill: 'test',
});

describe('patterns of a skill', () => {
  it('one that backtracks without end is stopped and counts as matching', () => {
    const matches = createPatternMatcher()([
      patternOf('git push'),
      patternOf('(a+)+$'),
      patternOf('harmless', 'confirm'),
    ]);
    const found = matches(`${'a'.repeat(80)}!`);
    expect(found.map(({ pattern }) => pattern)).toEqual(['(a+)+$', 'harmless']);
    expect(found[0]?.reason).toContain('took longer');
  });

  it('find what they are about, whatever the case', () => {
    const matches = createPatternMatcher()([patternOf('git push'), patternOf('rm -rf')]);
    expect(matches('GIT PUSH').map(({ pattern }) => pattern)).toEqual(['git push']);
    expect(matches('git pull')).toEqual([]);
  });

  it('a call that such a pattern is held against is blocked, not waited for', async () => {
    const scene = await openScene();
    const folder = join(scene.paths.cerebellum, 'slow');
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'SKILL.md'),
      '---\nname: slow\ndescription: d\ndanger_patterns:\n  - "(a+)+$"\n---\nbody\n',
    );
    const { judge } = await openAmygdala(scene);
    expect(await judge('Read', { file_path: `${'a'.repeat(80)}!` })).toMatchObject({
      level: 'block',
      source: 'skill:slow',
    });
  });
});

describe('a command', () => {
  const many = 20_000;
  it.each([
    ['eval in eval', 'eval '.repeat(12_000)],
    ['wrapper in wrapper', `${'env '.repeat(10_000)}ls`],
    ['find in find', 'find . -exec '.repeat(4000)],
    ['substitutions side by side', '`a'.repeat(many)],
    ['a long pipe', 'a|'.repeat(many)],
    ['many commands', 'a;'.repeat(many)],
    ['text in text', `${'eval eval '.repeat(3000)}ls`],
    ['too long', `rm -rf / # ${'x'.repeat(100_000)}`],
  ])('of too many parts is not judged at all: %s', (_name, text) => {
    expect(examineCommand(text, '/home/u')).toBeUndefined();
  });

  it.each([
    ['open brackets', '('.repeat(50_000)],
    ['open substitutions', '$('.repeat(5000)],
    ['open quoted substitutions', '"$('.repeat(5000)],
    ['words', 'x '.repeat(30_000)],
    ['redirections', '> a '.repeat(10_000)],
    ['wildcards', `ls ${'*/'.repeat(32_000)}`],
    ['options', `rm ${'-e '.repeat(21_000)}`],
    ['options of a copy', `cp ${'-e '.repeat(21_000)}`],
    ['open indexes', `test ${'['.repeat(64_000)}`],
    ['open indexes in a value', `A='${'a['.repeat(32_000)}'`],
    ['one long name', '0'.repeat(64_000)],
    ['one long folder', `cat /${'*'.repeat(64_000)}`],
  ])('of odd text is judged in the end: %s', (_name, text) => {
    expect(examineCommand(text, '/home/u')).toBeDefined();
  });

  it.each(['constructor -x y', '__proto__ -a b', 'toString -c d', 'hasOwnProperty -e'])(
    'named like a built-in of the language is a command like others: %s',
    (text) => {
      expect(examineCommand(text, '/home/u')?.commands).toHaveLength(1);
    },
  );

  it('that cannot be judged does not run, whatever the mode', async () => {
    const { judge } = await openAmygdala(await openScene());
    const command = `rm -rf / # ${'x'.repeat(100_000)}`;
    expect(await judge('Bash', { command }, 'bypassPermissions')).toMatchObject({
      level: 'block',
      source: 'unreadable_command',
    });
  });
});
