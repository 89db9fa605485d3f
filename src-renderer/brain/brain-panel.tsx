/** The brain at work: one turn's story, told from its events alone. */
import { X } from 'lucide-react';
import { memo } from 'react';
import { IconButton } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { useEscape } from '../design/use-escape.ts';
import { useI18n } from '../i18n/index.ts';
import { useNow } from '../shell/use-now.ts';
import { latestOf } from '../store/conversation.ts';
import type { TurnState } from '../store/turns.ts';
import { SessionTotal } from '../usage/session-total.tsx';
import css from './brain-panel.module.css';
import { Knowledge } from './knowledge.tsx';
import { StepLine } from './step-line.tsx';
import { storyOf, turnMs } from './story.ts';
import { TimelinePicture } from './timeline-picture.tsx';

interface BrainPanelProps {
  readonly sessionId: string;
  readonly turn: TurnState | undefined;
  /** Lies over the conversation instead of beside it. */
  readonly overlay: boolean;
  readonly onClose: () => void;
}

/** Drawn anew only when something of it changed: the conversation beside it streams. */
export const BrainPanel = memo(function BrainPanel({
  sessionId,
  turn,
  overlay,
  onClose,
}: BrainPanelProps) {
  const { t } = useI18n();
  useEscape(overlay, onClose);
  return (
    <>
      {overlay && (
        <button
          type="button"
          className={css.scrim}
          aria-label={t('brain.close')}
          onClick={onClose}
        />
      )}
      <aside className={cx(css.panel, overlay && css.overlay)} aria-label={t('brain.label')}>
        {turn === undefined ? (
          <Idle onClose={overlay ? onClose : undefined} />
        ) : (
          <Story key={turn.turnId} turn={turn} onClose={overlay ? onClose : undefined} />
        )}
        <SessionTotal
          sessionId={sessionId}
          state={`${turn?.turnId} ${turn?.status}`}
          className={css.total}
        />
      </aside>
    </>
  );
});

interface StoryProps {
  readonly turn: TurnState;
  readonly onClose: (() => void) | undefined;
}

const Story = memo(function Story({ turn: calm, onClose }: StoryProps) {
  const { t, duration } = useI18n();
  const now = useNow(calm.endedAt === undefined);
  // How long the answer is by now is told whenever the clock is.
  const turn = latestOf(calm);
  const story = storyOf(turn, now);
  return (
    <>
      <header className={css.header}>
        <h2>{t('brain.title')}</h2>
        <span className={css.figure}>{duration(turnMs(turn, now))}</span>
        {onClose && <Close onClose={onClose} />}
      </header>
      {story.waitedMs > 1000 && (
        <p className={css.waited}>{t('brain.waited', { time: duration(story.waitedMs) })}</p>
      )}
      <ol className={css.steps}>
        {story.steps.map((step) => (
          <StepLine key={step.region} step={step} turn={turn} />
        ))}
      </ol>
      <TimelinePicture turn={turn} now={now} />
      <Knowledge turn={turn} />
    </>
  );
});

function Idle({ onClose }: { readonly onClose: (() => void) | undefined }) {
  const { t } = useI18n();
  return (
    <>
      <header className={css.header}>
        <h2>{t('brain.title')}</h2>
        {onClose && <Close onClose={onClose} />}
      </header>
      <p className={css.idle}>{t('brain.idle')}</p>
    </>
  );
}

function Close({ onClose }: { readonly onClose: () => void }) {
  const { t } = useI18n();
  return (
    <IconButton label={t('brain.close')} onClick={onClose}>
      <X aria-hidden />
    </IconButton>
  );
}
