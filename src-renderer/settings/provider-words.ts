/** What is with a provider, in the window's language: from its state, not from the brain's English. */
import type { ProviderInfo } from '../../protocol/index.ts';
import type { I18n } from '../i18n/index.ts';

export interface ProviderWords {
  readonly words: string;
  /** What the server or the brain said about it, in English: for whoever wants to know exactly. */
  readonly exact: string;
}

export function providerWords(provider: ProviderInfo, { language, t }: I18n): ProviderWords {
  const { kind, state, model, message, missingModel } = provider;
  // The brain's own sentences name addresses and variables; they are English.
  if (language === 'en' && state !== 'ready') return { words: message, exact: '' };
  switch (state) {
    case 'ready':
      return { words: t('models.ready', { model }), exact: '' };
    case 'no_key':
      return { words: t('models.told.no_key'), exact: '' };
    case 'no_model':
      return {
        words: missingModel
          ? t('models.told.missingModel', { model: missingModel })
          : t('models.told.no_model'),
        exact: '',
      };
    case 'offline':
      return {
        words: t(kind === 'ollama' ? 'models.told.noOllama' : 'models.told.offline'),
        exact: '',
      };
    case 'cooling':
    case 'misconfigured':
      return { words: t(`models.told.${state}`), exact: message };
    case 'unknown':
      return { words: t('provider.state.unknown'), exact: message };
  }
}
