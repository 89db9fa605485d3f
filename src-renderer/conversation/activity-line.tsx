/** At the end of a running turn: what the mind does right now. */
import { useEffect, useState } from 'react';
import { type I18n, useI18n } from '../i18n/index.ts';
import { latestOf } from '../store/conversation.ts';
import type { TurnState } from '../store/turns.ts';
import { Elapsed } from './elapsed.tsx';
import { type Activity, activityOf } from './segments.ts';
import css from './turn-view.module.css';

export function ActivityLine({ turn }: { readonly turn: TurnState }) {
  const { t } = useI18n();
  const activity = activityOf(turn);
  const quietSince = useQuietSince(turn, activity?.kind === 'writing');
  if (activity === undefined) return null;
  // An answer that is written shows that by itself; one that stands still is neither over nor lost.
  if (activity.kind === 'writing' && quietSince === undefined) return null;
  const words = wordsOf(activity, t);
  return (
    <p className={css.activity}>
      <span className={css.pulse} aria-hidden />
      {words}
      <Elapsed key={words} since={quietSince ?? activity.since} />
    </p>
  );
}

function wordsOf(activity: Activity, t: I18n['t']): string {
  switch (activity.kind) {
    case 'tool':
      return t('activity.tool', { name: activity.name });
    case 'waiting':
    case 'writing':
      return t('activity.waiting', { provider: activity.provider });
    default:
      return t(`activity.${activity.kind}`);
  }
}

const lookEveryMs = 1000;
const isQuietAfterMs = 2000;

/** Since when no more text has come, once that is for long; the text itself is looked at only now and then. */
function useQuietSince(turn: TurnState, isWriting: boolean): string | undefined {
  const [quietSince, setQuietSince] = useState<string>();
  useEffect(() => {
    setQuietSince(undefined);
    if (!isWriting) return;
    let length = lengthOf(turn);
    let since = Date.now();
    const timer = setInterval(() => {
      const now = lengthOf(turn);
      if (now !== length) since = Date.now();
      length = now;
      const isQuiet = Date.now() - since >= isQuietAfterMs;
      setQuietSince(isQuiet ? new Date(since).toISOString() : undefined);
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [turn, isWriting]);
  return quietSince;
}

function lengthOf(turn: TurnState): number {
  const call = latestOf(turn).calls.at(-1);
  return (call?.text.length ?? 0) + (call?.thinking.length ?? 0);
}
