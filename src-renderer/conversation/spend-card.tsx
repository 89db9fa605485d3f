/** The question before a call that would pass the day's limit: three figures and three answers. */
import { useId } from 'react';
import { Link } from 'wouter';
import type { EventOf } from '../../protocol/index.ts';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import css from './approval-card.module.css';
import { type Ask, useAnswering } from './use-answering.tsx';

interface SpendCardProps {
  readonly ask: Ask;
  readonly spend: NonNullable<EventOf<'yield'>['spend']>;
}

export function SpendCard({ ask, spend }: SpendCardProps) {
  const { t, money, dateTime } = useI18n();
  const titleId = useId();
  const answering = useAnswering(ask);
  const { spentUsd, limitUsd, estimateUsd } = spend;

  return (
    <section className={css.card} aria-labelledby={titleId}>
      <header className={css.header}>
        <h2 id={titleId}>{t('spend.title')}</h2>
        <em>{t('spend.risk')}</em>
      </header>
      <p className={css.why}>{t(estimateUsd === undefined ? 'spend.unknownText' : 'spend.text')}</p>
      <dl className={css.figures}>
        <div>
          <dt>{t('spend.spent')}</dt>
          <dd>{money(spentUsd)}</dd>
        </div>
        <div>
          <dt>{t('spend.estimate')}</dt>
          <dd>{estimateUsd === undefined ? t('spend.unknown') : money(estimateUsd)}</dd>
        </div>
        <div>
          <dt>{t('spend.limit')}</dt>
          <dd>{money(limitUsd)}</dd>
        </div>
      </dl>
      <p className={css.where}>
        <Link href={to.settings('behaviour')}>{t('spend.change')}</Link>
        {ask.expiresAt && <span>{t('approval.until', { time: dateTime(ask.expiresAt) })}</span>}
      </p>
      <AnswerButtons
        answering={answering}
        choices={[
          ['allow_once', t('spend.turn')],
          ['allow_session', t('spend.today')],
          ['deny', t('spend.stop')],
        ]}
      />
    </section>
  );
}
