/** The language of this window. */
import { useMemo } from 'react';
import { useSettings } from '../store/settings.ts';
import { loadSentences, useSentences } from './sentences.ts';
import { createI18n, type I18n, type Language, resolveLanguage } from './tables.ts';

export { type I18n, tables } from './tables.ts';

type Loaded = ReturnType<typeof useSentences.getState>;

const byLanguage = new Map<
  Language,
  { readonly i18n: I18n; readonly sentences: Loaded[Language] }
>();

export function currentI18n(): I18n {
  return i18nOf(useSettings.getState().language, useSentences.getState());
}

export function useI18n(): I18n {
  const setting = useSettings((state) => state.language);
  const sentences = useSentences();
  return useMemo(() => i18nOf(setting, sentences), [setting, sentences]);
}

function i18nOf(setting: string, loaded: Loaded): I18n {
  const language = resolveLanguage(setting, navigator.languages);
  const known = byLanguage.get(language);
  const sentences = loaded[language];
  if (known !== undefined && known.sentences === sentences) return known.i18n;
  loadSentences(language);
  const i18n = createI18n(language, sentences);
  byLanguage.set(language, { i18n, sentences });
  return i18n;
}
