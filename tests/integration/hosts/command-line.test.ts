import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startModelServer } from '../../support/model-servers/index.ts';
import { type RunningNode, runNode } from '../../support/run-node.ts';
import { tempFolder } from '../../support/temp-home.ts';
import { writeConfig } from '../../support/write-config.ts';

/** Runs a command line in a process of its own, without a display and without a terminal. */
function connectome(
  home: string,
  args: readonly string[],
  input?: string,
  folder = dirname(home),
): RunningNode {
  const code = `const { main } = await import('./src-main/cli/index.ts');
    process.chdir(${JSON.stringify(folder)});
    await main(${JSON.stringify(args)});`;
  const environment = {
    CONNECTOME_HOME: home,
    // The default working folder is made below the user's home: not below the real one.
    HOME: `${home}-of-user`,
    DISPLAY: '',
    WAYLAND_DISPLAY: '',
    NO_COLOR: '1',
  };
  return runNode(code, environment, input);
}

async function result(
  run: RunningNode,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const code = await run.ended();
  return { code, ...run.output() };
}

const newHome = async (): Promise<string> => join(await tempFolder(), 'home');

/** A brain that commands attach to: much quicker than one of its own for each of them. */
async function serve(home: string): Promise<RunningNode> {
  const host = connectome(home, ['serve', '--port', '0']);
  await host.printed('#code=');
  return host;
}

describe('exit codes of the command line', () => {
  it('2 when typed wrong, and nothing is started', async () => {
    const home = await newHome();
    await mkdir(home);
    for (const args of [
      ['nonsense'],
      ['serve', '--port', 'x'],
      ['ask', '--mode', 'x', 'hi'],
      ['ask', '--x'],
    ]) {
      expect([args, (await result(connectome(home, args))).code]).toEqual([args, 2]);
    }
    const nothing = await result(connectome(home, ['ask'], ''));
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('Nothing to ask')]);
    const { code, stdout } = await result(connectome(home, ['--help']));
    expect([code, stdout]).toEqual([0, expect.stringContaining('doctor')]);
  });

  it('0 for an answer, which is all that stdout has, also where no session may work', async () => {
    const home = await newHome();
    const { code, stdout } = await result(connectome(home, ['ask', '--model', 'reflex', 'help']));
    expect(code).toBe(0);
    expect(stdout).toContain('remember');
  });

  it('1 for a model that does not exist, and no empty session stays behind', async () => {
    const home = await newHome();
    const { code, stderr } = await result(connectome(home, ['ask', '--model', 'no@where', 'hi']));
    expect([code, stderr]).toEqual([1, expect.stringContaining('where')]);
    const sessions = join(home, 'workspace', 'hippocampus', 'sessions');
    expect(await readdir(sessions)).toEqual([]);
  });

  it('1 when there is nobody to attach to', async () => {
    expect((await result(connectome(await newHome(), ['open']))).code).toBe(1);
  });

  it('1 with a sentence for a home that cannot be one', async () => {
    const home = await newHome();
    await writeFile(home, 'a file');
    const { code, stderr } = await result(connectome(home, ['ask', 'hi']));
    expect(code).toBe(1);
    expect(stderr).toContain(home);
    expect(stderr).not.toContain('    at ');
  });

  it('3 when a change needed an answer that nobody could give; the change is not made', async () => {
    const home = await newHome();
    const folder = await tempFolder();
    const ask = ['ask', '--model', 'reflex', '-'];
    const write = 'run Write {"file_path":"made.txt","content":"x"}';
    expect((await result(connectome(home, ask, write, folder))).code).toBe(3);
    expect(await readdir(folder)).toEqual([]);
  });

  it('--yes allows that change, but no command, which ends with 3', async () => {
    const home = await newHome();
    const folder = await tempFolder();
    const ask = ['ask', '--model', 'reflex', '--yes', '-'];
    const write = 'run Write {"file_path":"made.txt","content":"x"}';
    expect((await result(connectome(home, ask, write, folder))).code).toBe(0);
    const bash = 'run Bash {"command":"touch by-command.txt"}';
    expect((await result(connectome(home, ask, bash, folder))).code).toBe(3);
    expect(await readdir(folder)).toEqual(['made.txt']);
  });

  it('undo takes back the latest change only when that was said, and does it again', async () => {
    const home = await newHome();
    await serve(home);
    const folder = await tempFolder();
    const write = 'run Write {"file_path":"made.txt","content":"x"}';
    const ask = ['ask', '--model', 'reflex', '--yes', '-'];
    await result(connectome(home, ask, write, folder));
    // Nobody can be asked here.
    const shown = await result(connectome(home, ['undo'], ''));
    expect([shown.code, shown.stderr]).toEqual([2, expect.stringContaining('made.txt')]);
    expect(await readdir(folder)).toEqual(['made.txt']);
    const undone = await result(connectome(home, ['undo', '--yes']));
    expect([undone.code, undone.stderr]).toEqual([0, expect.stringContaining('1 file restored')]);
    expect(await readdir(folder)).toEqual([]);
    expect((await result(connectome(home, ['undo', '--redo', '--yes']))).code).toBe(0);
    expect(await readdir(folder)).toEqual(['made.txt']);
  });

  it('2 for bytes on stdin that are no text', async () => {
    const home = await newHome();
    await mkdir(home);
    const run = runNode(
      `const { spawn } = await import('node:child_process');
       const child = spawn(process.execPath, ['--input-type=module', '--eval',
         "const { main } = await import('./src-main/cli/index.ts'); await main(['ask', '-']);"],
         { stdio: ['pipe', 'inherit', 'inherit'] });
       child.stdin.end(Buffer.from([0xff, 0xfe]));
       child.on('exit', (code) => process.exit(code));`,
      { CONNECTOME_HOME: home },
    );
    expect(await result(run)).toMatchObject({ code: 2, stderr: expect.stringContaining('UTF-8') });
  });
});

describe('ask --json', () => {
  it('prints whole events of this turn only, in order, the last one terminal', async () => {
    const home = await newHome();
    const { code, stdout } = await result(
      connectome(home, ['ask', '--json', '--model', 'reflex', 'help']),
    );
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(events[0].type).toBe('started');
    expect(events.at(-1)).toMatchObject({ type: 'done', stopReason: 'end' });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => events[0].seq + index));
    expect(new Set(events.map(({ turnId }) => turnId)).size).toBe(1);
  });
});

describe('a second start', () => {
  it('attaches to the live brain; only a second serve is refused; a signal ends it well', async () => {
    const home = await newHome();
    const first = await serve(home);

    const second = await result(connectome(home, ['serve', '--port', '0']));
    expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('already serves')]);
    for (const args of [['open'], ['--headless'], []]) {
      const { code, stdout } = await result(connectome(home, args));
      expect([args, code]).toEqual([args, 0]);
      expect(stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{32}\n/);
    }
    const asked = await result(connectome(home, ['ask', '--model', 'reflex', 'help']));
    // It hangs up by itself, which is no lost connection.
    expect([asked.code, asked.stderr]).toEqual([0, '']);

    first.child.kill('SIGTERM');
    expect(await first.ended()).toBe(0);
    expect((await result(connectome(home, ['open']))).code).toBe(1);
  });

  it('finds a home on a path too long for a socket', async () => {
    const home = join(await tempFolder(), 'x'.repeat(120));
    const first = await serve(home);
    const asked = await result(connectome(home, ['ask', '--model', 'reflex', 'help']));
    expect(asked.code).toBe(0);
    first.child.kill('SIGTERM');
    expect(await first.ended()).toBe(0);
  });
});

describe('doctor', () => {
  it('says what works and what to do, and fails only where something is broken', async () => {
    const home = await newHome();
    await mkdir(home);
    await writeFile(join(home, 'config.json'), '{ "permissions": { "mode": "yolo" } }');
    const { code, stdout } = await result(connectome(home, ['doctor']));
    expect(code).toBe(1);
    expect(stdout).toMatch(/BAD +config +permissions\.mode/);
    expect(stdout).toContain('reflex');
    for (const area of ['runtime', 'home', 'brain', 'index', 'provider', 'sandbox', 'secrets']) {
      expect(stdout).toContain(area);
    }
  });
});

describe('a mind on its way between two homes', () => {
  it('is written whole, shown before it is taken in, and taken in only when that was said', async () => {
    const [old, next] = [await newHome(), await newHome()];
    const fact = 'Remember that the ferry leaves at seven';
    expect((await result(connectome(old, ['ask', '--model', 'reflex', fact]))).code).toBe(0);
    const file = join(dirname(old), 'mind.zip');
    expect((await result(connectome(old, ['export', file]))).code).toBe(0);

    await serve(next);
    const look = await result(connectome(next, ['import', file, '--dry-run']));
    expect([look.code, look.stderr]).toEqual([0, expect.stringContaining('transcript.jsonl')]);
    // Nobody sits at this terminal.
    expect((await result(connectome(next, ['import', file]))).code).toBe(2);
    const question = ['ask', '--model', 'reflex', 'what do you know about the ferry?'];
    expect((await result(connectome(next, question))).stdout).not.toContain('seven');
    expect((await result(connectome(next, ['import', file, '--yes', '--replace']))).code).toBe(0);
    expect((await result(connectome(next, question))).stdout).toContain('seven');

    await writeFile(file, 'no archive');
    const bad = await result(connectome(next, ['import', file, '--yes']));
    expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('cannot be used')]);
    expect((await result(connectome(next, ['import', `${file}.gone`]))).code).toBe(2);
  });
});

it('pull lets an Ollama download a model, tells how far it is, and ends with 1 where it fails', async () => {
  const home = await newHome();
  const server = await startModelServer({
    kind: 'ollama',
    script: [{ text: 'hi' }],
    models: ['other:7b'],
    pull: (model) => ({
      lines:
        model === 'small:1b'
          ? [
              { status: 'pulling manifest' },
              { status: 'pulling abc', digest: 'sha256:abc', total: 2e9, completed: 1e9 },
              { status: 'success' },
            ]
          : [{ error: 'pull model manifest: file does not exist' }],
    }),
  });
  try {
    await writeConfig(home, { mine: server });
    const done = await result(connectome(home, ['pull', 'small:1b']));
    expect([done.code, done.stdout]).toEqual([0, '']);
    expect(done.stderr).toMatch(/50 % of 2\.0 GB[\s\S]*small:1b is there.*--model small:1b@mine/);
    const failed = await result(connectome(home, ['pull', 'nothing:1b@mine']));
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('nothing:1b')]);
    const wrong = await result(connectome(home, ['pull', 'small:1b@nobody']));
    expect(wrong.code).toBe(1);
  } finally {
    await server.close();
  }
});
