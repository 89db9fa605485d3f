import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openCerebellum, openScene } from '../../support/acting.ts';
import { eventually } from '../../support/eventually.ts';
import { isAlive, isGone } from '../../support/processes.ts';

async function open() {
  const scene = await openScene();
  return { scene, ...(await openCerebellum(scene)) };
}

/** A command whose grandchildren (in the group, and in a session of their own) write down their ids. */
const family =
  'sh -c "sh -c \'echo \\$\\$ > inner.pid; exec sleep 300\' & echo \\$\\$ > outer.pid; wait" & ' +
  "setsid sh -c 'echo $$ > stray.pid; exec sleep 300' & " +
  'while [ ! -s inner.pid ] || [ ! -s outer.pid ] || [ ! -s stray.pid ]; do sleep 0.01; done; echo ready; ';

async function familyIsGone(workingDir: string): Promise<void> {
  for (const name of ['inner.pid', 'outer.pid', 'stray.pid']) {
    const pid = Number(await readFile(join(workingDir, name), 'utf8'));
    expect(pid, name).toBeGreaterThan(1);
    await eventually(async () => expect(await isGone(pid), `${name} ${pid}`).toBe(true));
  }
}

describe.runIf(process.platform === 'linux')('no process survives its command', () => {
  it('when it is stopped', async () => {
    const { run, scene } = await open();
    const stop = new AbortController();
    const result = await run(
      'Bash',
      { command: `${family} wait` },
      { signal: stop.signal, onOutput: (_, text) => text.includes('ready') && stop.abort() },
    );
    expect(result.failure).toBe('stopped');
    expect(result.output).toContain('ready');
    await familyIsGone(scene.workingDir);
  });

  it('when its time is over', async () => {
    const { run, scene } = await open();
    const command = `rm -f *.pid; ${family} wait`;
    // On a busy machine the family takes longer to be there than the command may: then it may longer.
    let timeoutMs = 1000;
    let result = await run('Bash', { command }, { timeoutMs });
    while (!result.output.includes('ready')) {
      timeoutMs *= 2;
      result = await run('Bash', { command }, { timeoutMs });
    }
    expect(result.failure).toBe('timeout');
    expect(result.output).toContain('timed out after');
    // Its last words are ours, not the command's: the owner reads them in his language.
    expect(result.footer?.said).toMatchObject([{ code: 'bash.timedOut' }]);
    expect(result.output.endsWith(result.footer?.text ?? '?')).toBe(true);
    await familyIsGone(scene.workingDir);
  });

  it('when it ended and left something in the background', async () => {
    const { run, scene } = await open();
    const result = await run('Bash', { command: family });
    expect(result.ok).toBe(true);
    expect(result.output).toContain('left in the background were ended');
    await familyIsGone(scene.workingDir);
  });

  it('when it ignores the polite signal', async () => {
    const { run, scene } = await open();
    const stop = new AbortController();
    const command =
      "trap '' TERM; echo $$ > stubborn.pid; echo ready; while :; do sleep 0.05; done";
    const result = await run(
      'Bash',
      { command },
      { signal: stop.signal, onOutput: (_, text) => text.includes('ready') && stop.abort() },
    );
    expect(result.failure).toBe('stopped');
    const pid = Number(await readFile(join(scene.workingDir, 'stubborn.pid'), 'utf8'));
    await eventually(async () => expect(await isGone(pid)).toBe(true));
  });
});

describe('Bash', () => {
  it('gives the exit code and both streams, live', async () => {
    const { run } = await open();
    const live: string[] = [];
    const result = await run(
      'Bash',
      { command: 'echo out; echo err >&2; exit 3' },
      { onOutput: (stream, text) => live.push(`${stream}:${text.trim()}`) },
    );
    expect(result.ok).toBe(false);
    expect(result.output).toContain('[exit code 3]');
    expect([...live].sort()).toEqual(['stderr:err', 'stdout:out']);
  });

  it('keeps its folder between calls of a session, also after exit, and only inside', async () => {
    const { run, scene } = await open();
    await run('Bash', { command: 'mkdir -p "a b" && cd "a b" && exit 0' });
    expect((await run('Bash', { command: 'pwd' })).output).toContain(join(scene.workingDir, 'a b'));
    const other = await run('Bash', { command: 'pwd' }, { sessionId: 's_2' });
    expect(other.output).toContain(`${scene.workingDir}\n`);
    const left = await run('Bash', { command: 'cd /; pwd' });
    expect(left.output).toContain('outside the working folder');
    expect((await run('Bash', { command: 'pwd' })).output).toContain(`${scene.workingDir}\n`);
  });

  it('starts in the working folder again when its folder is gone', async () => {
    const { run, scene } = await open();
    await run('Bash', { command: 'mkdir gone; cd gone' });
    await run('Bash', { command: 'cd ..; rmdir gone; mkdir -p x; cd x' });
    await run('Bash', { command: 'rmdir ../x' });
    const result = await run('Bash', { command: 'pwd' });
    expect(result.output).toContain(`${scene.workingDir}\n`);
  });

  it('does not pass keys, tokens and loader hooks on', async () => {
    const { run } = await open();
    vi.stubEnv('MY_API_KEY', 'k-1');
    vi.stubEnv('github_token', 'k-2');
    vi.stubEnv('DATABASE_URL', 'postgres://u:k-3@h/db');
    vi.stubEnv('NODE_OPTIONS', '--no-warnings');
    vi.stubEnv('BASH_ENV', '/nowhere');
    vi.stubEnv('HARMLESS', 'yes');
    const { output } = await run('Bash', { command: 'env' });
    expect(output).toContain('HARMLESS=yes');
    expect(output).not.toMatch(/k-[123]|NODE_OPTIONS|BASH_ENV/);
  });

  it('cannot be confused by quotes, comments and heredocs at the end of the command', async () => {
    const { run } = await open();
    const commands = ["echo 'a' # comment", 'cat <<EOF\nheredoc $((1+1))\nEOF', 'echo "x\'y"'];
    for (const command of commands) expect((await run('Bash', { command })).ok, command).toBe(true);
    expect((await run('Bash', { command: 'echo "open' })).ok).toBe(false);
  });

  it('reads nothing from a terminal', async () => {
    const { run } = await open();
    expect((await run('Bash', { command: 'cat; echo end' })).output).toBe('end\n[exit code 0]');
  });
});

describe('long output', () => {
  it('is cut in the middle and kept whole, byte for byte', async () => {
    const { run } = await open();
    const result = await run('Bash', { command: 'seq 1 200000' });
    expect(result.truncated).toBe(true);
    expect(Buffer.byteLength(result.output)).toBeLessThan(51 * 1024);
    expect(result.output).toMatch(/^1\n2\n3\n/);
    expect(result.output).toMatch(/199999\n200000\n\[exit code 0\]$/);
    expect(result.output).toContain(`The whole output is in ${result.fullOutputPath}`);
    const whole = await readFile(result.fullOutputPath ?? '', 'utf8');
    expect(whole).toBe(`${Array.from({ length: 200_000 }, (_, i) => i + 1).join('\n')}\n`);
  });

  it('that is just above the limit is kept whole too, with characters intact', async () => {
    const { run, scene } = await open();
    const text = '日本語🙂\n'.repeat(4000);
    await writeFile(join(scene.workingDir, 'long.txt'), text);
    const result = await run('Bash', { command: 'cat long.txt' });
    expect(result.truncated).toBe(true);
    expect(result.output).not.toContain('\ufffd');
    expect(result.output.isWellFormed()).toBe(true);
    expect(await readFile(result.fullOutputPath ?? '', 'utf8')).toBe(text);
  });

  it('of any other tool is limited the same way', async () => {
    const { run, scene } = await open();
    const line = 'needle '.repeat(40);
    await writeFile(join(scene.workingDir, 'a.txt'), `${line}\n`.repeat(1000));
    const result = await run('Grep', {
      pattern: 'needle',
      output_mode: 'content',
      head_limit: 1000,
    });
    expect(result.truncated).toBe(true);
    expect(Buffer.byteLength(result.output)).toBeLessThan(51 * 1024);
    expect((await readFile(result.fullOutputPath ?? '', 'utf8')).split('\n')).toHaveLength(1000);
  });
});

describe.runIf(process.platform === 'linux')('a command in the background', () => {
  const background = { run_in_background: true };

  it('goes on after its result, can be read, and ends with the brain', async () => {
    const { run, scene, cerebellum } = await open();
    const result = await run('Bash', { command: `${family} wait`, ...background });
    expect(result).toMatchObject({ ok: true, truncated: false });
    const path = result.fullOutputPath ?? '';
    await eventually(async () => expect(await readFile(path, 'utf8')).toContain('ready'));
    const pid = Number(await readFile(join(scene.workingDir, 'outer.pid'), 'utf8'));
    expect(isAlive(pid)).toBe(true);
    await cerebellum.close();
    await familyIsGone(scene.workingDir);
  });

  it('says in its file how it ended', async () => {
    const { run } = await open();
    const { fullOutputPath = '' } = await run('Bash', {
      command: 'echo hi; exit 3',
      ...background,
    });
    await eventually(async () =>
      expect(await readFile(fullOutputPath, 'utf8')).toMatch(
        /background.*\nhi\n\[exit code 3\]\n$/,
      ),
    );
  });

  it('is ended when the time that was asked for is over', async () => {
    const { run } = await open();
    const asked = { command: 'sleep 300', timeout_ms: 50, ...background };
    const { fullOutputPath = '' } = await run('Bash', asked);
    await eventually(async () =>
      expect(await readFile(fullOutputPath, 'utf8')).toContain('[exit signal SIGTERM]'),
    );
  });

  it('is refused when too many run already', async () => {
    const { run } = await open();
    const start = () => run('Bash', { command: 'sleep 300', ...background });
    for (let n = 0; n < 8; n += 1) expect((await start()).ok).toBe(true);
    expect((await start()).output).toContain('in the background already');
  });

  it('is listed, read in parts and ended by the session that started it, and by no other', async () => {
    const { run, scene } = await open();
    const started = await run('Bash', { command: `${family} wait`, ...background });
    const id = /as (bash_\d+)\./.exec(started.output)?.[1] ?? '';
    const heard: string[] = [];
    await eventually(async () => {
      heard.push((await run('BashOutput', { bash_id: id })).output);
      expect(heard.join('\n')).toContain('ready');
    });
    // What was handed out once does not come again.
    expect((await run('BashOutput', { bash_id: id })).output).toMatch(
      /^\[bash_\d+: running for \d+ s\]\n\(no new output\)$/,
    );
    const other = { sessionId: 's_2' };
    expect((await run('BashOutput', {}, other)).output).toContain('No command of this');
    expect(await run('KillShell', { shell_id: id }, other)).toMatchObject({
      ok: false,
      failure: 'not_found',
    });
    expect((await run('BashOutput', {})).output).toContain(`${id}: running for`);
    expect((await run('KillShell', { shell_id: id })).output).toContain('was ended (signal');
    await familyIsGone(scene.workingDir);
    expect((await run('BashOutput', { bash_id: id })).output).toContain('ended with signal');
    expect((await run('KillShell', { shell_id: id })).output).toContain('had ended already');
  });

  it('output beyond one part comes with the next call, and no character is torn', async () => {
    const { run } = await open();
    const line = 'ä€😀'.repeat(20);
    const command = `for n in $(seq 900); do echo "$n ${line}"; done`;
    const started = await run('Bash', { command, ...background });
    const id = /as (bash_\d+)\./.exec(started.output)?.[1] ?? '';
    let text = '';
    await eventually(async () => {
      const { output } = await run('BashOutput', { bash_id: id });
      text += output.replace(/^\[bash_\d+: .*\]\n|\n\[There is more; ask again\.\]$/g, '');
      expect(text).toContain('[exit code 0]');
    });
    expect(text).not.toContain('\ufffd');
    for (const n of [1, 450, 900]) expect(text).toContain(`${n} ${line}\n`);
  });
});
