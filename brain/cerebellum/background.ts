/**
 * Commands that go on after their call has its result. Their output goes to a file from the first
 * line on; they end by themselves, when their time is over, by a call of their session, or with the
 * brain, never later.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { type Sentence, say } from '../shared/say.ts';
import { endTree, isTreeAlive } from './process-tree.ts';
import type { ShellOutput } from './shell-output.ts';

/** More would be a program that forgot what it started. */
const MAX_COMMANDS = 8;
/** Ended ones that can still be asked about. */
const MAX_ENDED = 50;
/** How long an ended one is waited for until its output is written. */
const LAST_WORDS_MS = 3000;

export interface BackgroundCommand {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Names the call in the environment of everything it starts. */
  readonly mark: string;
  readonly output: ShellOutput;
  /** Milliseconds after which it is ended; without it, it may run on. */
  readonly limitMs?: number | undefined;
  /** Only this session may ask about it and end it. */
  readonly sessionId: string;
  readonly command: string;
  /** Where its output is. */
  readonly path: string;
}

export interface BackgroundJob {
  readonly id: string;
  readonly command: string;
  readonly path: string;
  /** `performance.now()` at its start, in ms. */
  readonly startedAt: number;
  /** How it ended; undefined while it runs. */
  ended: string | undefined;
  /** Bytes of its output that were handed out. */
  read: number;
  /** Ends it with everything it started; resolves when it is gone and its output is written. */
  end(): Promise<void>;
}

export interface BackgroundCommands {
  /** Why no other one may be started; undefined when one may. */
  full(): Sentence | undefined;
  keep(command: BackgroundCommand): BackgroundJob;
  /** Those of a session in the order they began, the ended ones that are remembered among them. */
  jobs(sessionId: string): readonly BackgroundJob[];
  /** Ends them all, with everything they started. */
  close(): Promise<void>;
}

interface Held {
  readonly sessionId: string;
  readonly job: BackgroundJob;
  stop(): Promise<void>;
}

export function createBackgroundCommands(): BackgroundCommands {
  const held = new Map<string, Held>();
  let started = 0;

  const running = (): readonly BackgroundJob[] =>
    [...held.values()].flatMap(({ job }) => (job.ended === undefined ? [job] : []));

  function forgetOld(): void {
    const ended = [...held.values()].filter(({ job }) => job.ended !== undefined);
    for (const { job } of ended.slice(0, Math.max(0, ended.length - MAX_ENDED)))
      held.delete(job.id);
  }

  async function watch(command: BackgroundCommand, job: BackgroundJob): Promise<void> {
    const { child, pid, mark, output, limitMs } = command;
    const end = (): void => void endTree(pid, mark);
    const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs).unref();
    await new Promise((resolve) => child.once('close', resolve));
    clearTimeout(timer);
    const { exitCode, signalCode } = child;
    const how = exitCode === null ? `signal ${signalCode}` : `code ${exitCode}`;
    output.add(`[exit ${how}]\n`);
    await output.finish('');
    job.ended = how;
    forgetOld();
  }

  return {
    full() {
      const open = running();
      if (open.length < MAX_COMMANDS) return undefined;
      const ids = open.map(({ id }) => id).join(', ');
      return say('background.full', { count: MAX_COMMANDS, ids });
    },
    keep(command) {
      const { child, pid, mark, sessionId, path } = command;
      started += 1;
      const stop = async (): Promise<void> => {
        if (await isTreeAlive(pid, mark)) await endTree(pid, mark);
      };
      const job: BackgroundJob = {
        id: `bash_${started}`,
        command: command.command,
        path,
        startedAt: performance.now(),
        ended: undefined,
        read: 0,
        async end() {
          await stop();
          // Its pipes may be held open by somebody who got away; nobody waits for that for ever.
          await Promise.race([over, delay(LAST_WORDS_MS)]);
        },
      };
      held.set(job.id, { sessionId, job, stop });
      child.once('error', () => {
        // A signal that could not be sent; 'close' tells when it is over.
      });
      const over = watch(command, job);
      return job;
    },
    jobs: (sessionId) =>
      [...held.values()].flatMap((one) => (one.sessionId === sessionId ? [one.job] : [])),
    async close() {
      const open = [...held.values()].filter(({ job }) => job.ended === undefined);
      await Promise.all(open.map(({ stop }) => stop()));
    },
  };
}
