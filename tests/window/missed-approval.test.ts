/** Notifications: what waits for its owner must be told once; what they watched, not at all. */
import { expect, it } from 'vitest';
import type { SessionSummary } from '../../protocol/index.ts';
import { createWatch } from '../../src-renderer/shell/notice-watch.ts';

type Status = SessionSummary['status'];

function told(
  ...states: readonly (readonly [seconds: number, status: Status])[]
): readonly string[] {
  let now = 0;
  const watch = createWatch(() => now);
  return states.flatMap(([seconds, status]) => {
    now = seconds * 1000;
    return watch({ sessionId: 's_1', status } as SessionSummary) ?? [];
  });
}

it('a turn that waits is told at once, and once for each time it waits', () => {
  expect(told([0, 'running'], [1, 'waiting'], [2, 'waiting'])).toEqual(['waiting']);
  expect(told([0, 'running'], [1, 'waiting'], [3, 'running'], [4, 'waiting'])).toEqual([
    'waiting',
    'waiting',
  ]);
});

it('a long turn is told at its end, a short one and an old one are not', () => {
  expect(told([0, 'running'], [25, 'idle'])).toEqual(['done']);
  expect(told([0, 'running'], [5, 'idle'])).toEqual([]);
  expect(told([0, 'idle'], [99, 'idle'])).toEqual([]);
  // The time of waiting counts: the owner has gone away meanwhile.
  expect(told([0, 'running'], [2, 'waiting'], [30, 'running'], [31, 'idle'])).toEqual([
    'waiting',
    'done',
  ]);
});
