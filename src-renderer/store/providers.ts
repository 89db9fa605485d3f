import { create } from 'zustand';
import type { ModelPull, ProviderInfo } from '../../protocol/index.ts';
import { call } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';

interface ProvidersState {
  readonly providers: readonly ProviderInfo[];
  readonly cascade: readonly string[];
  /** Downloads that run, and those that failed. */
  readonly pulls: readonly ModelPull[];
  readonly loaded: boolean;
}

export const useProviders = create<ProvidersState>(() => ({
  providers: [],
  cascade: [],
  pulls: [],
  loaded: false,
}));

export async function loadProviders(): Promise<void> {
  const { providers, cascade, pulls } = await call('provider.list', {});
  useProviders.setState({ providers, cascade, pulls, loaded: true });
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

/** News of a download. One that is over leaves the list; the caller reads the models anew. */
export function putPull({ provider, model, ...rest }: ModelPull): void {
  const { pulls } = useProviders.getState();
  const others = pulls.filter((one) => one.provider !== provider || one.model !== model);
  const isOpen = rest.state === 'running' || rest.state === 'failed';
  useProviders.setState({ pulls: isOpen ? [...others, { provider, model, ...rest }] : others });
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

/** Ollama's names mean the tag "latest" where they name none. */
export function hasModel(state: ProvidersState, provider: string, model: string): boolean {
  const wanted = [model, `${model}:latest`].map((name) => name.toLowerCase());
  const info = state.providers.find(({ name }) => name === provider);
  return info?.models.some((name) => wanted.includes(name.toLowerCase())) ?? false;
}
