/** One turn's task while it is worked on: keeps the state, rewrites the file at each change. */
import { join } from 'node:path';
import type { TaskStatus } from '../../protocol/index.ts';
import type { Settings, StepInput, Task, ToolResult } from '../regions.ts';
import type { Logger } from '../shared/log.ts';
import type { Redactor } from '../shared/redact.ts';
import { messageOf } from '../shared/result.ts';
import { type Clock, isoLocal } from '../shared/time.ts';
import type { Storage } from '../storage/index.ts';
import { MAX_CALL_MS, runWithRetries, type Sleep } from './retry.ts';
import {
  formatTask,
  MAX_OUTPUT,
  type Step,
  type StepRecord,
  type StepResult,
  stepOf,
  type TaskState,
} from './task-file.ts';

export interface TaskDeps {
  readonly folder: string;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly redactor: Redactor;
  readonly settings: Settings;
  readonly sleep: Sleep;
}

function logName(taskId: string, step: number): string {
  return `TASK-${taskId}-${step}.log`;
}

export function taskFileName(taskId: string): string {
  return `TASK-${taskId}.md`;
}

export function openTaskFile(initial: TaskState, deps: TaskDeps): Task {
  const { clock, redactor, storage, folder } = deps;
  const path = join(folder, taskFileName(initial.id));
  let state = initial;

  /**
   * A task file that cannot be written must not take a tool's result away from the turn: the
   * transcript has it too, and the disk being full shows there. So it is only logged.
   */
  async function save(target: string, content: string): Promise<void> {
    try {
      await storage.write(target, content);
    } catch (thrown) {
      deps.logger.error('a task file could not be written', { reason: messageOf(thrown) });
    }
  }

  async function change(next: Partial<TaskState>): Promise<void> {
    state = { ...state, ...next, updated: isoLocal(clock.now()) };
    await save(path, formatTask(state));
  }

  function withStep(index: number, step: Step): readonly Step[] {
    const steps = [...state.steps];
    steps[index] = step;
    return steps;
  }

  const textOf = (args: StepInput['call']['args']): string => redactor.all(JSON.stringify(args));

  /** The record of a finished step; long output is written whole beside the task. */
  async function finished(
    base: Pick<StepRecord, 'tool' | 'args' | 'started'>,
    step: number,
    result: ToolResult,
    rest: { readonly attempts: number; readonly ms?: number; readonly verdict: StepResult },
  ): Promise<StepRecord> {
    const text = redactor.all(result.output);
    let log: string | undefined;
    if (result.fullOutputPath !== undefined) log = logName(state.id, step);
    else if (text.length > MAX_OUTPUT) {
      log = logName(state.id, step);
      await save(join(folder, log), text);
    }
    return {
      ...base,
      attempts: rest.attempts,
      result: rest.verdict,
      ...(rest.ms === undefined ? {} : { ms: rest.ms }),
      ...(result.ok ? { output: text } : { error: text }),
      ...(log === undefined ? {} : { log }),
    };
  }

  return {
    taskId: initial.id,

    async execute(step, run) {
      const index = state.steps.length;
      const number = index + 1;
      const startedAt = clock.now();
      const base = {
        tool: step.call.name,
        args: textOf(step.call.args),
        started: isoLocal(startedAt),
      };
      // The place is taken before anything waits: steps may run side by side.
      await change({
        steps: withStep(index, stepOf({ ...base, attempts: 1, result: 'running' })),
        status: 'RUNNING',
      });
      const fullOutputPath = join(folder, logName(state.id, number));
      const { result, attempts } = await runWithRetries(
        {
          idempotent: step.spec?.idempotent ?? false,
          limitMs: limitOf(step, deps.settings),
          signal: step.signal,
          run: (attempt, timeoutMs) => run(attempt, timeoutMs, fullOutputPath),
        },
        deps,
      );
      const ms = clock.now().getTime() - startedAt.getTime();
      const verdict = verdictOf(result);
      const record = await finished(base, number, result, { attempts, ms, verdict });
      await change({ steps: withStep(index, stepOf(record)) });
      return { result, attempts, ms };
    },

    async note(step, result) {
      const index = state.steps.length;
      const base = {
        tool: step.call.name,
        args: textOf(step.call.args),
        started: isoLocal(clock.now()),
      };
      state = {
        ...state,
        steps: withStep(index, stepOf({ ...base, attempts: 0, result: 'running' })),
      };
      const verdict = result.failure === 'permission' ? 'denied' : verdictOf(result);
      const record = await finished(base, index + 1, result, { attempts: 0, verdict });
      await change({ steps: withStep(index, stepOf(record)) });
    },

    async setStatus(status: TaskStatus) {
      if (status !== state.status) await change({ status });
    },
  };
}

function verdictOf(result: ToolResult): StepResult {
  if (result.ok) return 'success';
  return result.failure === 'stopped' ? 'stopped' : 'failure';
}

/** Milliseconds for one attempt: what the call asks for where it may, else the tool's, else ours. */
function limitOf({ call, spec, toolTimeoutMs }: StepInput, settings: Settings): number {
  const asked = spec?.kind === 'command' ? call.args.timeout_ms : undefined;
  if (typeof asked === 'number' && asked > 0) return Math.min(asked, MAX_CALL_MS);
  const usual = toolTimeoutMs ?? settings.get().limits.toolTimeoutMs;
  return Math.min(spec?.timeoutMs ?? usual, MAX_CALL_MS);
}
