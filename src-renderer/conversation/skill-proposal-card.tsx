/** The question whether a skill becomes as the agent wants it: what would change, and what its plugin wants. */
import { useId } from 'react';
import { useI18n } from '../i18n/index.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import css from './approval-card.module.css';
import { Diff } from './diff.tsx';
import { parseDiff } from './tool-words.ts';
import { type Ask, useAnswering } from './use-answering.tsx';

/** The rule that such an ask names. */
export const skillProposal = 'skill_proposal';

interface SkillProposalCardProps {
  readonly ask: Ask;
  readonly onAnswered: () => void;
}

export function SkillProposalCard({ ask, onAnswered }: SkillProposalCardProps) {
  const { t, told } = useI18n();
  const titleId = useId();
  const answering = useAnswering(ask, onAnswered);

  return (
    <section className={css.card} aria-labelledby={titleId}>
      <header className={css.header}>
        <h2 id={titleId}>{told(ask, 'title')}</h2>
      </header>
      <p className={css.risk}>{told(ask, 'risk')}</p>
      <p className={css.words}>{told(ask, 'detail')}</p>
      {ask.diff && <Diff lines={parseDiff(ask.diff)} label={t('approval.change')} />}
      <p className={css.where}>
        {t('approval.in')} <code>{ask.cwd}</code>
      </p>
      <AnswerButtons
        answering={answering}
        choices={[
          ['allow_once', t('proposals.takeSkill')],
          ['deny', t('proposals.reject')],
        ]}
      />
    </section>
  );
}
