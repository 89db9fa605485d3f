import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMotor } from '../../../brain/motor/index.ts';
import type { ToolResult, ToolSpec } from '../../../brain/regions.ts';
import { homePaths } from '../../../brain/shared/home.ts';
import { newId } from '../../../brain/shared/ids.ts';
import { silentLogger } from '../../../brain/shared/log.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { testSettings } from '../../support/acting.ts';
import { tempFolder } from '../../support/temp-home.ts';

const spec = (more: Partial<ToolSpec> = {}): ToolSpec => ({
  name: 'Read',
  description: '',
  parameters: {},
  kind: 'read',
  readOnly: true,
  idempotent: true,
  capability: 'files',
  ...more,
});

const fail = (failure: ToolResult['failure']): ToolResult => ({
  ok: false,
  failure,
  output: `${failure}`,
  truncated: false,
});
const good: ToolResult = { ok: true, output: 'fine', truncated: false };

/** Time passes only when somebody sleeps, or when a try says how long it took. */
async function open() {
  const paths = homePaths(await tempFolder());
  let now = new Date('2026-11-21T09:05:00').getTime();
  const slept: number[] = [];
  const settings = testSettings();
  const motor = createMotor({
    paths,
    storage: createStorage(),
    clock: { now: () => new Date(now) },
    logger: silentLogger,
    redactor: createRedactor(),
    settings,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      slept.push(ms);
      now += ms;
    },
  });
  const task = await motor.openTask({ sessionId: 's_1', turnId: newId('t') }, 'x');
  const limits: number[] = [];
  const execute = (
    results: readonly ToolResult[],
    tool: ToolSpec | undefined,
    options: {
      readonly takesMs?: number;
      readonly signal?: AbortSignal;
      readonly args?: object;
    } = {},
  ) =>
    task.execute(
      {
        call: { id: newId('c'), name: 'Read', args: { ...options.args } },
        spec: tool,
        signal: options.signal ?? new AbortController().signal,
      },
      async (attempt, timeoutMs) => {
        limits.push(timeoutMs);
        now += options.takesMs ?? 0;
        return results[attempt - 1] ?? results.at(-1) ?? good;
      },
    );
  return { execute, slept, limits, settings, paths };
}

describe('the retry contract', () => {
  it('tries up to four times, after 2, 6 and 18 s', async () => {
    const { execute, slept } = await open();
    const { attempts, result } = await execute([fail('network')], spec());
    expect({ attempts, slept, failure: result.failure }).toEqual({
      attempts: 4,
      slept: [2000, 6000, 18_000],
      failure: 'network',
    });
  });

  it('stops at the first success', async () => {
    const { execute, slept } = await open();
    const { attempts, result } = await execute([fail('network'), good], spec());
    expect({ attempts, slept, ok: result.ok }).toEqual({ attempts: 2, slept: [2000], ok: true });
  });

  it('repeats nothing that changes things or that no tool declared', async () => {
    const { execute, slept } = await open();
    expect((await execute([fail('timeout')], spec({ idempotent: false }))).attempts).toBe(1);
    expect((await execute([fail('network')], undefined)).attempts).toBe(1);
    expect(slept).toEqual([]);
  });

  it('repeats no failure that would only come again', async () => {
    const { execute } = await open();
    for (const kind of ['permission', 'validation', 'not_found', 'stopped', 'error'] as const) {
      expect((await execute([fail(kind)], spec())).attempts, kind).toBe(1);
    }
  });

  it('doubles the limit after a time-out, once', async () => {
    const { execute, limits } = await open();
    await execute([fail('timeout')], spec({ timeoutMs: 10_000 }));
    expect(limits).toEqual([10_000, 20_000, 20_000, 20_000]);
  });

  it('takes at most ten minutes in all', async () => {
    const { execute, limits } = await open();
    const tool = spec({ timeoutMs: 250_000 });
    const { attempts } = await execute([fail('timeout')], tool, { takesMs: 250_000 });
    expect(limits).toEqual([250_000, 348_000, 92_000]);
    expect(attempts).toBe(3);
  });

  it('does not go on after a stop during the pause', async () => {
    const { execute } = await open();
    const signal = AbortSignal.abort();
    const { attempts } = await execute([fail('network')], spec(), { signal });
    expect(attempts).toBe(1);
  });

  it('makes one result of something thrown', async () => {
    const { paths } = await open();
    const motor = createMotor({
      paths,
      storage: createStorage(),
      clock: { now: () => new Date() },
      logger: silentLogger,
      redactor: createRedactor(),
      settings: testSettings(),
    });
    const task = await motor.openTask({ sessionId: 's', turnId: newId('t') }, 'x');
    const signal = new AbortController().signal;
    const { result } = await task.execute(
      { call: { id: 'c', name: 'Read', args: {} }, spec: spec(), signal },
      () => Promise.reject(new Error('bug')),
    );
    expect(result).toMatchObject({ ok: false, failure: 'error', output: 'bug' });
  });

  it('takes the limit from the call for commands, from the tool, or from the settings', async () => {
    const { execute, limits } = await open();
    const command = spec({ kind: 'command', idempotent: false });
    await execute([good], command, { args: { timeout_ms: 5000 } });
    await execute([good], command, { args: { timeout_ms: 99_000_000 } });
    await execute([good], spec(), { args: { timeout_ms: 5000 } });
    expect(limits).toEqual([5000, 600_000, 120_000]);
  });
});

describe('what a step leaves behind', () => {
  it('long output goes whole into a log beside the task', async () => {
    const { execute, paths } = await open();
    await execute([{ ...good, output: 'y'.repeat(5000) }], spec());
    const { readdir } = await import('node:fs/promises');
    const log = (await readdir(paths.tasks)).find((name) => name.endsWith('-1.log')) ?? '';
    expect(await readFile(join(paths.tasks, log), 'utf8')).toBe('y'.repeat(5000));
  });
});
