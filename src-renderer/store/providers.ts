import { create } from 'zustand';
import type { ProviderInfo } from '../../protocol/index.ts';
import { call } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';

interface ProvidersState {
  readonly providers: readonly ProviderInfo[];
  readonly cascade: readonly string[];
  readonly loaded: boolean;
}

export const useProviders = create<ProvidersState>(() => ({
  providers: [],
  cascade: [],
  loaded: false,
}));

export async function loadProviders(): Promise<void> {
  const { providers, cascade } = await call('provider.list', {});
  useProviders.setState({ providers, cascade, loaded: true });
  lookAgain(providers);
}

let nextLook: ReturnType<typeof setTimeout> | undefined;

/** Nobody tells when a provider has cooled down: that is asked when its time is over. */
function lookAgain(providers: readonly ProviderInfo[]): void {
  clearTimeout(nextLook);
  const times = providers.flatMap(({ until }) => (until === undefined ? [] : [Date.parse(until)]));
  if (times.length === 0) return;
  const ms = Math.max(0, Math.min(...times) - Date.now()) + 500;
  nextLook = setTimeout(() => {
    loadProviders().catch((error: unknown) => {
      // A lost connection: the list is asked for anew when it is back.
      if (!(error instanceof RpcError)) throw error;
    });
  }, ms);
}

/** The providers in the order in which they are asked. */
export function inCascadeOrder(state: ProvidersState): readonly ProviderInfo[] {
  return state.cascade
    .map((name) => state.providers.find((provider) => provider.name === name))
    .filter((provider) => provider !== undefined);
}

/** What answers when nothing is picked: the first ready one, else the reflexes. */
export function headOfCascade(state: ProvidersState): ProviderInfo | undefined {
  return inCascadeOrder(state).find((provider) => provider.state === 'ready');
}
