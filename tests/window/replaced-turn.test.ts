/** An edited message: the old turn and all after it leave the window, in every order of reading. */
import { expect, it } from 'vitest';
import { applyEvent, type TurnsState } from '../../src-renderer/store/sequence.ts';
import { epoch, event } from './events.ts';

const empty: TurnsState = { order: [], byId: {}, epoch, lastSeq: 0, held: [] };
const started = (seq: number, turnId: string, replaces?: string) =>
  event(
    seq,
    { type: 'started', text: turnId, ...(replaces === undefined ? {} : { replaces }) },
    { turnId },
  );

it('takes the place of the turn that it replaces, and of those after it', () => {
  const events = [started(1, 'a'), started(2, 'b'), started(3, 'c'), started(4, 'd', 'b')];
  const state = events.reduce(applyEvent, empty);
  expect(state.order).toEqual(['a', 'd']);
  expect(Object.keys(state.byId)).toEqual(['a', 'd']);
  expect(state.byId.d?.replaces).toBe('b');
});

it('one that was never read is older than all that was: nothing of it stays', () => {
  const state = [started(1, 'b'), started(2, 'c'), started(3, 'd', 'a')].reduce(applyEvent, empty);
  expect(state.order).toEqual(['d']);
});

it('the first one is replaced as well', () => {
  expect([started(1, 'a'), started(2, 'd', 'a')].reduce(applyEvent, empty).order).toEqual(['d']);
});
