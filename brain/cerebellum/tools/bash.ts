import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { ToolResult, ToolRun } from '../../regions.ts';
import { holdFolder } from '../../shared/opening.ts';
import { isInside, realPlaces, resolvePath } from '../../shared/paths.ts';
import { codeOf, messageOf } from '../../shared/result.ts';
import { CALL_MARK, endTree, isTreeAlive } from '../process-tree.ts';
import { openFailed } from '../reach.ts';
import { shellEnvironment } from '../shell-environment.ts';
import { ShellOutput } from '../shell-output.ts';
import { defineTool, failed, type ToolDeps } from '../tool.ts';

const MAX_TIMEOUT_MS = 600_000;
/** The longest single argument that Linux takes is 128 KiB. */
const MAX_COMMAND_BYTES = 120_000;
/**
 * How long output may still come after the shell has ended: only somebody who got away and holds its
 * pipes makes us wait that long. Less would cut off what a busy machine has not read yet.
 */
const LAST_WORDS_MS = 3000;

/**
 * The command is an argument, not part of the script, so that nothing in it can get out of place.
 * The shell says on descriptor 3 where it stands at the end, also after `exit`.
 */
const script = `trap 'pwd -P >&3' EXIT; eval "shift; $1"`;
/**
 * The same in a sandbox, whose line is fixed text: the command comes in a variable, which is gone
 * before it runs.
 */
const COMMAND = 'CONNECTOME_COMMAND';
/** The way to the proxy inside the sandbox is opened beside the command, which may be faster. */
const awaitDoor =
  'if [ -n "$CONNECTOME_PROXIED" ] && [ -n "$BASH_VERSION" ]; then for _ in {1..100}; do ' +
  '(exec 4<>/dev/tcp/127.0.0.1/3128) 2>/dev/null && break; sleep 0.02; done; fi; ';
const confinedScript =
  awaitDoor +
  `export TMPDIR="$CONNECTOME_TMP"; unset CONNECTOME_TMP CONNECTOME_PROXIED; trap 'pwd -P >&3' EXIT; ` +
  `eval "unset ${COMMAND}; $${COMMAND}"`;

export const bashTool = defineTool({
  spec: {
    name: 'Bash',
    description:
      'Runs a command in a shell (bash) in the working folder. `cd` lasts until the next call as long ' +
      'as it stays inside the working folder. There is no terminal and no input. What a command leaves ' +
      'running is ended with it; a server or a watcher needs run_in_background.',
    kind: 'command',
    readOnly: false,
    idempotent: false,
    capability: 'shell',
  },
  parameters: z.strictObject({
    command: z.string().min(1),
    timeout_ms: z
      .int()
      .min(1)
      .max(MAX_TIMEOUT_MS)
      .optional()
      .describe('Milliseconds; 120000 without it, at most 600000.'),
    description: z.string().optional().describe('What it does, in a few words, for the owner.'),
    run_in_background: z
      .boolean()
      .optional()
      .describe('Answer at once and let it go on; its output goes to a file that Read shows.'),
  }),
  check(args) {
    const command = typeof args.command === 'string' ? args.command : '';
    if (command.includes('\0')) return 'The command contains a NUL character.';
    if (Buffer.byteLength(command) > MAX_COMMAND_BYTES) {
      return `The command is longer than ${MAX_COMMAND_BYTES} bytes. Write it to a file and run that.`;
    }
    return undefined;
  },
  async run(args, run, deps) {
    if (run.signal.aborted) return failed('stopped', 'Stopped before the command was started.');
    const { cwd, note } = await shellFolder(run, deps);
    const folder = await holdFolder(cwd);
    if (!folder.ok) return openFailed(folder.error);
    try {
      const output = new ShellOutput(deps.storage, run.fullOutputPath, deps.redact);
      await output.prepare();
      if (note !== undefined) output.add(`${note}\n`);
      const place = { cwd, held: folder.value.path };
      if (args.run_in_background === true) {
        return await runOn(args.command, args.timeout_ms, place, run, deps, output);
      }
      const ended = await runShell(args.command, place, run, deps, output);
      if ('problem' in ended) return failed('error', ended.problem);
      const moved = await remember(ended.folder, run, deps);
      const result = await output.finish([...ended.notes, ...moved].join('\n'));
      if (ended.failure !== undefined) return { ok: false, failure: ended.failure, ...result };
      return ended.code === 0
        ? { ok: true, ...result }
        : { ok: false, failure: 'error', ...result };
    } finally {
      await folder.value.close();
    }
  },
});

export const shellKey = (sessionId: string, workingDir: string): string =>
  `${sessionId}\0${workingDir}`;

async function shellFolder(
  run: ToolRun,
  deps: ToolDeps,
): Promise<{ readonly cwd: string; readonly note?: string }> {
  const { workingDir } = await placesOf(run, deps);
  const last = deps.shellFolders.get(shellKey(run.turn.sessionId, run.workingDir));
  if (last === undefined) return { cwd: workingDir };
  const found = await resolvePath(last, workingDir, deps.userHome);
  if (found.ok && found.value.exists && found.value.real === last && found.value.inside) {
    return { cwd: last };
  }
  return { cwd: workingDir, note: `[${last} is gone; the command starts in ${workingDir}]` };
}

function placesOf(run: ToolRun, deps: ToolDeps) {
  return realPlaces({
    workingDir: run.workingDir,
    homeRoot: deps.paths.root,
    userHome: deps.userHome,
  });
}

/** Keeps where the shell stood, if that is inside the working folder. */
async function remember(folder: string, run: ToolRun, deps: ToolDeps): Promise<readonly string[]> {
  if (folder === '') return [];
  const { workingDir } = await placesOf(run, deps);
  const key = shellKey(run.turn.sessionId, run.workingDir);
  const found = await resolvePath(folder, workingDir, deps.userHome);
  if (found.ok && found.value.exists && isInside(workingDir, found.value.real)) {
    deps.shellFolders.set(key, found.value.real);
    return [];
  }
  deps.shellFolders.delete(key);
  return [`[the next command starts in ${workingDir}: ${folder} is outside the working folder]`];
}

type Ended =
  | { readonly problem: string }
  | {
      readonly code: number | null;
      readonly failure?: 'timeout' | 'stopped';
      readonly notes: readonly string[];
      /** Where the shell stood at the end; empty when it could not say. */
      readonly folder: string;
    };

interface Folder {
  readonly cwd: string;
  /** A path that keeps meaning this folder whatever is renamed or linked. */
  readonly held: string;
}

async function runShell(
  command: string,
  folder: Folder,
  run: ToolRun,
  deps: ToolDeps,
  output: ShellOutput,
): Promise<Ended> {
  const mark = run.toolCallId;
  const started = await startShell(command, folder, run, deps);
  if ('problem' in started) return started;
  const { child, pid } = started;
  listen(child, output, run.onOutput);
  let where = '';
  const report = child.stdio[3];
  if (report && 'on' in report) {
    report.on('data', (chunk: Buffer) => {
      where = (where + chunk.toString('utf8')).slice(-8192);
    });
  }

  const startedAt = performance.now();
  const limit = Math.min(run.timeoutMs, MAX_TIMEOUT_MS);
  const ended = once(child, 'exit');
  const closed = once(child, 'close').catch(() => {
    // An error of the child rejects `ended` too, and that one is waited for.
  });
  const clock = new AbortController();
  const cause = await Promise.race([
    ended.then(() => 'exit' as const),
    delay(limit, 'timeout' as const, { signal: clock.signal, ref: false }).catch(
      () => 'exit' as const,
    ),
    aborted(run.signal, clock.signal),
  ]);
  clock.abort();
  if (cause !== 'exit') await endTree(pid, mark);
  await ended;
  // What the command left running is ended too, or it would hold the pipes and outlive everyone.
  const left = cause === 'exit' && (await isTreeAlive(pid, mark));
  if (left) await endTree(pid, mark);
  await Promise.race([closed, delay(LAST_WORDS_MS, undefined, { ref: false })]);
  for (const pipe of child.stdio) if (pipe && 'destroy' in pipe) pipe.destroy();

  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  // In the sandbox the way to the proxy is left too, and says nothing about the command.
  const notes =
    left && run.confinement === 'none' ? ['[processes left in the background were ended]'] : [];
  const at = where.trimEnd().split('\n').at(-1) ?? '';
  if (cause === 'timeout') {
    notes.push(`[timed out after ${seconds} s; the command and all it started were ended]`);
    return { code: null, failure: 'timeout', notes, folder: at };
  }
  if (cause === 'stopped') {
    notes.push('[stopped by the owner; the command and all it started were ended]');
    return { code: null, failure: 'stopped', notes, folder: at };
  }
  const how = child.exitCode === null ? `signal ${child.signalCode}` : `code ${child.exitCode}`;
  const why = child.exitCode === 0 ? [] : sandboxNotes(run, output);
  return { code: child.exitCode, notes: [...notes, `[exit ${how}]`, ...why], folder: at };
}

/** A model that does not know of the sandbox tries the same again, or looks for a way around it. */
function sandboxNotes({ confinement, opening }: ToolRun, output: ShellOutput): readonly string[] {
  if (confinement === 'none') return [];
  const notes: string[] = [];
  if (output.endsWith(noNetwork) && opening?.network !== true) {
    notes.push(
      '[It ran in a sandbox without network. A command whose business is the network (npm install, git ' +
        'fetch, curl) gets it when the owner allows it: run that one first, by itself.]',
    );
  }
  if (output.endsWith(noKeys)) {
    notes.push(
      '[Keys and passwords are closed to commands in the sandbox. Git over SSH signs in with the SSH agent of ' +
        'its owner, where one runs (ssh-add) and the server is in known_hosts; all else he has to run himself. ' +
        'Tell him so; there is no way around it.]',
    );
  }
  if (output.endsWith(notWritable)) {
    notes.push(
      '[It ran in a sandbox that writes only in the working folder and in $TMPDIR. Folders that the ' +
        'command itself names are opened for it when the owner allows it.]',
    );
  }
  return notes;
}

const noNetwork =
  /could not resolve|name resolution|getaddrinfo|network is unreachable|EAI_AGAIN|ENETUNREACH|ENOTFOUND|failed to fetch|no such host/i;
const noKeys =
  /Permission denied \(.*publickey|Host key verification failed|could not read (?:Username|Password) for|terminal prompts disabled/i;
const notWritable = /read-only file system|EROFS/i;

/** Starts a command that goes on: the result says where its output is and how it can be ended. */
async function runOn(
  command: string,
  limitMs: number | undefined,
  folder: Folder,
  run: ToolRun,
  deps: ToolDeps,
  output: ShellOutput,
): Promise<ToolResult> {
  const full = deps.background.full();
  if (full !== undefined) return failed('error', full);
  const started = await startShell(command, folder, run, deps);
  if ('problem' in started) return failed('error', started.problem);
  const { child, pid } = started;
  output.toFile(`[runs in the background, process ${pid}]\n`);
  listen(child, output, () => {});
  const path = run.fullOutputPath;
  const { sessionId } = run.turn;
  const job = { child, pid, mark: run.toolCallId, output, limitMs, sessionId, command, path };
  const { id } = deps.background.keep(job);
  return {
    ok: true,
    output:
      `It runs in the background as ${id}. BashOutput shows how it is doing, KillShell ends it; it also ` +
      `ends with Connectome. The whole output goes to ${path}.`,
    truncated: false,
    fullOutputPath: path,
  };
}

function listen(child: ChildProcess, output: ShellOutput, onOutput: ToolRun['onOutput']): void {
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (chunk: Buffer) => {
      const text = output.decode(stream, chunk);
      output.add(text);
      if (text !== '') onOutput(stream, text);
    });
  }
}

/** bash, or sh where there is no bash; in the sandbox unless the call was judged to run without. */
async function startShell(
  command: string,
  folder: Folder,
  run: ToolRun,
  deps: ToolDeps,
): Promise<{ readonly child: ChildProcess; readonly pid: number } | { readonly problem: string }> {
  const confinement = run.confinement ?? 'standard';
  const places = await placesOf(run, deps);
  let problem = 'There is no shell (bash or sh) on this machine.';
  for (const shell of ['bash', 'sh']) {
    const own = { PWD: folder.cwd, [CALL_MARK]: run.toolCallId };
    const settings = deps.settings.get();
    let args: readonly string[] = ['-c', script, shell, command];
    let env = shellEnvironment(process.env, settings, own);
    let release = (): void => {};
    if (confinement !== 'none') {
      const confined = await deps.sandbox.confine({
        sessionId: run.turn.sessionId,
        places,
        vetted: confinement === 'vetted',
        ...(run.opening === undefined ? {} : { opening: run.opening }),
        shell,
        command: confinedScript,
      });
      if (!confined.ok) {
        problem = confined.error;
        continue;
      }
      const { line, temp, proxied, agent } = confined.value;
      release = confined.value.release;
      args = ['-c', `exec ${line}`];
      env = shellEnvironment(process.env, settings, {
        ...own,
        TMPDIR: temp,
        CONNECTOME_TMP: temp,
        ...(proxied ? { CONNECTOME_PROXIED: '1' } : {}),
        ...(agent === undefined ? {} : { SSH_AUTH_SOCK: agent }),
        [COMMAND]: command,
      });
    }
    const child = spawn(shell, args, {
      cwd: folder.held,
      env,
      // A group of its own, so that it can be ended with all its children.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    try {
      await once(child, 'spawn');
      child.once('close', release);
      const { pid } = child;
      return pid === undefined ? { problem: 'The shell could not be started.' } : { child, pid };
    } catch (thrown) {
      release();
      if (codeOf(thrown) === 'ENOENT') continue;
      return { problem: `The command could not be started: ${messageOf(thrown)}` };
    }
  }
  return { problem };
}

function aborted(signal: AbortSignal, until: AbortSignal): Promise<'stopped'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('stopped');
    signal.addEventListener('abort', () => resolve('stopped'), { once: true, signal: until });
  });
}
