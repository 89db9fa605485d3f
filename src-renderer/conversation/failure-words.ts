import type { ProviderFailureSummary } from '../../protocol/index.ts';
import type { I18n } from '../i18n/index.ts';

/** Most messages name the provider themselves. */
export function failureWords(failure: ProviderFailureSummary, { told }: I18n): string {
  const { provider } = failure;
  const words = told(failure, 'message');
  return words.includes(provider) ? words : `${provider}: ${words}`;
}
