/**
 * Motor: carries tool calls out, with retries, and keeps the task file of each turn.
 *
 * Takes a turn's tool calls one by one with a function that runs them; gives each one's result, the
 * number of attempts and the time. Must always hold: one task per turn, whose id is the turn's id, so
 * that a turn which goes on after a restart finds its task again; one step per tool call; the file
 * says at every moment how things stand; guessed secrets are masked in it.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskSummary } from '../../protocol/index.ts';
import type { Motor, Settings, TurnRef } from '../regions.ts';
import type { HomePaths } from '../shared/home.ts';
import { isPrivateSession, isSafeId } from '../shared/ids.ts';
import type { Logger } from '../shared/log.ts';
import type { Redactor } from '../shared/redact.ts';
import { openRegularFile } from '../shared/regular-file.ts';
import { codeOf, messageOf } from '../shared/result.ts';
import { type Clock, isoLocal } from '../shared/time.ts';
import type { Storage } from '../storage/index.ts';
import { openTaskFile, type TaskDeps, taskFileName } from './open-task.ts';
import { realSleep, type Sleep } from './retry.ts';
import { formatTask, interrupted, parseHead, parseTask, type TaskState } from './task-file.ts';

export { MAX_CALL_MS, RETRY_DELAYS_MS, type Sleep } from './retry.ts';

export interface MotorDeps {
  readonly paths: HomePaths;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly redactor: Redactor;
  readonly settings: Settings;
  /** The pause between attempts; tests pass one that does not wait. */
  readonly sleep?: Sleep;
}

/** Enough for any head: its title is clipped. */
const HEAD_BYTES = 4096;

export function createMotor(deps: MotorDeps): Motor {
  const folder = deps.paths.tasks;
  const pathOf = (taskId: string, inFolder = folder): string =>
    join(inFolder, taskFileName(taskId));

  /** What a private conversation's tools did goes away with it, and stands in no list. */
  function folderOf(sessionId: string): string {
    if (!isPrivateSession(sessionId)) return folder;
    return join(deps.paths.privateSessions, sessionId, 'tasks');
  }

  async function headOf(taskId: string): Promise<TaskSummary | undefined> {
    const file = await openRegularFile(pathOf(taskId));
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      const head = parseHead(buffer.toString('utf8', 0, bytesRead));
      if (head === undefined) return undefined;
      const { version: _, ...summary } = head;
      return summary;
    } finally {
      await file.close();
    }
  }

  /** Newest first: ids sort by the time they were made. */
  async function taskIds(): Promise<readonly string[]> {
    try {
      const names = await readdir(folder);
      return names
        .flatMap((name) => /^TASK-([a-z]+_[0-9a-z]+)\.md$/.exec(name)?.[1] ?? [])
        .filter(isSafeId)
        .sort((a, b) => (a < b ? 1 : -1));
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return [];
      throw thrown;
    }
  }

  async function readHead(taskId: string): Promise<TaskSummary | undefined> {
    try {
      const head = await headOf(taskId);
      if (head === undefined) deps.logger.warn('a task file cannot be read as one', { taskId });
      return head;
    } catch (thrown) {
      deps.logger.warn('a task file cannot be opened', { taskId, reason: messageOf(thrown) });
      return undefined;
    }
  }

  /** The task as it was left, or undefined; a file that is none is moved aside, never overwritten. */
  async function existing(taskId: string, inFolder: string): Promise<TaskState | undefined> {
    const text = await deps.storage.read(pathOf(taskId, inFolder));
    if (text === undefined) return undefined;
    const task = parseTask(text);
    if (task) return { ...task, steps: task.steps.map(interrupted) };
    const aside = join(inFolder, `TASK-${taskId}.unreadable.md`);
    await deps.storage.move(pathOf(taskId, inFolder), aside);
    deps.logger.warn('an unreadable task file was moved aside', { taskId });
    return undefined;
  }

  async function start(turn: TurnRef, title: string, inFolder: string): Promise<TaskState> {
    const { sessionId, turnId: taskId } = turn;
    try {
      await deps.storage.makeFolder(inFolder);
      const found = await existing(taskId, inFolder);
      if (found) return found;
    } catch (thrown) {
      // As for writing: the turn goes on, the program log has the reason.
      deps.logger.error('a task could not be opened', { taskId, reason: messageOf(thrown) });
    }
    const now = isoLocal(deps.clock.now());
    const masked = deps.redactor.all(title);
    const times = { created: now, updated: now };
    return { id: taskId, sessionId, title: masked, status: 'RUNNING', ...times, steps: [] };
  }

  return {
    async openTask(turn, title) {
      const inFolder = folderOf(turn.sessionId);
      const taskDeps: TaskDeps = { ...deps, folder: inFolder, sleep: deps.sleep ?? realSleep };
      return openTaskFile(await start(turn, title, inFolder), taskDeps);
    },

    async list(limit) {
      const found: TaskSummary[] = [];
      for (const taskId of await taskIds()) {
        if (found.length >= limit) break;
        const head = await readHead(taskId);
        if (head) found.push(head);
      }
      return found;
    },

    async get(taskId) {
      if (!isSafeId(taskId)) return undefined;
      const markdown = await deps.storage.read(pathOf(taskId));
      const head = markdown === undefined ? undefined : parseHead(markdown);
      if (markdown === undefined || head === undefined) return undefined;
      const { version: _, ...task } = head;
      return { task, markdown };
    },

    async recover(stillOpen) {
      for (const taskId of await taskIds()) {
        if (stillOpen.has(taskId)) continue;
        const head = await readHead(taskId);
        if (head?.status !== 'RUNNING' && head?.status !== 'WAITING') continue;
        const task = parseTask((await deps.storage.read(pathOf(taskId))) ?? '');
        if (task === undefined) {
          deps.logger.warn('an open task could not be marked as interrupted', { taskId });
          continue;
        }
        const next: TaskState = {
          ...task,
          status: 'INTERRUPTED',
          updated: isoLocal(deps.clock.now()),
          steps: task.steps.map(interrupted),
        };
        await deps.storage.write(pathOf(taskId), formatTask(next)).catch((thrown: unknown) => {
          deps.logger.error('a task file could not be written', { reason: messageOf(thrown) });
        });
      }
    },
  };
}
