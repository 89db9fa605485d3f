/** Plugins that mean harm, or are broken: the brain goes on, each call gets one result, nothing is left. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchDisk } from '../../../brain/cerebellum/plugins/disk-watch.ts';
import { pluginLimits } from '../../../brain/cerebellum/plugins/limits.ts';
import { openScene } from '../../support/acting.ts';
import { testHost } from '../../support/brain-client.ts';
import { eventually } from '../../support/eventually.ts';
import { goes, openPlugins, putPlugin, withPlugin } from '../../support/plugins.ts';
import { isAlive, isGone } from '../../support/processes.ts';
import { tempFolder } from '../../support/temp-home.ts';

describe('a plugin that', () => {
  it('crashes, exits or throws fails that call alone, and the next one works', async () => {
    const { run } = await withPlugin({
      code: goes(`
        if (args.how === 'exit') process.exit(0);
        if (args.how === 'crash') { setImmediate(() => { throw new Error('boom'); }); await new Promise(() => {}); }
        if (args.how === 'kill') process.kill(process.pid, 'SIGKILL');
        if (args.how === 'throw') throw new Error('thrown here');
        if (args.how === 'failure') return { success: false, output: 'half', error: 'no luck' };
        return { success: true, output: 'fine' };`),
    });
    for (const how of ['exit', 'crash', 'kill', 'throw', 'failure']) {
      const result = await run('go', { how });
      expect(result, how).toMatchObject({ ok: false, failure: 'error' });
    }
    expect(await run('go', {})).toMatchObject({ ok: true, output: 'fine' });
    expect((await run('go', { how: 'crash' })).output).toContain('boom');
    expect((await run('go', { how: 'throw' })).output).toContain('thrown here');
  });

  it('never answers, or loops without end, is ended at its limit and when its owner stops it', async () => {
    const { run } = await withPlugin(
      {
        code: goes(`
          if (args.how === 'loop') for (;;);
          if (args.how === 'wait') await new Promise(() => {});
          return { success: true, output: 'fine' };`),
      },
      { pluginLimits: { graceMs: 20 } },
    );
    for (const how of ['loop', 'wait']) {
      expect(await run('go', { how }, { timeoutMs: 50 })).toMatchObject({ failure: 'timeout' });
      const stop = new AbortController();
      const call = run('go', { how }, { signal: stop.signal });
      stop.abort();
      expect(await call).toMatchObject({ failure: 'stopped' });
    }
    expect((await run('go', {})).output).toBe('fine');
  });

  it('is polite when it is stopped says itself what it did', async () => {
    const { run } = await withPlugin(
      {
        code: goes(`await new Promise((done) => host.signal.addEventListener('abort', done));
          return { success: false, output: '', error: 'stopped after 3 of 7' };`),
      },
      { pluginLimits: { graceMs: 60_000 } },
    );
    expect((await run('go', {}, { timeoutMs: 50 })).output).toBe('stopped after 3 of 7');
  });

  it('takes all memory is refused it, inside of JavaScript and beside it', async () => {
    const { run } = await withPlugin(
      {
        code: goes(`
          if (args.how === 'heap') { const all = []; for (;;) all.push(new Array(1000).fill(all.length)); }
          if (args.how === 'buffer') return { success: true, output: Buffer.alloc(2 * 1024 ** 3, 1).length };
          return { success: true, output: 'fine' };`),
      },
      { pluginLimits: { heapMb: 32, memoryMb: 1_024 } },
    );
    expect(await run('go', { how: 'buffer' })).toMatchObject({ ok: false });
    expect(await run('go', { how: 'heap' })).toMatchObject({ ok: false, failure: 'error' });
    expect((await run('go', {})).output).toBe('fine');
  });

  it('fills the disk with one file is stopped in it', async () => {
    const code = goes(
      `fs.writeFileSync(temp + '/all', 'x');
       try { fs.truncateSync(temp + '/all', 64 * 1024 ** 2); } catch (error) { return { success: false, output: '', error: error.code }; }
       return { success: true, output: 'it is that large' };`,
      "import fs from 'node:fs'; let temp; export const init = (context) => { temp = context.temp; };",
    );
    const { run } = await withPlugin({ code }, { pluginLimits: { fileMb: 16 } });
    expect((await run('go', {})).output).toContain('EFBIG');
    const { run: again } = await withPlugin({ code });
    expect((await again('go', {})).output).toBe('it is that large');
  });

  it('floods its output, its messages or one message is ended, and the brain holds no more of it than its limit', async () => {
    const { run } = await withPlugin(
      {
        code: goes(
          `
          if (args.how === 'print') for (;;) fs.writeSync(1, 'x'.repeat(4096));
          if (args.how === 'messages') for (;;) { host.log('x'.repeat(4096)); await new Promise(setImmediate); }
          if (args.how === 'large') return { success: true, output: 'x'.repeat(3_000_000) };
          if (args.how === 'line') { for (;;) fs.writeSync(3, 'x'.repeat(4096)); }
          if (args.how === 'nonsense') fs.writeSync(3, '{"type":"result","id":"all"}\\n');
          if (args.how === 'nonsense') await new Promise(() => {});
          return { success: true, output: 'fine' };`,
          "import fs from 'node:fs';",
        ),
      },
      {
        pluginLimits: {
          graceMs: 20,
          messageBytes: 1_000_000,
          spokenBytes: 2_000_000,
          printedBytes: 1_000_000,
        },
      },
    );
    for (const how of ['messages', 'large', 'line', 'nonsense']) {
      expect(await run('go', { how }), how).toMatchObject({ ok: false, failure: 'error' });
    }
    // What it prints is not taken any more: it waits until its time is over.
    expect(await run('go', { how: 'print' }, { timeoutMs: 300 })).toMatchObject({
      failure: 'timeout',
    });
    expect((await run('go', {})).output).toBe('fine');
  });

  it('answers calls that are not its own, or twice, changes no other call', async () => {
    const { run } = await withPlugin({
      code: goes(
        `fs.writeSync(3, [-1, 0, 1, 2, 3, 99].map((id) => JSON.stringify({ type: 'result', id, success: true, output: 'forged ' + id }) + '\\n').join(''));
         return { success: true, output: 'late' };`,
        "import fs from 'node:fs';",
      ),
    });
    // It can only forge answers to its own calls, which it could give anyway.
    expect((await run('go', {})).output).toMatch(/^forged \d$/);
    expect((await run('go', {})).ok).toBe(true);
  });

  it('is called from two folders at once serves one after the other, and a call that is stopped waits no longer', async () => {
    const { run, scene } = await withPlugin({
      front: 'permissions: { read: ["."] }\n',
      code: goes(
        `const { promise, resolve } = Promise.withResolvers();
         if (args.how === 'wait') { host.output('begun'); host.signal.addEventListener('abort', resolve); await promise; }
         return { success: true, output: host.workingDir };`,
      ),
    });
    const second = join(scene.userHome, 'second');
    await mkdir(second);
    const stop = new AbortController();
    const begun = Promise.withResolvers<void>();
    const first = run(
      'go',
      { how: 'wait' },
      { signal: stop.signal, onOutput: () => begun.resolve() },
    );
    await begun.promise;
    const given = new AbortController();
    const impatient = run('go', {}, { workingDir: second, signal: given.signal });
    given.abort();
    expect((await impatient).failure).toBe('stopped');
    const other = run('go', {}, { workingDir: second });
    const same = run('go', {});
    expect((await same).output).toBe(scene.workingDir);
    stop.abort();
    expect((await first).output).toBe(scene.workingDir);
    expect((await other).output).toBe(second);
  });

  it('patches every global harms only itself', async () => {
    const { run } = await withPlugin(
      {
        code: goes(
          `return { success: true, output: 'fine' };`,
          `JSON.stringify = () => 'x'; JSON.parse = () => ({}); Object.prototype.type = 'failed';
         globalThis.Promise = undefined; Map.prototype.get = () => undefined; Array.prototype.push = undefined;`,
        ),
      },
      { pluginLimits: { loadMs: 500 } },
    );
    await run('go', {});
    expect(JSON.stringify({ a: 1 })).toBe('{"a":1}');
    expect('type' in {}).toBe(false);
    expect((await run('Glob', { pattern: '*' })).ok).toBe(true);
  });

  it('hangs or fails while it starts is shown with the reason, and takes no other one down', async () => {
    const scene = await openScene();
    await putPlugin(scene, 'thrown', { code: "throw new Error('not today');" });
    await putPlugin(scene, 'syntax', { code: 'export const = 1;' });
    await putPlugin(scene, 'empty', { code: 'export const name = 1;' });
    await putPlugin(scene, 'leaves', { code: 'process.exit(3);' });
    await putPlugin(scene, 'good', { code: goes("return 'works'") });
    const { run, info } = await openPlugins({}, scene);
    const reason = (name: string) => info(name)?.error?.reason;
    expect(reason('thrown')).toContain('not today');
    expect(reason('syntax')).toContain('SyntaxError');
    expect(reason('empty')).toContain('no function "execute"');
    expect(reason('leaves')).toContain('code 3');
    expect(info('thrown')?.error?.file).toBe('cerebellum/thrown/plugin');
    expect((await run('go', {})).output).toBe('works');
  });

  it('fills its temporary folder, with much or with many, is ended, and what it kept is gone', async () => {
    const limits = { lookMs: 5, tempMb: 1, tempFiles: 50 };
    const { run } = await withPlugin(
      {
        code: goes(
          `const left = () => fs.readdirSync(temp).length;
           if (args.how === 'left') return { success: true, output: left() };
           const big = args.how === 'much' ? 3 * 1024 * 1024 : 1;
           for (let n = 0; n < (args.how === 'much' ? 1 : 80); n += 1) fs.writeFileSync(temp + '/' + n, 'x'.repeat(big));
           await new Promise(() => {});`,
          `import fs from 'node:fs'; let temp; export const init = (context) => { temp = context.temp; };`,
        ),
      },
      { pluginLimits: limits },
    );
    for (const how of ['much', 'many']) {
      const { ok, output } = await run('go', { how });
      expect(ok).toBe(false);
      expect(output, how).toContain('more than 1 MB or 50 files');
      expect((await run('go', { how: 'left' })).output).toBe('0');
    }
  });

  it('fills a disk that its owner needs is ended before it is full; on one that was full it goes on', async () => {
    const limits = { ...pluginLimits, lookMs: 1 };
    const watched = async (free: readonly number[]): Promise<string | undefined> => {
      const temp = await tempFolder();
      const told = Promise.withResolvers<string | undefined>();
      let looks = 0;
      const stop = watchDisk(
        {
          temp,
          write: [],
          limits,
          async freeBytes() {
            const mb = free[looks] ?? 0;
            looks += 1;
            if (looks > free.length) told.resolve(undefined);
            return mb * 1024 * 1024;
          },
        },
        ({ text }) => told.resolve(text),
      );
      onTestFinished(stop);
      return told.promise;
    };
    expect(await watched([9_000, 5_000, 500])).toContain('disk is nearly full');
    expect(await watched([300, 300, 290, 300])).toBeUndefined();
  });

  it('never ends loading is given up', async () => {
    const limits = { pluginLimits: { loadMs: 100 } };
    const { info } = await withPlugin({ code: 'for (;;);' }, limits);
    expect(info('test')?.error?.reason).toContain('too long to start');
  });

  it('looks for keys in its environment finds none', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'sk-secret');
    vi.stubEnv('MY_PASSWORD', 'hunter2');
    vi.stubEnv('NODE_OPTIONS', '');
    const { run } = await withPlugin({
      code: goes('return { success: true, output: JSON.stringify(process.env) }'),
    });
    const { output } = await run('go', {});
    expect(output).toContain('PATH');
    expect(output).not.toMatch(/sk-secret|hunter2|ANTHROPIC|NODE_OPTIONS/);
  });

  it('starts programs takes them along when it ends, also those that left its group', async () => {
    if (process.platform === 'win32') return;
    const { run, cerebellum } = await withPlugin(
      {
        code: goes(
          `const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }); child.unref();
           return { success: true, output: child.pid };`,
          "import { spawn } from 'node:child_process';",
        ),
      },
      // Node's own fence is not there in Electron: what is tested is what lies behind it.
      { host: { ...testHost(), kind: 'electron' } },
    );
    const pid = Number((await run('go', {})).output);
    expect(isAlive(pid)).toBe(true);
    await cerebellum.close();
    await eventually(async () => expect(await isGone(pid)).toBe(true));
  });
});
