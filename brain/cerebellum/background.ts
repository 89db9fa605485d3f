/**
 * Commands that go on after their call has its result. Their output goes to a file from the first
 * line on; they end by themselves, when their time is over, or with the brain, never later.
 */
import type { ChildProcess } from 'node:child_process';
import { endTree, isTreeAlive } from './process-tree.ts';
import type { ShellOutput } from './shell-output.ts';

/** More would be a program that forgot what it started. */
const MAX_COMMANDS = 8;

export interface BackgroundCommand {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Names the call in the environment of everything it starts. */
  readonly mark: string;
  readonly output: ShellOutput;
  /** Milliseconds after which it is ended; without it, it may run on. */
  readonly limitMs?: number | undefined;
}

export interface BackgroundCommands {
  /** Why no other one may be started; undefined when one may. */
  full(): string | undefined;
  keep(command: BackgroundCommand): void;
  /** Ends them all, with everything they started. */
  close(): Promise<void>;
}

export function createBackgroundCommands(): BackgroundCommands {
  const running = new Map<number, BackgroundCommand>();

  async function watch(command: BackgroundCommand): Promise<void> {
    const { child, pid, mark, output, limitMs } = command;
    const end = (): void => void endTree(pid, mark);
    const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs).unref();
    await new Promise((resolve) => child.once('close', resolve));
    clearTimeout(timer);
    running.delete(pid);
    const { exitCode, signalCode } = child;
    output.add(`[exit ${exitCode === null ? `signal ${signalCode}` : `code ${exitCode}`}]\n`);
    await output.finish('');
  }

  return {
    full() {
      if (running.size < MAX_COMMANDS) return undefined;
      const pids = [...running.keys()].join(', ');
      return `${MAX_COMMANDS} commands run in the background already (${pids}). End one of them first.`;
    },
    keep(command) {
      running.set(command.pid, command);
      command.child.once('error', () => {
        // A signal that could not be sent; 'close' tells when it is over.
      });
      void watch(command);
    },
    async close() {
      await Promise.all(
        [...running.values()].map(async ({ pid, mark }) => {
          if (await isTreeAlive(pid, mark)) await endTree(pid, mark);
        }),
      );
    },
  };
}
