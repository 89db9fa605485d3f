/** A plugin is edited while it is used: between two versions no tool, no call and no file is lost. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openScene, type Scene } from '../../support/acting.ts';
import { describeConfined } from '../../support/confined.ts';
import { eventually } from '../../support/eventually.ts';
import { goes, openPlugins, putPlugin } from '../../support/plugins.ts';
import { isAlive } from '../../support/processes.ts';

describe('a reload', () => {
  it('leaves no process, no tool and no pattern of the version before; deleted and switched off are gone', async () => {
    const scene = await openScene();
    const code = (word: string) =>
      goes(`return { success: true, output: '${word} ' + process.pid }`);
    await putPlugin(scene, 'test', { front: 'danger_patterns: [old]\n', code: code('old') });
    const { run, cerebellum } = await openPlugins({}, scene);
    const pidOf = async (): Promise<number> => Number((await run('go', {})).output.split(' ')[1]);
    const old = await pidOf();
    expect(isAlive(old)).toBe(true);
    await putPlugin(scene, 'test', { code: code('new') });
    await cerebellum.reload();
    await cerebellum.plugins.settled();
    expect(isAlive(old)).toBe(false);
    expect(cerebellum.patterns()).toEqual([]);
    expect((await run('go', {})).output).toMatch(/^new/);

    const next = await pidOf();
    scene.settings.set({ disabledCapabilities: ['test'] });
    await cerebellum.plugins.settled();
    expect(isAlive(next)).toBe(false);
    expect((await run('go', {})).failure).toBe('not_found');
    scene.settings.set({ disabledCapabilities: [] });
    await cerebellum.plugins.settled();
    expect((await run('go', {})).ok).toBe(true);
    const last = await pidOf();
    await cerebellum.close();
    expect(isAlive(last)).toBe(false);
  });

  it('calls init before the first call and destroy before the end; idle ones end and start again', async () => {
    const scene = await openScene();
    await putPlugin(scene, 'test', {
      front: 'permissions: { write: ["~/work"] }\n',
      code: `import fs from 'node:fs';
        const file = ${JSON.stringify(join(scene.workingDir, 'log'))};
        const note = (word) => fs.appendFileSync(file, word + ' ');
        export default {
          name: 'test', tools: [{ name: 'go' }],
          async init({ folder, temp }) { fs.writeFileSync(temp + '/x', 'x'); note('init:' + folder.endsWith('test')); },
          async execute() { note('call'); return 'done'; },
          async destroy() { note('destroy'); },
        };`,
    });
    const { run, cerebellum } = await openPlugins(
      { pluginLimits: { idleMs: 1, graceMs: 60_000 } },
      scene,
    );
    const log = () => readFile(join(scene.workingDir, 'log'), 'utf8');
    expect((await run('go', {})).output).toBe('done');
    await eventually(async () => expect(await log()).toMatch(/call destroy $/));
    expect((await run('go', {})).output).toBe('done');
    await cerebellum.close();
    expect((await log()).split(' ').filter((word) => word === 'destroy').length).toBeGreaterThan(1);
    expect(await log()).toMatch(/^init:true /);
  });
});

/** A plugin that writes down what happens to it, and keeps a file in its temporary folder from `init` on. */
function noting(scene: Scene, version: string, beforeItEnds = ''): string {
  return `import fs from 'node:fs';
    const log = ${JSON.stringify(join(scene.workingDir, 'log'))};
    const note = (word) => fs.appendFileSync(log, '${version}:' + word + ' ');
    const said = () => fs.readFileSync(log, 'utf8');
    const until = async (isSo) => { while (!isSo()) await new Promise((next) => setTimeout(next, 5)); };
    let own;
    export const tools = [{ name: 'go' }];
    export async function init({ temp }) { own = temp + '/own'; note('init'); fs.writeFileSync(own, '${version}'); }
    export async function execute() { return fs.readFileSync(own, 'utf8'); }
    export async function destroy() { note('ending'); ${beforeItEnds} note('ended'); }`;
}
const front = 'permissions: { write: ["~/work"] }\n';
/** Allowed once and for all: an edit that wants no more asks nobody. */
const allowed = { confined: true, answer: 'allow_always' } as const;

describeConfined('a version that takes long to end', () => {
  // Between two versions a call was told that there is no such tool; and the files of the new one were
  // removed when the old one was gone at last.
  it('keeps the tool offered; a call waits, and is answered by the last version alone', async () => {
    const scene = await openScene();
    const code = noting(scene, 'one', `await until(() => said().includes('go on'));`);
    await putPlugin(scene, 'test', { front, code });
    const { run, cerebellum } = await openPlugins(
      { ...allowed, pluginLimits: { graceMs: 180_000 } },
      scene,
    );
    const log = join(scene.workingDir, 'log');
    const spec = () => cerebellum.tools().find(({ name }) => name === 'go');
    expect((await run('go', {})).output).toBe('one');
    for (const version of ['two', 'three']) {
      await putPlugin(scene, 'test', { front, code: noting(scene, version) });
      await cerebellum.reload();
      expect(spec()).toBeDefined();
    }
    const call = run('go', {});
    const stop = new AbortController();
    const stopped = run('go', {}, { signal: stop.signal });
    stop.abort();
    expect(await stopped).toMatchObject({ failure: 'stopped' });
    await eventually(async () => expect(await readFile(log, 'utf8')).toContain('one:ending'));
    await writeFile(log, 'go on ', { flag: 'a' });
    expect(await call).toMatchObject({ ok: true, output: 'three' });
    expect(await readFile(log, 'utf8')).toBe('one:init one:ending go on one:ended three:init ');
    await cerebellum.plugins.settled();
    expect((await run('go', {})).output).toBe('three');
  });

  it('because nobody called it, is gone before the next call starts it again', async () => {
    const scene = await openScene();
    const waits = `const since = Date.now();
      await until(() => said().split('init').length > 2 || Date.now() - since > 200);`;
    await putPlugin(scene, 'test', { front, code: noting(scene, 'one', waits) });
    const { run } = await openPlugins({ pluginLimits: { graceMs: 180_000, idleMs: 1 } }, scene);
    const log = (): Promise<string> => readFile(join(scene.workingDir, 'log'), 'utf8');
    await eventually(async () => expect(await log()).toContain('one:ending'));
    expect((await run('go', {})).output).toBe('one');
    expect(await log()).toMatch(/^one:init one:ending one:ended one:init /);
  });
});

it('a call that was judged by one version does not run in one that may do more', async () => {
  const scene = await openScene();
  const code = goes(`return { success: true, output: 'ran' };`);
  await putPlugin(scene, 'test', { front: 'permissions: { write: ["~/work"] }\n', code });
  const { run, cerebellum } = await openPlugins({ answer: 'none' }, scene);
  const word = async (): Promise<void> => {
    await cerebellum.allowPlugin('test', true);
  };
  await word();
  const specOf = () => cerebellum.tools().find(({ name }) => name === 'go');
  const wide = specOf();
  await putPlugin(scene, 'test', { code });
  await cerebellum.reload();
  await word();
  const narrow = specOf();
  expect(narrow?.plugin?.changes).toBe(false);
  expect((await run('go', {}, { safety: { spec: narrow } })).output).toBe('ran');
  const judgedBefore = await run('go', {}, { safety: { spec: wide } });
  expect(judgedBefore).toMatchObject({ ok: false, failure: 'error' });
  expect(judgedBefore.output).toContain('changed');
});

describeConfined('a plugin in use', () => {
  it('reloaded again and again while it is called, it is there at every call', async () => {
    const scene = await openScene();
    const code = (round: number): string =>
      goes(`return { success: true, output: 'round ${round} ' };`);
    await putPlugin(scene, 'test', { code: code(0) });
    const { run, cerebellum } = await openPlugins(allowed, scene);
    for (let round = 1; round <= 4; round += 1) {
      const before = run('go', {});
      await putPlugin(scene, 'test', { code: code(round) });
      const reloading = cerebellum.reload();
      const during = run('go', {});
      await reloading;
      const after = run('go', {});
      // One that ran in the version before may be ended with it; none is told that there is no tool.
      for (const result of [await before, await during]) {
        expect(result.output, `${round}`).toMatch(/^round \d+ $|it was changed/);
      }
      expect((await after).output).toBe(`round ${round} `);
    }
  });
});

it('what cannot be written down while it is looked at is said, and the next version is taken', async () => {
  const scene = await openScene();
  const code = goes(`return { success: true, output: 'fine' };`);
  // A folder stands where the decisions are kept.
  await mkdir(join(scene.paths.plugins, 'x'), { recursive: true });
  await putPlugin(scene, 'test', { code });
  const { info, run, cerebellum } = await openPlugins({}, scene);
  expect(info('test')?.plugin?.state).toBe('broken');
  expect(info('test')?.plugin?.problems.join()).not.toBe('');
  expect((await run('go', {})).failure).toBe('not_found');
  expect(cerebellum.tools().some(({ name }) => name === 'go')).toBe(false);
});
