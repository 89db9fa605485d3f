import type { ProviderFailureSummary } from '../../protocol/index.ts';

/** Most messages begin with the provider's name themselves. */
export function failureWords({ provider, message }: ProviderFailureSummary): string {
  return message.startsWith(provider) ? message : `${provider}: ${message}`;
}
