/** Questions of the brain itself, which belong to no conversation. */
import { create } from 'zustand';
import type { PendingAsk } from '../../protocol/index.ts';
import { call } from '../transport/brain.ts';

export const useBrainAsks = create<{ readonly asks: readonly PendingAsk[] }>(() => ({ asks: [] }));

export async function loadBrainAsks(): Promise<void> {
  const { asks } = await call('turn.pending', {});
  useBrainAsks.setState({ asks: asks.filter((ask) => ask.turnId === undefined) });
}
