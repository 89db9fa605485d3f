/** Folding a conversation's history for good: by a turn that begins with a fold, or by its owner. */
import { lastTurn, type SessionState } from '../hippocampus/session-state.ts';
import type { Fold, TurnRef } from '../regions.ts';
import type { Regions } from './turn.ts';

/**
 * Stores a fold, so that the next turns send the same bytes, and tells the windows. `keptFrom` is the
 * first turn that stayed whole.
 */
export function storeFold(regions: Regions, ref: TurnRef, fold: Fold, keptFrom?: string): void {
  const { history, keptFrom: first = keptFrom, ...shown } = fold;
  regions.hippocampus.sessions.note(ref, { type: 'fold', history });
  regions.broca.announce(ref, {
    type: 'compaction',
    ...shown,
    ...(first === undefined ? {} : { keptFrom: first }),
  });
}

/**
 * Folds on the owner's wish. Undefined when there is nothing to fold, or nothing new since the last
 * time. No turn may be running.
 */
export function compactSession(regions: Regions, state: SessionState): Fold | undefined {
  const last = lastTurn(state);
  if (last === undefined || last.events.at(-1)?.type === 'compaction') return undefined;
  const target = regions.thalamus.resolve(state.meta.model);
  const fold = regions.prefrontal.compact(state.history, target.ok ? target.value : undefined);
  if (fold === undefined) return undefined;
  const { sessionId } = state.meta;
  storeFold(regions, { sessionId, turnId: last.turnId }, fold);
  void regions.hippocampus.sessions.save(sessionId);
  return fold;
}
