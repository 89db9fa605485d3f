/** The process of a shell that runs one command: as its owner would start it, or in the sandbox. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ToolRun } from '../regions.ts';
import { codeOf, messageOf } from '../shared/result.ts';
import { type Sentence, say, verbatim } from '../shared/say.ts';
import { CALL_MARK } from './process-tree.ts';
import { placesOf } from './reach.ts';
import { shellEnvironment } from './shell-environment.ts';
import type { ShellOutput } from './shell-output.ts';
import type { ToolDeps } from './tool.ts';

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

/** Where a shell starts. */
export interface ShellFolder {
  readonly cwd: string;
  /** A path that keeps meaning this folder whatever is renamed or linked. */
  readonly held: string;
}

/** bash, or sh where there is no bash; in the sandbox unless the call was judged to run without. */
export async function startShell(
  command: string,
  folder: ShellFolder,
  run: ToolRun,
  deps: ToolDeps,
): Promise<
  { readonly child: ChildProcess; readonly pid: number } | { readonly problem: Sentence }
> {
  const confinement = run.confinement ?? 'standard';
  const places = await placesOf(run, deps);
  let problem = say('bash.noShell');
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
        problem = verbatim(confined.error);
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
      return pid === undefined
        ? { problem: say('bash.notStarted', { why: shell }) }
        : { child, pid };
    } catch (thrown) {
      release();
      if (codeOf(thrown) === 'ENOENT') continue;
      return { problem: say('bash.notStarted', { why: messageOf(thrown) }) };
    }
  }
  return { problem };
}

/** Passes on what it says, as it says it. */
export function listen(
  child: ChildProcess,
  output: ShellOutput,
  onOutput: ToolRun['onOutput'],
): void {
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (chunk: Buffer) => {
      const text = output.decode(stream, chunk);
      output.add(text);
      if (text !== '') onOutput(stream, text);
    });
  }
}
