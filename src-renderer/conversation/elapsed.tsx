/** How long something has been going on, shown once it takes long enough to wonder. */
import { useState } from 'react';
import { useI18n } from '../i18n/index.ts';
import { useNow } from '../shell/use-now.ts';

const shownAfterMs = 2000;

/** `since`: ISO time; from now on when nobody knows. */
export function Elapsed({ since }: { readonly since?: string | undefined }) {
  const { duration } = useI18n();
  const [mounted] = useState(Date.now);
  const ms = useNow(true, 1000) - (since === undefined ? mounted : Date.parse(since));
  if (ms < shownAfterMs) return null;
  // Whole seconds: tenths would only flicker. Not read aloud: a clock that speaks is a nuisance.
  return <span aria-hidden>{duration(Math.floor(ms / 1000) * 1000)}</span>;
}
