/** What the brain says in English must not stand in a German or Arabic window as if it were its own. */
import { describe, expect, it } from 'vitest';
import type { ProviderInfo } from '../../protocol/index.ts';
import { createI18n, type Language, tables } from '../../src-renderer/i18n/tables.ts';
import { providerWords } from '../../src-renderer/settings/provider-words.ts';

const message = 'claude refused the key (401). Put a valid one into ANTHROPIC_API_KEY.';
const states = [
  'ready',
  'cooling',
  'misconfigured',
  'no_key',
  'no_model',
  'offline',
  'unknown',
] as const;
const provider = (state: ProviderInfo['state']): ProviderInfo => ({
  name: 'claude',
  kind: 'anthropic',
  model: 'claude-sonnet-4-6',
  models: [],
  local: false,
  state,
  message,
  keySource: 'none',
});

describe.each(Object.keys(tables).filter((language) => language !== 'en'))(
  'in "%s"',
  (language) => {
    it.each(states)('a provider that is "%s" is told in the window’s own words', (state) => {
      const i18n = createI18n(language as Language);
      const { words } = providerWords(provider(state), i18n);
      expect(words).not.toBe('');
      expect(words).not.toContain(message);
      expect(words).not.toBe(providerWords(provider(state), createI18n('en')).words);
    });

    it('a server’s own words stay to be read, marked as such', () => {
      const told = providerWords(provider('misconfigured'), createI18n(language as Language));
      expect(told.exact).toBe(message);
    });
  },
);
