import { create } from 'zustand';
import type { ProviderInfo } from '../../protocol/index.ts';
import { call } from '../transport/brain.ts';

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
