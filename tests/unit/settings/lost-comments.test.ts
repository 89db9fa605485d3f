import { lstat, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultConfigText } from '../../../brain/settings/default-text.ts';
import { mergePatch, parses } from '../../../brain/settings/edit-text.ts';
import { evaluateConfig } from '../../../brain/settings/evaluate.ts';
import { createSettings } from '../../../brain/settings/index.ts';
import type { Migration } from '../../../brain/settings/migrate.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { type Config, defaultConfig } from '../../../protocol/index.ts';
import { failNth } from '../../support/faulty-files.ts';
import { afterTest, tempFolder, tempHome, testLog } from '../../support/mind-home.ts';

async function started(text?: string, migrations?: ReadonlyMap<number, Migration>) {
  const paths = await tempHome();
  if (text !== undefined) await writeFile(paths.config, text);
  const settings = createSettings({
    paths,
    storage: createStorage(),
    logger: testLog(),
    migrations,
  });
  afterTest(() => settings.close());
  await settings.start();
  return { paths, settings, read: () => readFile(paths.config, 'utf8') };
}

function changed(settings: { onChange(listener: (config: Config) => void): () => void }) {
  return new Promise<Config>((resolve) => {
    const off = settings.onChange((config) => {
      off();
      resolve(config);
    });
  });
}

const commented = `{
  // who answers
  "cascade": ["claude"], // only one
  /* rules */
  "permissions": {
    "allow": [
      // looking is fine
      "Read", // really
    ],
  },
  "limits": { "maxIterations": 5, },
}
`;

describe('changes by the program', () => {
  it('keep every comment, and the rest of the text byte for byte', async () => {
    const { settings, read } = await started(commented);
    expect((await settings.update({ limits: { maxIterations: 9 } })).ok).toBe(true);
    expect(await read()).toBe(commented.replace('"maxIterations": 5', '"maxIterations": 9'));
  });

  it('add an "always" rule to the list without touching its comments', async () => {
    const { settings, read } = await started(commented);
    expect((await settings.addRule('allow', 'Edit(src/**)')).ok).toBe(true);
    expect((await settings.addRule('allow', 'Read')).ok).toBe(true);
    expect(settings.get().permissions.allow).toEqual(['Read', 'Edit(src/**)']);
    const text = await read();
    for (const comment of ['// who answers', '/* rules */', '// looking is fine', '// really']) {
      expect(text).toContain(comment);
    }
    expect(text.match(/"Read"/g)).toHaveLength(1);
  });

  it('null removes a key, also the only one before a trailing comma', () => {
    const text = mergePatch(commented, { limits: { maxIterations: null }, cascade: null });
    expect(parses(text)).toBe(true);
    expect(evaluateConfig(text, defaultConfig()).config.limits.maxIterations).toBe(8);
    expect(text).not.toContain('cascade');
  });

  it('follow RFC 7396: objects merge, lists and plain values replace, nulls in new objects vanish', () => {
    const text = mergePatch(
      '{"providers": {"a": {"kind": "ollama", "model": "x"}}, "cascade": ["a"]}',
      {
        providers: { a: { model: 'y' }, b: { kind: 'openai', model: 'z', baseUrl: null } },
        cascade: ['b', 'a'],
      },
    );
    expect(JSON.parse(text)).toEqual({
      providers: { a: { kind: 'ollama', model: 'y' }, b: { kind: 'openai', model: 'z' } },
      cascade: ['b', 'a'],
    });
  });

  it('are refused whole when a value does not fit or a key is unknown', async () => {
    const { settings, read } = await started(commented);
    const bad = await settings.update({ ui: { theme: 'dark' }, limits: { idleMs: -1 } });
    expect(bad).toMatchObject({
      ok: false,
      error: { text: expect.stringContaining('limits.idleMs') },
    });
    const unknown = await settings.update({ limits: { maxIteration: 3 } });
    expect(unknown).toMatchObject({
      ok: false,
      error: { text: expect.stringContaining('maxIteration') },
    });
    expect(await read()).toBe(commented);
  });

  it('are refused while the file does not parse, with the line, and leave it untouched', async () => {
    const torn = '{\n  "cascade": [\n';
    const { settings, read } = await started(torn);
    const result = await settings.update({ ui: { theme: 'dark' } });
    expect(result).toMatchObject({ ok: false, error: { text: expect.stringMatching(/line \d/) } });
    expect((await settings.addRule('deny', 'Write')).ok).toBe(false);
    expect(await read()).toBe(torn);
  });

  it('never replace a broken list by a rule', async () => {
    const text = '{ "permissions": { "deny": "Write" } }';
    const { settings, read } = await started(text);
    expect((await settings.addRule('deny', 'Edit')).ok).toBe(false);
    expect((await settings.addRule('allow', 'Edit')).ok).toBe(false);
    expect(await read()).toBe(text);
  });

  it('refuse a newer version untouched', async () => {
    const text = '{ "version": 7, "future": true }';
    const { settings, read } = await started(text);
    expect(settings.problems()[0]?.path).toBe('version');
    expect((await settings.update({ ui: { theme: 'dark' } })).ok).toBe(false);
    expect(await read()).toBe(text);
  });

  it('keep a config.json that is a link to the real file elsewhere', async () => {
    const paths = await tempHome();
    const real = join(await tempFolder(), 'dotfiles.json');
    await writeFile(real, '{}');
    await symlink(real, paths.config);
    const settings = createSettings({ paths, storage: createStorage(), logger: testLog() });
    afterTest(() => settings.close());
    await settings.start();
    expect((await settings.update({ ui: { theme: 'dark' } })).ok).toBe(true);
    expect((await lstat(paths.config)).isSymbolicLink()).toBe(true);
    expect(JSON.parse(await readFile(real, 'utf8'))).toEqual({ ui: { theme: 'dark' } });
  });

  it('leave the old or the new file, whichever write of an update fails', async () => {
    const paths = await tempHome();
    for (let n = 1; n <= 4; n += 1) {
      await writeFile(paths.config, commented);
      const settings = createSettings({
        paths,
        storage: createStorage(failNth(n)),
        logger: testLog(),
      });
      const result = await settings.update({ limits: { maxIterations: 9 } });
      await settings.close();
      const text = await readFile(paths.config, 'utf8');
      // The fourth step only forces the folder to the disk: the new file is there already.
      expect(text).toBe(n < 4 ? commented : commented.replace(': 5', ': 9'));
      expect(result).toMatchObject({
        ok: false,
        error: { text: expect.stringContaining('disk is full') },
      });
    }
  });
});

describe('the first config.json', () => {
  it('is written with comments, has no problem and says nothing but the defaults', async () => {
    const { settings, read } = await started();
    expect(await read()).toBe(defaultConfigText);
    expect(settings.problems()).toEqual([]);
    expect(settings.get()).toEqual(defaultConfig());
    expect(evaluateConfig(defaultConfigText, defaultConfig()).config).toEqual(defaultConfig());
  });
});

describe('edits by the owner', () => {
  it('count when an editor saves in place', async () => {
    const { paths, settings } = await started('{}');
    const seen = changed(settings);
    await writeFile(paths.config, '{ "ui": { "theme": "dark" } }');
    expect((await seen).ui.theme).toBe('dark');
  });

  it('count when an editor renames a new file over the old one, twice', async () => {
    const { paths, settings } = await started('{}');
    for (const theme of ['dark', 'light']) {
      const seen = changed(settings);
      await writeFile(`${paths.config}.new`, JSON.stringify({ ui: { theme } }));
      await rename(`${paths.config}.new`, paths.config);
      expect((await seen).ui.theme).toBe(theme);
    }
  });

  it('a half-written file is looked at again before it is called broken', async () => {
    const { paths, settings } = await started('{}');
    const seen = changed(settings);
    await writeFile(paths.config, '{ "ui": { "the');
    await writeFile(paths.config, '{ "ui": { "theme": "dark" } }');
    expect((await seen).ui.theme).toBe('dark');
    expect(settings.problems()).toEqual([]);
  });
});

describe('older versions', () => {
  const steps = new Map<number, Migration>([
    [0, (text) => mergePatch(text, { version: 1, ui: { theme: 'dark' } })],
  ]);

  it('are migrated on a copy that keeps the comments', async () => {
    const { settings, read } = await started('{\n  // mine\n  "version": 0\n}\n', steps);
    expect(settings.get().ui.theme).toBe('dark');
    expect(await read()).toContain('// mine');
  });

  it('stay as they were when a step gives something broken', async () => {
    const text = '{ "version": 0 }';
    const { read } = await started(text, new Map([[0, () => '{ "version": ']]));
    expect(await read()).toBe(text);
  });
});
