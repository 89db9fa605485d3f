/** What a turn's calls cost: told to the windows, and counted in the account of the day. */
import type { ConnectomeEvent, EventOf, ModelPrices, Usage } from '../../protocol/index.ts';
import type { TurnRef } from '../regions.ts';
import { addUsage, noUsage } from '../shared/model.ts';
import { messageOf } from '../shared/result.ts';
import type { Regions, Turn } from './turn.ts';

export interface Spent {
  readonly provider: string;
  readonly model: string;
  readonly usage: Usage;
  readonly ms: number;
  /** Absent: the cost is not known. */
  readonly prices: ModelPrices | undefined;
}

export function isFree(prices: ModelPrices | undefined): boolean {
  return prices !== undefined && Object.values(prices).every((price) => price === 0);
}

/** Tells and counts one call, also one that failed or was stopped. */
export async function account(regions: Regions, turn: Turn, spent: Spent): Promise<void> {
  const usage = isFree(spent.prices) ? { costUsd: 0, ...spent.usage } : spent.usage;
  turn.usage = addUsage(turn.usage, usage);
  emitUsage(regions, turn, turn.call, { ...spent, usage });
  await count(regions, turn, usageEvents(regions, turn).length);
}

/**
 * After a restart: counts what a crash kept out of the account. A call that was answering when the
 * brain was killed did cost something, and nobody will ever say how much.
 */
export async function accountAfterCrash(regions: Regions, ref: TurnRef): Promise<void> {
  const told = new Set(usageEvents(regions, ref).map(({ call }) => call));
  for (const event of eventsOf(regions, ref)) {
    if (event.type !== 'provider' || told.has(event.call)) continue;
    const { provider, model, call } = event;
    if (provider === 'reflex' || isFree(regions.thalamus.pricesOf(provider, model))) continue;
    emitUsage(regions, ref, call, { provider, model, usage: noUsage, ms: 0 });
  }
  const { length } = usageEvents(regions, ref);
  for (let number = 1; number <= length; number += 1) await count(regions, ref, number);
}

function emitUsage(
  regions: Regions,
  ref: TurnRef,
  call: number,
  { provider, model, usage, ms }: Omit<Spent, 'prices'>,
): void {
  regions.broca.emit(ref, { type: 'usage', call, ...usage, ms, provider, model });
}

/** Counts the turn's so-many-th `usage` event, unless it is counted already. */
async function count(regions: Regions, ref: TurnRef, number: number): Promise<void> {
  const event = usageEvents(regions, ref)[number - 1];
  if (event?.provider === undefined || event.provider === 'reflex') return;
  const { at, provider, model = '' } = event;
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costUsd } = event;
  const { sessionId, turnId } = ref;
  try {
    await regions.spending.record({
      at,
      sessionId,
      turnId,
      number,
      provider,
      model,
      inputTokens,
      outputTokens,
      cacheReadTokens,
      cacheWriteTokens,
      ...(costUsd === undefined ? {} : { costUsd }),
    });
  } catch (thrown) {
    // The day's file cannot be read. The transcript has the call; the turn is none the worse.
    regions.logger.error('a call is missing in the account', { reason: messageOf(thrown) });
  }
}

function usageEvents(
  regions: Regions,
  ref: TurnRef,
): readonly (ConnectomeEvent & EventOf<'usage'>)[] {
  return eventsOf(regions, ref).filter((event) => event.type === 'usage');
}

function eventsOf(regions: Regions, { sessionId, turnId }: TurnRef): readonly ConnectomeEvent[] {
  return regions.hippocampus.sessions.loaded(sessionId)?.turns.get(turnId)?.events ?? [];
}
