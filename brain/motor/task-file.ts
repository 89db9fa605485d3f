/** `TASK-<id>.md`: written for people, and read back for its head and its steps. Pure. */
import { type TaskStatus, type TaskSummary, taskStatus } from '../../protocol/index.ts';
import { clip, safeSlice } from '../shared/text.ts';

/** 2: with the session. */
const TASK_VERSION = 2;
const MAX_TITLE = 200;
const MAX_ARGS = 2000;
/** Longer output goes whole into `TASK-<id>-<step>.log`. */
export const MAX_OUTPUT = 2000;

export type StepResult = 'running' | 'success' | 'failure' | 'denied' | 'stopped' | 'interrupted';

export interface Step {
  readonly tool: string;
  /** Everything below the step's heading. */
  readonly body: string;
  readonly running: boolean;
}

export interface TaskState {
  readonly id: string;
  /** Whose turn it is; files of version 1 do not say it. */
  readonly sessionId?: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly created: string;
  readonly updated: string;
  readonly steps: readonly Step[];
}

export interface StepRecord {
  readonly tool: string;
  /** JSON on one line. */
  readonly args: string;
  readonly started: string;
  readonly ms?: number;
  readonly attempts: number;
  readonly result: StepResult;
  readonly output?: string;
  readonly error?: string;
  /** Name of the file with the whole output. */
  readonly log?: string;
}

export function stepOf(record: StepRecord): Step {
  const lines = [
    `- Args: ${clip(record.args, MAX_ARGS)}`,
    `- Started: ${record.started}`,
    ...(record.ms === undefined ? [] : [`- Duration: ${record.ms} ms`]),
    `- Attempts: ${record.attempts}`,
    `- Result: ${record.result}`,
  ];
  const text = record.error ?? record.output;
  if (text !== undefined) {
    const label = record.error === undefined ? 'Output' : 'Error';
    const whole = record.log === undefined ? '' : ` (whole: ${record.log})`;
    lines.push(`- ${label}:${whole}`, '', fenced(text));
  }
  return { tool: record.tool, body: lines.join('\n'), running: record.result === 'running' };
}

/** A code block whose fence no line of the text can close. */
function fenced(text: string): string {
  const shown = text.length > MAX_OUTPUT ? `${safeSlice(text, MAX_OUTPUT - 1)}…` : text;
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${shown.replace(/\n$/, '')}\n${fence}`;
}

export function formatTask(task: TaskState): string {
  const done = task.steps.filter(({ running }) => !running).length;
  const head = [
    `# Task: ${clip(task.title, MAX_TITLE)}`,
    `<!-- connectome:task v${TASK_VERSION} -->`,
    '',
    `- ID: ${task.id}`,
    ...(task.sessionId === undefined ? [] : [`- Session: ${task.sessionId}`]),
    `- Status: ${task.status}`,
    `- Created: ${task.created}`,
    `- Updated: ${task.updated}`,
    `- Steps: ${done}/${task.steps.length}`,
    '',
    '## Steps',
  ];
  const steps = task.steps.map(
    ({ tool, body }, index) => `\n### Step ${index + 1}: ${tool}\n\n${body}`,
  );
  return `${[...head, ...steps].join('\n')}\n`;
}

/** The head alone; undefined: no task file, or one of a newer version. */
export function parseHead(text: string): (TaskSummary & { readonly version: number }) | undefined {
  const title = /^# Task: (.*)$/m.exec(text)?.[1];
  const version = Number(/^<!-- connectome:task v(\d+) -->$/m.exec(text)?.[1]);
  const field = (name: string): string | undefined =>
    new RegExp(`^- ${name}: (.*)$`, 'm').exec(text)?.[1];
  const status = taskStatus.safeParse(field('Status'));
  const counts = /^(\d+)\/(\d+)$/.exec(field('Steps') ?? '');
  const [id, created, updated] = [field('ID'), field('Created'), field('Updated')];
  const sessionId = field('Session');
  if (title === undefined || !(version <= TASK_VERSION) || !status.success || !counts) {
    return undefined;
  }
  if (id === undefined || created === undefined || updated === undefined) return undefined;
  return {
    taskId: id,
    ...(sessionId === undefined ? {} : { sessionId }),
    title,
    status: status.data,
    created,
    updated,
    stepsDone: Number(counts[1]),
    steps: Number(counts[2]),
    version,
  };
}

/** The whole file; undefined when it cannot be understood. */
export function parseTask(text: string): TaskState | undefined {
  const head = parseHead(text);
  if (head === undefined) return undefined;
  const steps: Step[] = [];
  let tool: string | undefined;
  let lines: string[] = [];
  let fence: string | undefined;
  const end = (): void => {
    if (tool === undefined) return;
    const body = lines.join('\n').trim();
    // The first one: output further down may imitate it.
    const result = /^- Result: (.*)$/m.exec(body)?.[1];
    steps.push({ tool, body, running: result === 'running' });
  };
  for (const line of text.split('\n')) {
    const mark = /^(`{3,})$/.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark === fence) fence = undefined;
    const heading = fence === undefined ? /^### Step \d+: (.*)$/.exec(line) : null;
    if (heading) {
      end();
      tool = heading[1] ?? '';
      lines = [];
    } else lines.push(line);
  }
  end();
  if (steps.length !== head.steps) return undefined;
  return {
    id: head.taskId,
    ...(head.sessionId === undefined ? {} : { sessionId: head.sessionId }),
    title: head.title,
    status: head.status,
    created: head.created,
    updated: head.updated,
    steps,
  };
}

/** A step that was running when the program died. */
export function interrupted(step: Step): Step {
  if (!step.running) return step;
  return {
    ...step,
    running: false,
    body: step.body.replace(/^- Result: running$/m, '- Result: interrupted'),
  };
}
