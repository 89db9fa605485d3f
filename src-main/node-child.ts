/** Starts Node children for the brain: a process of its own, reached on descriptor 3. */
import { spawn } from 'node:child_process';
import { Duplex, PassThrough, Readable } from 'node:stream';
import type { ForkOptions, NodeChild } from '../brain/shared/host.ts';

export function startNodeChild(
  [program, ...args]: readonly [string, ...string[]],
  { env, cwd }: ForkOptions,
): NodeChild {
  const isWindows = process.platform === 'win32';
  const child = spawn(program, args, {
    env,
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that it ends with all it has started.
    detached: !isWindows,
    windowsHide: true,
  });
  const pipe = child.stdio[3];
  const channel = pipe instanceof Duplex ? pipe : new PassThrough();
  // A child that has just ended is told by `onExit`; what was on its way to it has nowhere to go.
  for (const stream of [channel, child.stdout, child.stderr]) stream?.on('error', () => {});
  return {
    pid: child.pid,
    channel,
    stdout: child.stdout ?? Readable.from([]),
    stderr: child.stderr ?? Readable.from([]),
    onExit(listener) {
      let told = false;
      const tell = (code: number | null): void => {
        if (told) return;
        told = true;
        listener(code);
      };
      child.once('exit', tell);
      child.once('error', () => tell(null));
    },
    kill() {
      try {
        if (child.pid !== undefined && !isWindows) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The group is gone already.
      }
      child.kill('SIGKILL');
    },
  };
}
