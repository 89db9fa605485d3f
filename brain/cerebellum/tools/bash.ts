import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { ToolResult, ToolRun } from '../../regions.ts';
import { isInside, resolvePath } from '../../shared/paths.ts';
import { holdFolder } from '../../shared/safe-open.ts';
import { joined, type Sentence, say } from '../../shared/say.ts';
import { noteTracking } from '../git-tracking.ts';
import { endTree, isTreeAlive } from '../process-tree.ts';
import { openFailed, placesOf } from '../reach.ts';
import { sandboxNotes } from '../sandbox-notes.ts';
import { ShellOutput } from '../shell-output.ts';
import { listen, type ShellFolder, startShell } from '../shell-process.ts';
import { defineTool, done, failed, type ToolDeps } from '../tool.ts';

const MAX_TIMEOUT_MS = 600_000;
/** The longest single argument that Linux takes is 128 KiB. */
const MAX_COMMAND_BYTES = 120_000;
/**
 * How long output may still come after the shell has ended: only somebody who got away and holds its
 * pipes makes us wait that long. Less would cut off what a busy machine has not read yet.
 */
const LAST_WORDS_MS = 3000;

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
    outside_sandbox: z
      .boolean()
      .optional()
      .describe(
        'Run it without the sandbox; the owner is asked each time. Only after it failed for want of what the sandbox closes.',
      ),
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
    if (run.signal.aborted) return failed('stopped', say('tool.stoppedBeforeCommand'));
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
      const noted = ended.code === 0 ? await tracked(run) : [];
      const footer = joined([...ended.notes, ...noted, ...moved], '\n');
      const result = { ...(await output.finish(footer.text)), footer };
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

/** Keeps where the shell stood, if that is inside the working folder. */
async function remember(
  folder: string,
  run: ToolRun,
  deps: ToolDeps,
): Promise<readonly Sentence[]> {
  if (folder === '') return [];
  const { workingDir } = await placesOf(run, deps);
  const key = shellKey(run.turn.sessionId, run.workingDir);
  const found = await resolvePath(folder, workingDir, deps.userHome);
  if (found.ok && found.value.exists && isInside(workingDir, found.value.real)) {
    deps.shellFolders.set(key, found.value.real);
    return [];
  }
  deps.shellFolders.delete(key);
  return [say('bash.nextFolder', { folder: workingDir, path: folder })];
}

/** What Git could not note itself. */
async function tracked({
  confinement,
  opening,
  workingDir,
}: ToolRun): Promise<readonly Sentence[]> {
  if (confinement !== 'standard' || opening?.tracking === undefined) return [];
  const noted = await noteTracking(opening.tracking, await realpath(workingDir));
  return noted.map(({ local, upstream }) => say('bash.tracked', { local, upstream }));
}

type Ended =
  | { readonly problem: Sentence }
  | {
      readonly code: number | null;
      readonly failure?: 'timeout' | 'stopped';
      readonly notes: readonly Sentence[];
      /** Where the shell stood at the end; empty when it could not say. */
      readonly folder: string;
    };

async function runShell(
  command: string,
  folder: ShellFolder,
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
  const notes = left && run.confinement === 'none' ? [say('bash.leftEnded')] : [];
  const at = where.trimEnd().split('\n').at(-1) ?? '';
  if (cause === 'timeout') {
    notes.push(say('bash.timedOut', { seconds }));
    return { code: null, failure: 'timeout', notes, folder: at };
  }
  if (cause === 'stopped') {
    notes.push(say('bash.stopped'));
    return { code: null, failure: 'stopped', notes, folder: at };
  }
  const how =
    child.exitCode === null
      ? say('bash.exitSignal', { signal: child.signalCode ?? '' })
      : say('bash.exitCode', { code: child.exitCode });
  const why = child.exitCode === 0 ? [] : sandboxNotes(run, output);
  return { code: child.exitCode, notes: [...notes, how, ...why], folder: at };
}

/** Starts a command that goes on: the result says where its output is and how it can be ended. */
async function runOn(
  command: string,
  limitMs: number | undefined,
  folder: ShellFolder,
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
  return { ...done(say('background.runs', { id, path })), fullOutputPath: path };
}

function aborted(signal: AbortSignal, until: AbortSignal): Promise<'stopped'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('stopped');
    signal.addEventListener('abort', () => resolve('stopped'), { once: true, signal: until });
  });
}
