/** A prepared home in a temporary folder, a clock that tests set, and a log that tests read. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { prepareHome } from '../../brain/home/index.ts';
import type { HomePaths } from '../../brain/shared/home.ts';
import type { Logger } from '../../brain/shared/log.ts';
import type { Clock } from '../../brain/shared/time.ts';
import { createStorage } from '../../brain/storage/index.ts';
import { tempFolder } from './temp-home.ts';

export { tempFolder } from './temp-home.ts';

/** Runs when the test is over. */
export function afterTest(undo: () => Promise<void> | void): void {
  onTestFinished(undo);
}

export async function tempHome(): Promise<HomePaths> {
  const root = join(await tempFolder(), 'home');
  const prepared = await prepareHome({ root, storage: createStorage() });
  if (!prepared.ok) throw new Error(prepared.error);
  return prepared.value;
}

export interface TestClock extends Clock {
  set(iso: string): void;
}

/** `iso` without offset is local time, so that daily files have the same name everywhere. */
export function testClock(iso = '2026-11-21T09:05:00'): TestClock {
  let now = new Date(iso);
  return {
    now: () => new Date(now),
    set(next) {
      now = new Date(next);
    },
  };
}

export interface TestLog extends Logger {
  readonly lines: string[];
}

export function testLog(): TestLog {
  const lines: string[] = [];
  const line =
    (level: string) =>
    (message: string, fields?: object): void => {
      lines.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`);
    };
  return {
    lines,
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
  };
}
