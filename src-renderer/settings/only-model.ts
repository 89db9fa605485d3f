import { useSettings } from '../store/settings.ts';
import { providersWith } from './provider-patch.ts';
import { save } from './save.ts';

/** A server that offers one model means that one. Ollama's first one is taken without being named. */
export async function takeOnlyModel(name: string, offered: readonly string[]): Promise<void> {
  const configured = useSettings.getState().config?.providers[name];
  const [only] = offered;
  if (configured === undefined || only === undefined || offered.length > 1) return;
  if (configured.kind === 'ollama' || configured.model !== '') return;
  await save({ providers: providersWith(name, { model: only }) });
}
