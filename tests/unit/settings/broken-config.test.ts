import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { evaluateConfig } from '../../../brain/settings/evaluate.ts';
import { createSettings } from '../../../brain/settings/index.ts';
import { ruleProblem } from '../../../brain/shared/permission-rules.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { defaultConfig } from '../../../protocol/index.ts';
import { afterTest, tempHome, testLog } from '../../support/mind-home.ts';

async function started(text?: string | Uint8Array, home?: Awaited<ReturnType<typeof tempHome>>) {
  const paths = home ?? (await tempHome());
  if (text !== undefined) await writeFile(paths.config, text);
  const settings = createSettings({
    paths,
    storage: createStorage(),
    logger: testLog(),
    checkRule: ruleProblem,
  });
  afterTest(() => settings.close());
  await settings.start();
  return { paths, settings };
}

const withRules = (permissions: object): string => JSON.stringify({ permissions });
const withProject = (rules: object): string =>
  JSON.stringify({ permissions: open, folders: { rules: { '/project': rules } } });
const open = { allow: ['Write'], ask: ['Edit'], deny: ['Read(.env)'], mode: 'bypassPermissions' };

describe('a value that does not fit', () => {
  it('is refused by name and line, and the last good value stays, also over a restart', async () => {
    const { paths, settings } = await started('{\n  "limits": { "maxIterations": 20 }\n}');
    await writeFile(
      paths.config,
      '{\n  "limits": {\n    "maxIterations": "many"\n  },\n  "ui": { "theme": "dark" }\n}',
    );
    await settings.reload();
    expect(settings.get().limits.maxIterations).toBe(20);
    expect(settings.get().ui.theme).toBe('dark');
    expect(settings.problems()).toMatchObject([
      { path: 'limits.maxIterations', line: 3, severity: 'error' },
    ]);
    await settings.close();
    const again = await started(undefined, paths);
    expect(again.settings.get().limits.maxIterations).toBe(20);
    expect(again.settings.locked()).toBe(false);
  });

  it('takes only itself down: a provider without a kind does not remove its neighbours', () => {
    const { config, problems } = evaluateConfig(
      '{"providers": {"a": {"model": "x"}, "b": {"kind": "ollama", "model": "y"}}}',
      defaultConfig(),
    );
    expect(Object.keys(config.providers)).toEqual(['b']);
    expect(problems[0]?.path).toBe('providers.a.kind');
  });

  it('never half-applies a list', () => {
    const { config } = evaluateConfig('{"cascade": ["ollama", 3]}', defaultConfig());
    expect(config.cascade).toEqual(['claude', 'openai', 'ollama']);
  });
});

describe('an unknown key', () => {
  it('is warned about with its place at every depth, and a likely meaning', () => {
    const { problems, locked } = evaluateConfig(
      '{\n"cascad": [],\n"providers": {"a": {"kind": "ollama", "model": "", "key": "x"}},\n"limits": {"idleMS": 1}\n}',
      defaultConfig(),
    );
    expect(problems.map(({ path, line, severity }) => ({ path, line, severity }))).toEqual([
      { path: 'providers.a.key', line: 3, severity: 'warning' },
      { path: 'limits.idleMS', line: 4, severity: 'warning' },
      { path: 'cascad', line: 2, severity: 'warning' },
    ]);
    expect(problems[2]?.message).toContain('did you mean "cascade"');
    expect(locked).toBe(false);
  });

  it('$schema is none: editors need it', () => {
    expect(evaluateConfig('{"$schema": "./x.json"}', defaultConfig()).problems).toEqual([]);
  });
});

describe('permissions and sandbox fail closed', () => {
  const good = evaluateConfig(withRules(open), defaultConfig(), ruleProblem).config;
  const cases: readonly (readonly [string, string])[] = [
    ['a bad value in permissions', withRules({ ...open, mode: 'yolo' })],
    ['an unknown key in permissions', withRules({ ...open, alow: [] })],
    ['a rule that is no text', withRules({ ...open, deny: ['Read(.env)', 7] })],
    ['a malformed rule', withRules({ ...open, allow: ['Bash(git'] })],
    ['permissions that are a list', JSON.stringify({ permissions: ['Write'] })],
    ['permissions that are null', JSON.stringify({ permissions: null })],
    ['a bad value in sandbox', JSON.stringify({ permissions: open, sandbox: { enabled: 'no' } })],
    ['an unknown key in sandbox', JSON.stringify({ permissions: open, sandbox: { net: [] } })],
    ['permissions written twice', `{"permissions": {}, "permissions": ${JSON.stringify(open)}}`],
    ['a misspelt section', JSON.stringify({ permisions: open })],
    ['a section in capitals', JSON.stringify({ Permissions: open })],
    ['a file that does not parse', `{"permissions": ${JSON.stringify(open)}, `],
    ['an empty file', ''],
    ['a list', '[]'],
    ['a malformed rule of a project', withProject({ allow: ['Bash(git'] })],
    ['an unknown key in the rules of a project', withProject({ allow: ['Bash'], alow: [] })],
    ['a newer version', JSON.stringify({ version: 2, permissions: open })],
  ];
  it.each(cases)('%s closes everything and keeps deny and ask', (_name, text) => {
    const { config, locked } = evaluateConfig(text, good, ruleProblem);
    expect(locked).toBe(true);
    expect(config.permissions.mode).toBe('default');
    expect(config.permissions.allow).toEqual([]);
    expect(config.permissions.ask).toContain('Edit');
    expect(config.permissions.deny).toContain('Read(.env)');
    expect(config.sandbox).toEqual({ enabled: true, network: [], write: [] });
    for (const rules of Object.values(config.folders.rules)) expect(rules.allow).toEqual([]);
  });

  it('still reads the deny rules of a file that is torn in the middle', () => {
    const { config } = evaluateConfig(
      '{"permissions": {"deny": ["Write", "Read(.env)"], "ask": ["Edit"], "allow": ["Ba',
      defaultConfig(),
      ruleProblem,
    );
    expect(config.permissions.deny).toEqual(['Write', 'Read(.env)']);
    expect(config.permissions.ask).toEqual(['Edit']);
    expect(config.permissions.allow).toEqual([]);
  });

  it('a broken file does not forget the rules of the last good one at a restart', async () => {
    const { paths, settings } = await started(withRules(open));
    expect(settings.get().permissions.deny).toEqual(['Read(.env)']);
    await settings.close();
    const again = await started('{ "permissions": ', paths);
    expect(again.settings.locked()).toBe(true);
    expect(again.settings.get().permissions.deny).toEqual(['Read(.env)']);
    expect(again.settings.get().permissions.allow).toEqual([]);
    expect(await readFile(paths.config, 'utf8')).toBe('{ "permissions": ');
  });

  it('opens again as soon as the file is mended', async () => {
    const { paths, settings } = await started('{ "permissions": { "allow": "Write" } }');
    expect(settings.locked()).toBe(true);
    await writeFile(paths.config, '{ "permissions": { "allow": ["Write"] } }');
    await settings.reload();
    expect(settings.locked()).toBe(false);
    expect(settings.get().permissions.allow).toEqual(['Write']);
    expect(settings.problems()).toEqual([]);
  });
});

describe('bytes that are not a plain text', () => {
  it('a byte order mark is accepted', async () => {
    const { settings } = await started('\uFEFF{"limits": {"maxIterations": 3}}');
    expect(settings.problems()).toEqual([]);
    expect(settings.get().limits.maxIterations).toBe(3);
  });

  it('invalid UTF-8 closes and is not replaced by question marks', async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
    const { paths, settings } = await started(bytes);
    expect(settings.locked()).toBe(true);
    expect(settings.problems()[0]?.message).toContain('UTF-8');
    expect((await settings.update({ ui: { theme: 'dark' } })).ok).toBe(false);
    expect(await readFile(paths.config)).toEqual(bytes);
  });
});
