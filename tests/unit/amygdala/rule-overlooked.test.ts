/**
 * Rules are sorted, so that many cost little: catches a rule that is not found any more where a walk
 * through the whole list would have found it (a deny rule that does not deny).
 */
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import {
  parseRule,
  type Rule,
  type RuledCall,
  ruleMatches,
  ruleSubject,
} from '../../../brain/shared/permission-rules.ts';
import { indexed, noRules, together } from '../../../brain/shared/rule-index.ts';

const texts = [
  'Read',
  'Edit(src/**)',
  'Write(src/**)',
  'Bash(git:*)',
  'Bash(git push)',
  'Bash',
  'Edit',
  'Write',
  'Read(.env)',
  'Grep(**/*.key)',
  'WebFetch(example.com)',
  'WebFetch',
  'mcp.files.*',
  'mcp.files.read',
  'Bash(npm test)',
  'Read(~/notes/**)',
  'Glob(src|lib)',
  'memory_search',
];
const rules = texts.map((text): Rule => {
  const rule = parseRule(text);
  if (!rule.ok) throw new Error(rule.error.text);
  return rule.value;
});
const places = { workingDir: '/home/ada/work', userHome: '/home/ada' };
const paths = ['src', 'src/a.ts', 'srcs/a.ts', '.env', 'keys/a.key', 'lib', 'SRC/a.ts'];
const calls: readonly RuledCall[] = [
  ...['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Search'].flatMap((tool) =>
    [...paths.map((path) => `/home/ada/work/${path}`), '/home/ada/notes/x', '/home/ada/work'].map(
      (path) => ({ tool, path, ...places }),
    ),
  ),
  ...[
    [['git', 'push']],
    [['git', 'status']],
    [['gitevil']],
    [['ls'], ['npm', 'test']],
    [['npm', 'test', '-x']],
    [],
  ].map((commands) => ({ tool: 'Bash', commands, ...places })),
  { tool: 'WebFetch', host: 'example.com', ...places },
  { tool: 'WebFetch', host: 'example.org', ...places },
  { tool: 'mcp__files__read', ...places },
  { tool: 'mcp__files__list', ...places },
  { tool: 'mcp__other__read', ...places },
  { tool: 'memory_search', ...places },
];

describe('sorted rules', () => {
  it('find the very rule that a walk through them finds, in every order', () => {
    for (const list of [rules, rules.toReversed(), rules.toSorted(byText)]) {
      const found = calls.map((call) => indexed(list).matching(ruleSubject(call))?.text);
      const walked = calls.map((call) => list.find((one) => ruleMatches(one, ruleSubject(call))));
      expect(found).toEqual(walked.map((rule) => rule?.text));
      expect(found.filter((text) => text !== undefined).length).toBeGreaterThan(20);
    }
  });

  it('and the same each by itself, so that no other one covers for it', () => {
    for (const rule of rules) {
      const alone = together(noRules, indexed([rule]));
      for (const call of calls) {
        const subject = ruleSubject(call);
        const matches = ruleMatches(rule, subject);
        expect([rule.text, call, alone.matching(subject) === rule]).toEqual([
          rule.text,
          call,
          matches,
        ]);
        expect(alone.naming(subject) === rule).toBe(matches && rule.kind !== 'tool');
        expect(alone.path(subject) === rule).toBe(matches && rule.kind === 'path');
      }
    }
  });

  it('know words that are exactly a rule from those that only begin so', () => {
    const list = indexed(rules);
    expect(list.command(['git', 'push'], 'exact')?.text).toBe('Bash(git push)');
    expect(list.command(['git', 'pull'], 'exact')).toBeUndefined();
    expect(list.command(['git', 'pull'], 'any')?.text).toBe('Bash(git:*)');
  });
});

it('a glob is left out at first sight only where it could not match', () => {
  const globs = [
    ...['src/**', 'src/', 'src/*', './src/**', 'src', 'src*', 's?c/*', '{src,lib}/**', '[s]rc/**'],
    ...['src|lib', 'src/a.ts|lib', '+(src)/**', 'src+(s)/**', '!(lib)/**', '**/a.ts', 'sr\\c/**'],
    ...['src/@(a|b).ts', 'src/**/a.ts', '**', '.*', '*.key', 'src//a.ts', '@(src)', 'src/a.t[s]'],
  ];
  const nocase = process.platform !== 'linux';
  for (const glob of globs) {
    const rule = parseRule(`Read(${glob})`);
    if (!rule.ok) throw new Error(rule.error.text);
    const bare = picomatch(glob.replace(/^\.\//, ''), { dot: true, nonegate: true, nocase });
    for (const path of [...paths, 'src/b.ts', 'src/x/a.ts', 'srcs', 'a.ts']) {
      const subject = ruleSubject({ tool: 'Read', path: `/home/ada/work/${path}`, ...places });
      expect([glob, path, ruleMatches(rule.value, subject)]).toEqual([glob, path, bare(path)]);
    }
  }
});

const byText = (a: Rule, b: Rule): number => (a.text < b.text ? -1 : 1);
