/** How long something has been going on, shown once it takes long enough to wonder. */
import { useState } from 'react';
import { useI18n } from '../i18n/index.ts';
import { useNow } from '../shell/use-now.ts';

const shownAfterMs = 2000;

interface ElapsedProps {
  /** ISO time; from now on when nobody knows. */
  readonly since?: string | undefined;
  /** Said with it, for what is not told otherwise. */
  readonly words?: string;
}

export function Elapsed({ since, words }: ElapsedProps) {
  const { duration } = useI18n();
  const [mounted] = useState(Date.now);
  const ms = useNow(true, 1000) - (since === undefined ? mounted : Date.parse(since));
  if (ms < shownAfterMs) return null;
  return (
    <>
      {words}
      {words && ' '}
      {/* Whole seconds: tenths would flicker. Not read aloud: a clock that speaks is a nuisance. */}
      <span aria-hidden>{duration(Math.floor(ms / 1000) * 1000)}</span>
    </>
  );
}
