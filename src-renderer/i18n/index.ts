/** The language of this window. */
import { useMemo } from 'react';
import { useSettings } from '../store/settings.ts';
import { createI18n, type I18n, type Language, resolveLanguage } from './tables.ts';

export { type I18n, tables } from './tables.ts';

const byLanguage = new Map<Language, I18n>();

export function currentI18n(): I18n {
  return i18nOf(useSettings.getState().language);
}

export function useI18n(): I18n {
  const setting = useSettings((state) => state.language);
  return useMemo(() => i18nOf(setting), [setting]);
}

function i18nOf(setting: string): I18n {
  const language = resolveLanguage(setting, navigator.languages);
  const known = byLanguage.get(language);
  if (known) return known;
  const created = createI18n(language);
  byLanguage.set(language, created);
  return created;
}
