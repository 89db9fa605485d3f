/** No code of a plugin runs before its owner has seen what it may do; what it did not declare, it has not. */
import { access, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { agree } from '../../../brain/cerebellum/plugins/agreement.ts';
import { parseSkill } from '../../../brain/cerebellum/skill-file.ts';
import type { JsonObject } from '../../../protocol/index.ts';
import { openAmygdala, openScene, type Scene } from '../../support/acting.ts';
import { goes, openPlugins, putPlugin, withPlugin } from '../../support/plugins.ts';

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Leaves a mark in its folder as soon as any of it runs. */
const marks = (folder: string): string =>
  goes("return 'ran'", `import fs from 'node:fs'; fs.writeFileSync('${folder}/ran', '');`);

async function marked(scene: Scene, front = 'permissions: { write: ["~/work"] }\n') {
  await putPlugin(scene, 'test', { front, code: marks(scene.workingDir) });
  return () => exists(join(scene.workingDir, 'ran'));
}

describe('a plugin that nobody has allowed', () => {
  it('does not run while its owner has not answered, nor after a no; and he sees what it wants', async () => {
    const scene = await openScene();
    const ran = await marked(scene);
    const first = await openPlugins({ answer: 'none' }, scene);
    expect(first.info('test')?.plugin).toMatchObject({ state: 'asks', confined: false });
    expect(first.questions[0]).toMatchObject({
      title: 'Start the plugin "test"?',
      detail: expect.stringContaining('read and change ~/work'),
      risk: expect.stringContaining('whatever you can'),
    });
    expect((await first.run('go', {})).failure).toBe('not_found');
    await first.cerebellum.close();

    const second = await openPlugins({ answer: 'deny' }, scene);
    await second.cerebellum.plugins.settled();
    await expect.poll(() => second.info('test')?.plugin?.state).toBe('denied');
    await second.cerebellum.close();
    // The no is kept.
    const third = await openPlugins({}, scene);
    expect(third.questions).toEqual([]);
    expect(third.info('test')?.plugin?.state).toBe('denied');
    expect(await ran()).toBe(false);
    expect(await third.cerebellum.plugins.decide('test', true)).toMatchObject({ ok: true });
    await third.cerebellum.plugins.settled();
    expect((await third.run('go', {})).output).toBe('ran');
    expect(await ran()).toBe(true);
  });

  it('asks again when it wants more, or is other code and nothing confines it', async () => {
    const scene = await openScene();
    await marked(scene);
    const answers = async () => {
      const opened = await openPlugins({ answer: 'allow_always' }, scene);
      await expect.poll(() => opened.info('test')?.plugin?.state).toBe('ready');
      await opened.cerebellum.close();
      return opened.questions.length;
    };
    expect(await answers()).toBe(1);
    expect(await answers()).toBe(0);
    await putPlugin(scene, 'test', {
      front: 'permissions: { write: ["~/work"] }\n',
      code: goes("return 'other'"),
    });
    expect(await answers()).toBe(1);
    await putPlugin(scene, 'test', {
      front: 'permissions: { write: ["~/work", "~/elsewhere"] }\n',
    });
    expect(await answers()).toBe(1);
    // Less than was allowed is no question.
    await putPlugin(scene, 'test', {});
    expect(await answers()).toBe(0);
  });

  it('that comes with the program unchanged is the program’s own; changed, it asks', async () => {
    const scene = await openScene();
    const shipped = join(scene.userHome, 'shipped');
    const original = { ...scene, paths: { ...scene.paths, cerebellum: shipped } };
    for (const place of [original, scene])
      await putPlugin(place, 'test', { code: goes('return 1') });
    const untouched = await openPlugins({ shipped, answer: 'none' }, scene);
    expect(untouched.info('test')?.plugin?.state).toBe('ready');
    expect(untouched.questions).toEqual([]);
    await untouched.cerebellum.close();
    // Other code under the same words is not the program's.
    await putPlugin(scene, 'test', { code: goes('return 2') });
    const recoded = await openPlugins({ shipped, answer: 'none' }, scene);
    expect(recoded.questions).toHaveLength(1);
    expect((await recoded.run('go', {})).failure).toBe('not_found');
    await recoded.cerebellum.close();
    await putPlugin(scene, 'test', {
      front: 'permissions: { hosts: [example.com] }\n',
      code: goes('return 1'),
    });
    expect((await openPlugins({ shipped, answer: 'none' }, scene)).questions).toHaveLength(1);
  });

  it('is known by its tools at the next start without being started', async () => {
    const scene = await openScene();
    const ran = await marked(scene);
    const first = await openPlugins({ answer: 'allow_always' }, scene);
    await expect.poll(() => first.info('test')?.plugin?.state).toBe('ready');
    await first.cerebellum.close();
    await writeFile(join(scene.workingDir, 'ran'), 'before');
    const second = await openPlugins({}, scene);
    expect(second.cerebellum.tools().map(({ name }) => name)).toContain('go');
    expect(await readFile(join(scene.workingDir, 'ran'), 'utf8')).toBe('before');
    expect(await ran()).toBe(true);
  });

  it('cannot be given the home, secret folders, the mind’s secrets or what is not there', async () => {
    const scene = await openScene();
    await mkdir(join(scene.userHome, '.ssh'));
    for (const path of [
      '~',
      '/',
      '~/.ssh',
      '~/.connectome',
      '~/nowhere',
      'relative',
      'workspace/hippocampus/sessions',
      'workspace/../secrets',
      'workspace/hippocampus/knowledge/../sessions',
    ]) {
      await putPlugin(scene, 'test', {
        front: `permissions: { read: ["${path}"] }\n`,
        code: goes(''),
      });
      const { info, cerebellum, questions } = await openPlugins({}, scene);
      expect(info('test')?.error?.reason, path).toContain('permissions.read');
      expect(questions).toEqual([]);
      await cerebellum.close();
    }
  });

  it('whose code lies elsewhere, behind a link, is not taken in', async () => {
    const scene = await openScene();
    await writeFile(join(scene.outside, 'code.mjs'), marks(scene.workingDir));
    const folder = await putPlugin(scene, 'test', { code: goes('') });
    await symlink(join(scene.outside, 'code.mjs'), join(folder, 'plugin', 'more.mjs'));
    const { info, questions } = await openPlugins({}, scene);
    expect(info('test')?.error?.reason).toContain('plugin/more.mjs is a link');
    expect(questions).toEqual([]);
  });

  it.each([
    ['unknown: [x]', 'permissions'],
    ['hosts: ["https://x.com/a"]', 'permissions.hosts'],
    ['commands: ["rm -rf /"]', 'permissions.commands'],
  ])('with permissions that nobody understands is refused whole: %s', (line, where) => {
    const parsed = parseSkill(`---\nname: x\ndescription: y\npermissions: { ${line} }\n---\n`);
    expect(parsed).toMatchObject({
      ok: false,
      error: { line: 4, reason: { text: expect.stringContaining(where) } },
    });
  });
});

describe('what a plugin asks the brain for', () => {
  it('is only given where SKILL.md declares it: pages', async () => {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'text/plain');
      response.end(`${request.method} ${request.headers['x-mine']} ${request.headers.host}`);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const code = goes(`
      try { const page = await host.fetch(args.how, { method: 'POST', headers: { 'X-Mine': 'yes', Host: 'evil' }, body: 'x' });
        return { success: true, output: page.status + ' ' + page.text }; }
      catch (error) { return { success: false, output: '', error: error.message }; }`);
    const local = await withPlugin(
      { front: 'permissions: { hosts: ["127.0.0.1"] }\n', code },
      { isPublic: () => true },
    );
    const page = await local.run('go', { how: `http://127.0.0.1:${port}/` });
    expect(page.output).toBe(`200 POST yes 127.0.0.1:${port}`);
    expect((await local.run('go', { how: `http://localhost:${port}/` })).output).toContain(
      'not among the hosts',
    );
    // A declared host that is this machine is still not reached.
    const strict = await withPlugin({ front: 'permissions: { hosts: ["127.0.0.1"] }\n', code });
    expect((await strict.run('go', { how: `http://127.0.0.1:${port}/` })).output).not.toContain(
      '200',
    );
  });

  it('is only given where SKILL.md declares it, and the rules let it: commands', async () => {
    const scene = await openScene();
    scene.settings.set({
      permissions: { deny: ['Bash(echo secret:*)'], ask: ['Bash(echo ask:*)'] },
    });
    await putPlugin(scene, 'test', {
      front: 'permissions: { commands: [echo, rm] }\n',
      code: goes(`
        try { const ran = await host.run(...JSON.parse(args.how)); return { success: ran.ok, output: ran.output }; }
        catch (error) { return { success: false, output: '', error: error.message }; }`),
    });
    const { amygdala } = await openAmygdala(scene);
    const { run } = await openPlugins({ judge: amygdala.classify }, scene);
    const command = async (...words: readonly unknown[]) =>
      (await run('go', { how: JSON.stringify([words[0], words.slice(1)]) })).output;
    expect(await command('echo', "it's", '$(id)', '; ls')).toContain("it's $(id) ; ls");
    expect(await command('ls')).toContain('not among the commands');
    expect(await command('echo', 'secret', 'x')).toContain('Not allowed');
    expect(await command('echo', 'ask')).toContain('cannot ask');
    // The danger table holds for plugins, too.
    expect(await command('rm', '-rf', '/')).toContain('Not allowed');
    expect(await command('rm', '-r', 'x')).toContain('cannot ask');
    // And so does what a skill that the owner has active lets be called, and his project's rules.
    const how = JSON.stringify(['echo', ['hello']]);
    const activeSkills = [{ name: 'narrow', allowedTools: ['go', 'Bash(git log:*)'] }];
    expect((await run('go', { how }, { safety: { activeSkills } })).output).toContain('narrow');
    const permissions = { allow: [], ask: [], deny: ['Bash(echo hello:*)'] };
    const ruled = await run('go', { how }, { safety: { permissions } });
    expect(ruled.output).toContain('Not allowed');
  });
});

describe('SKILL.md and plugin that disagree', () => {
  const tool = (name: string, parameters: JsonObject = {}) => ({
    name,
    description: 'd',
    parameters,
  });
  const listed = (front: string) => {
    const parsed = parseSkill(`---\nname: x\ndescription: y\n${front}---\n`);
    if (!parsed.ok) throw new Error(parsed.error.reason.text);
    return parsed.value.tools;
  };
  const names = (front: string, ...exported: ReturnType<typeof tool>[]) => {
    const { tools, refused } = agree(listed(front), exported);
    return { offered: tools.map(({ name }) => name), refused: refused.map(({ text }) => text) };
  };

  it('about a tool: that one is refused, the others stay', () => {
    const front =
      'tools:\n  - name: same\n    parameters: { a: { type: string } }\n  - name: other\n    parameters: { a: { type: string } }\n  - missing\n';
    const found = names(
      front,
      tool('same', {
        type: 'object',
        properties: { a: { type: 'string', description: 'x' } },
        required: ['a'],
      }),
      tool('other', { a: { type: 'number' } }),
      tool('hidden'),
    );
    expect(found.offered).toEqual(['same']);
    expect(found.refused).toEqual([
      'other has other parameters in the plugin than in SKILL.md.',
      'hidden is in the plugin and not in SKILL.md.',
      'missing is in SKILL.md and not in the plugin.',
    ]);
    // One that lists none leaves it to the plugin.
    expect(names('', tool('a'), tool('b')).offered).toEqual(['a', 'b']);
  });

  it('a plugin’s hints lower no check: only SKILL.md says that a tool reads or may be repeated', () => {
    const exported = [{ ...tool('a'), readOnly: true, idempotent: true }];
    expect(agree([], exported).tools[0]).toMatchObject({ readOnly: false, idempotent: false });
    const said = listed('tools: [{ name: a, readOnly: true }]\n');
    expect(agree(said, exported).tools[0]).toMatchObject({ readOnly: true, idempotent: false });
  });

  it('a schema that would stand still the brain, or is none, does not get in', () => {
    const { tools } = agree(
      [],
      [
        tool('slow', {
          type: 'object',
          properties: { pattern: { type: 'string', pattern: '^(a+)+$' }, b: { $ref: '#/x' } },
        }),
        tool('wrong', { type: 'object', properties: { a: { type: 'strnig' } } }),
      ],
    );
    expect(tools.map(({ parameters }) => parameters.properties)).toEqual([
      { pattern: { type: 'string' }, b: {} },
    ]);
  });

  it('a tool with the name of a built-in one, or of another plugin’s, is refused', async () => {
    const scene = await openScene();
    const code = (...tools: readonly string[]) =>
      `export const name = 'x'; export const tools = ${JSON.stringify(tools.map((name) => ({ name })))}; export const execute = async () => 'mine';`;
    await putPlugin(scene, 'a', { code: code('shared', 'Bash', 'own') });
    await putPlugin(scene, 'b', { code: code('shared', 'mcp__x__y') });
    const { cerebellum, info } = await openPlugins({}, scene);
    const mine = cerebellum.tools().filter(({ plugin }) => plugin !== undefined);
    expect(mine.map(({ name, capability }) => [name, capability])).toEqual([
      ['shared', 'a'],
      ['own', 'a'],
    ]);
    expect(info('b')?.error?.reason).toContain('shared is taken');
    expect(info('a')?.error?.reason).toContain('Bash is taken');
  });

  it('TypeScript, CommonJS and a default export run as they are', async () => {
    const scene = await openScene();
    await putPlugin(scene, 'typed', {
      files: {
        'plugin/index.ts': `import { greet, type Greeting } from './greet.ts';
          interface Args { readonly how: string }
          export const name: string = 'typed';
          export const tools = [{ name: 'typed', description: 'x', parameters: { how: { type: 'string' } } }];
          export async function execute(_tool: string, args: Args): Promise<{ success: boolean; output: Greeting }> {
            return { success: true, output: greet(args.how) };
          }`,
        'plugin/greet.ts':
          'export type Greeting = string;\nexport const greet = (who: string): Greeting => ["Hello", who].join(" ");',
      },
    });
    await putPlugin(scene, 'common', {
      files: {
        'plugin/index.cjs': `module.exports = { name: 'common', tools: [{ name: 'common' }], execute: async () => ({ a: 1 }) };`,
      },
    });
    const { run, info } = await openPlugins({}, scene);
    expect(info('typed')?.error).toBeUndefined();
    expect((await run('typed', { how: 'Ada' })).output).toBe('Hello Ada');
    expect((await run('typed', {})).failure).toBe('validation');
    expect((await run('common', {})).output).toBe('{\n  "a": 1\n}');
  });
});
