import type { ProviderConfig } from '../../../protocol/index.ts';
import type { ModelServer } from './index.ts';

/** The provider of `config.json` that leads to a scripted server. */
export function providerOf({
  kind,
  baseUrl,
}: Pick<ModelServer, 'kind' | 'baseUrl'>): ProviderConfig {
  const model = `test-${kind}`;
  if (kind === 'openai_responses') return { kind: 'openai', api: 'responses', model, baseUrl };
  return { kind, model, baseUrl };
}
