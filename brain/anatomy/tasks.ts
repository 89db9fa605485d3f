/** How a turn's tool calls are carried out and written down: the motor. Types only. */
import type { TaskStatus, TaskSummary } from '../../protocol/index.ts';
import type { ToolCall } from '../shared/model.ts';
import type { TurnRef } from './base.ts';
import type { ToolSpec } from './capabilities.ts';
import type { ToolResult } from './tools.ts';

export interface StepInput {
  readonly call: ToolCall;
  readonly spec: ToolSpec | undefined;
  readonly signal: AbortSignal;
  /** Time of one attempt of a tool that says nothing itself; the settings' where absent. */
  readonly toolTimeoutMs?: number;
}

/** The markdown file of one turn's tool work. */
export interface Task {
  readonly taskId: string;
  /** Runs one step with the retry contract; `run` gets the attempt (from 1) and its time limit. */
  execute(
    step: StepInput,
    run: (attempt: number, timeoutMs: number, fullOutputPath: string) => Promise<ToolResult>,
  ): Promise<{ readonly result: ToolResult; readonly attempts: number; readonly ms: number }>;
  /** Writes down a step that did not run (denied, bad arguments). */
  note(step: StepInput, result: ToolResult): Promise<void>;
  setStatus(status: TaskStatus): Promise<void>;
}

export interface Motor {
  /** The turn's task: made at the first call, opened again when a turn goes on after a restart. */
  openTask(turn: TurnRef, title: string): Promise<Task>;
  list(limit: number): Promise<readonly TaskSummary[]>;
  get(
    taskId: string,
  ): Promise<{ readonly task: TaskSummary; readonly markdown: string } | undefined>;
  /** At start: RUNNING and WAITING tasks of turns that are not in `stillOpen` become INTERRUPTED. */
  recover(stillOpen: ReadonlySet<string>): Promise<void>;
}
