import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEveryTest } from './clean-up.ts';

const root = join(import.meta.dirname, '..', '..');
const running = new Set<ChildProcess>();

afterEveryTest(async () => {
  const left = [...running].filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  );
  running.clear();
  await Promise.all(
    left.map((child) => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      return gone;
    }),
  );
});

export interface RunningNode {
  readonly child: ChildProcess;
  /** Standard output and error so far. */
  output(): { readonly stdout: string; readonly stderr: string };
  /** Resolves when `text` has been printed (on either stream); fails when the program ends before. */
  printed(text: string): Promise<void>;
  /** Resolves with the exit code when the program has ended. */
  ended(): Promise<number | null>;
}

/** Runs a piece of module code in a process of its own, in this checkout, straight from the sources. */
export function runNode(
  code: string,
  environment: Record<string, string> = {},
  input?: string,
): RunningNode {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  running.add(child);
  child.stdin?.end(input);
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const watcher of watchers) watcher();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    for (const watcher of watchers) watcher();
  });
  const exit = new Promise<number | null>((resolve) => {
    // 'close' comes after the last output.
    child.once('close', (status) => {
      running.delete(child);
      resolve(status);
      for (const watcher of watchers) watcher();
    });
  });
  return {
    child,
    output: () => ({ stdout, stderr }),
    ended: () => exit,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (stdout.includes(text) || stderr.includes(text)) resolve();
          else if (child.exitCode !== null)
            reject(new Error(`it ended first:\n${stdout}${stderr}`));
        };
        watchers.add(check);
        check();
      }),
  };
}
