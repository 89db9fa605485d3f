/** One region's line in the story; opens to what it did. */
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import type { TurnState } from '../store/turns.ts';
import css from './brain-panel.module.css';
import { hasDetails, RegionDetails } from './region-details.tsx';
import { summaryOf } from './step-summary.ts';
import { regionColour, type StoryStep } from './story.ts';

interface StepLineProps {
  readonly step: StoryStep;
  readonly turn: TurnState;
}

export function StepLine({ step, turn }: StepLineProps) {
  const i18n = useI18n();
  const { t, duration } = i18n;
  const [open, setOpen] = useState(false);
  const id = useId();
  const { region, phase } = step;
  const opens = phase !== 'ahead' && hasDetails(region, turn);
  const live = phase === 'now';
  const body = (
    <>
      <i className={css.dot} aria-hidden />
      <span className={css.words}>
        <b>{t(`region.${region}`)}</b>
        <small>{summaryOf(region, step, turn, i18n)}</small>
      </span>
      <span className={css.ms}>
        {live ? t('brain.now') : step.ms ? duration(step.ms) : ''}
        {opens && <ChevronRight aria-hidden />}
      </span>
    </>
  );
  return (
    <li
      className={cx(css.step, live && css.now, phase === 'ahead' && css.ahead)}
      style={{ '--region': regionColour(region) }}
    >
      {opens ? (
        <button
          type="button"
          className={css.line}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {body}
        </button>
      ) : (
        <div className={css.line}>{body}</div>
      )}
      {open && opens && (
        <div id={id} className={css.details}>
          <RegionDetails region={region} turn={turn} />
        </div>
      )}
    </li>
  );
}
