/** Changing one file: one writer at a time, on what is really there, reported with its hashes. */
import { stat } from 'node:fs/promises';
import type { ToolResult, ToolRun } from '../regions.ts';
import { hashOf } from '../shared/ids.ts';
import { createQueues } from '../shared/queue.ts';
import type { Result } from '../shared/result.ts';
import { openForRead, writeChecked } from '../shared/safe-open.ts';
import { type Sentence, say } from '../shared/say.ts';
import { openFailed, reach } from './reach.ts';
import { stampOf } from './read-registry.ts';
import { done, failed, type ToolDeps } from './tool.ts';

/** Larger files are not for editing as a whole. */
const MAX_BYTES = 64 * 1024 * 1024;

const queues = createQueues();

/** Two sessions may edit the same file at once: read, change and write belong together. */
export const alone = queues.run;

export interface NewContent {
  readonly bytes: Uint8Array;
  /** What the model is told. */
  readonly summary: Sentence;
}

/**
 * Reads the file (undefined: there is none), lets `newContent` make the new bytes, and writes them.
 * An error of `newContent` leaves everything as it was.
 */
export async function changeFile(
  filePath: string,
  run: ToolRun,
  deps: ToolDeps,
  newContent: (before: Buffer | undefined, real: string) => Result<NewContent, ToolResult>,
): Promise<ToolResult> {
  const target = await reach(filePath, 'write', run, deps);
  if (!target.ok) return target.error;
  const { real } = target.value;
  return alone(real, async () => {
    const current = await readCurrent(real);
    if (!current.ok) return current.error;
    const before = current.value;
    if (
      before !== undefined &&
      deps.reads.changedSince(run.turn.sessionId, real, {
        stamp: before.stamp,
        hash: hashOf(before.bytes),
      })
    ) {
      return failed('error', say('edit.changedSince', { path: real }));
    }
    const next = newContent(before?.bytes, real);
    if (!next.ok) return next.error;
    if (run.signal.aborted) return failed('stopped', say('tool.stoppedBeforeWrite'));
    const after = hashOf(next.value.bytes);
    const change = { path: real, ...(before ? { before: hashOf(before.bytes) } : {}), after };
    if (before) await deps.keepForUndo(run.turn, real, before.bytes);
    await deps.proveChange(run.turn, { toolCallId: run.toolCallId, ...change });
    run.beforeChange(change);
    const written = await writeChecked(deps.storage, real, next.value.bytes);
    if (!written.ok) return openFailed(written.error);
    deps.reads.note(run.turn.sessionId, real, {
      stamp: stampOf(await stat(real, { bigint: true })),
      hash: after,
    });
    return { ...done(next.value.summary), changedFiles: [change] };
  });
}

/** The file as it is now; undefined: there is none. */
export async function readCurrent(
  real: string,
): Promise<Result<{ bytes: Buffer; stamp: string } | undefined, ToolResult>> {
  const opened = await openForRead(real);
  if (!opened.ok) {
    if (opened.error.kind === 'not_found') return { ok: true, value: undefined };
    return { ok: false, error: openFailed(opened.error) };
  }
  const file = opened.value;
  try {
    const stats = await file.stat({ bigint: true });
    if (stats.size > MAX_BYTES) {
      return {
        ok: false,
        error: failed('validation', say('edit.tooLarge', { path: real })),
      };
    }
    return { ok: true, value: { bytes: await file.readFile(), stamp: stampOf(stats) } };
  } finally {
    await file.close();
  }
}
