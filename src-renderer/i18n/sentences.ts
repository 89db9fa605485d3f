/** The brain's sentences in the window's language. English needs none: the brain speaks it. */
import { create } from 'zustand';
import type { Language } from './tables.ts';
import type { SentenceTable } from './told.ts';

/** Those that have been loaded. */
export const useSentences = create<Readonly<Partial<Record<Language, SentenceTable>>>>(() => ({}));

const loaders: Readonly<
  Partial<Record<Language, () => Promise<{ readonly sentences: SentenceTable }>>>
> = {
  de: () => import('./de/sentences/index.ts'),
  ar: () => import('./ar/sentences/index.ts'),
};
const asked = new Set<Language>();

/** Until they are there, and where they cannot be had, the brain's own words are shown. */
export function loadSentences(language: Language): void {
  const load = loaders[language];
  if (load === undefined || asked.has(language)) return;
  asked.add(language);
  load().then(
    ({ sentences }) => useSentences.setState({ [language]: sentences }),
    // The brain's own words stay.
    () => undefined,
  );
}
