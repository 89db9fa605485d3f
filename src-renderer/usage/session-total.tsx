/** What the conversation used so far, in one quiet line. */
import { memo, useEffect, useRef } from 'react';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { allInput, cacheShare } from './by-day.ts';
import { costWords } from './cost-words.ts';

interface SessionTotalProps {
  readonly sessionId: string;
  /** Changes when there is something new to count. */
  readonly state: string;
  readonly className: string | undefined;
}

/** Drawn anew only when something of it changed: the turn beside it streams. */
export const SessionTotal = memo(function SessionTotal({
  sessionId,
  state,
  className,
}: SessionTotalProps) {
  const i18n = useI18n();
  const { t, tn, percent } = i18n;
  const { value, reload } = useAnswer('usage.get', { sessionId });
  const asked = useRef(state);
  useEffect(() => {
    if (asked.current === state) return;
    asked.current = state;
    reload();
  }, [state, reload]);
  const total = value?.total;
  if (total === undefined || total.calls === 0) return null;
  const tokens = allInput(total) + total.outputTokens;
  const share = cacheShare(total);
  const words = [
    costWords(total, i18n),
    tn('story.tokens', tokens),
    share === undefined ? undefined : t('turn.cached', { percent: percent(share) }),
  ].filter((word) => word !== undefined);
  return (
    <p className={className}>
      {t('usage.conversation')} {words.join(' · ')}
    </p>
  );
});
