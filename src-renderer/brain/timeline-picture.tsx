/** The turn as a picture: a line for each who worked, in the course of time. */
import { cx } from '../design/cx.ts';
import { type I18n, useI18n } from '../i18n/index.ts';
import type { TurnState } from '../store/turns.ts';
import { regionColour } from './story.ts';
import { type Lane, lanes, type Span, timelineOf } from './timeline.ts';
import css from './timeline-picture.module.css';

interface TimelinePictureProps {
  readonly turn: TurnState;
  readonly now: number;
}

/** Shorter turns have nothing to tell. */
const leastMs = 20;

export function TimelinePicture({ turn, now }: TimelinePictureProps) {
  const i18n = useI18n();
  const { t, duration } = i18n;
  const timeline = timelineOf(turn, now);
  const used = lanes.filter((lane) => timeline.spans.some((span) => span.lane === lane));
  if (timeline.wholeMs < leastMs || used.length === 0) return null;
  const sums = used.map(
    (lane) => `${laneName(lane, i18n)} ${duration(sumOf(timeline.spans, lane))}`,
  );
  return (
    <section className={css.timeline} aria-label={t('timeline.title')}>
      <h2>{t('timeline.title')}</h2>
      <div role="img" aria-label={sums.join(', ')} className={css.lanes}>
        {used.map((lane) => (
          <div key={lane} className={css.lane} aria-hidden>
            <span className={css.name}>{laneName(lane, i18n)}</span>
            <span className={css.track}>
              {timeline.spans
                .filter((span) => span.lane === lane)
                .map((span) => {
                  const from = timeline.place(span.from);
                  const width = timeline.place(span.to) - from;
                  return (
                    <i
                      key={span.key}
                      className={cx(lane === 'owner' && css.wait)}
                      title={`${spanName(span, i18n)}: ${duration(span.to - span.from)}`}
                      style={{
                        insetInlineStart: `${(from * 100).toFixed(2)}%`,
                        width: `${(width * 100).toFixed(2)}%`,
                        ...(lane === 'owner' ? {} : { '--region': regionColour(lane) }),
                      }}
                    />
                  );
                })}
            </span>
          </div>
        ))}
      </div>
      <p className={css.scale}>
        <span>0</span>
        {timeline.cut && <em>{t('timeline.cut')}</em>}
        <span>{duration(timeline.wholeMs)}</span>
      </p>
    </section>
  );
}

function laneName(lane: Lane, { t }: I18n): string {
  return lane === 'owner' ? t('timeline.owner') : t(`region.${lane}`);
}

function spanName({ lane, of }: Span, { t }: I18n): string {
  switch (lane) {
    case 'prefrontal':
      return t('timeline.context', { call: of });
    case 'thalamus':
      return t('timeline.call', { call: of });
    case 'amygdala':
      return t('timeline.judged', { name: of });
    case 'owner':
      return t('timeline.waited', { name: of });
    case 'motor':
      return String(of);
    case 'hippocampus':
      return t('story.episode');
  }
}

function sumOf(spans: readonly Span[], lane: Lane): number {
  return spans.reduce((sum, span) => sum + (span.lane === lane ? span.to - span.from : 0), 0);
}
