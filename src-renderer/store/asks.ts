/** Questions of the brain itself, which belong to no conversation. */
import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { PendingAsk } from '../../protocol/index.ts';
import { call } from '../transport/brain.ts';

const useBrainAsks = create<{ readonly asks: readonly PendingAsk[] }>(() => ({ asks: [] }));

export async function loadBrainAsks(): Promise<void> {
  const { asks } = await call('turn.pending', {});
  useBrainAsks.setState({ asks: asks.filter((ask) => ask.turnId === undefined) });
}

/** The rule that proposals name; they are listed in the memory room. */
const proposal = 'memory_proposal';

export function useProposals(): readonly PendingAsk[] {
  return useBrainAsks(useShallow((state) => state.asks.filter(({ rule }) => rule === proposal)));
}

/** Those that are asked where the owner is. */
export function useQuestions(): readonly PendingAsk[] {
  return useBrainAsks(useShallow((state) => state.asks.filter(({ rule }) => rule !== proposal)));
}
