/** The question whether a folder's own rules may become part of the instructions. */
import { useId } from 'react';
import { scrollable } from '../design/scrollable.ts';
import { useI18n } from '../i18n/index.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import css from './approval-card.module.css';
import { Diff } from './diff.tsx';
import { parseDiff } from './tool-words.ts';
import { type Ask, useAnswering } from './use-answering.tsx';

/** The rule that such an ask names. */
export const folderTrust = 'folder_trust';
/** A trusted folder whose permission rules are new or have changed. */
export const projectRules = 'project_rules';

interface TrustCardProps {
  readonly ask: Ask;
  readonly onAnswered: () => void;
}

export function TrustCard({ ask, onAnswered }: TrustCardProps) {
  const { t } = useI18n();
  const titleId = useId();
  const isRules = ask.rule === projectRules;
  const answering = useAnswering(ask, onAnswered);

  return (
    <section className={css.card} aria-labelledby={titleId}>
      <header className={css.header}>
        <h2 id={titleId}>{t(isRules ? 'trust.rulesTitle' : 'trust.title')}</h2>
      </header>
      <p className={css.risk}>
        <code>{ask.cwd}</code>
      </p>
      <p className={css.why}>{t(isRules ? 'trust.rulesText' : 'trust.text')}</p>
      {ask.diff === undefined ? (
        <pre className={css.detail} {...scrollable}>
          {ask.detail}
        </pre>
      ) : (
        <Diff
          lines={parseDiff(ask.diff).filter(({ kind }) => kind !== 'hunk')}
          label={t('approval.change')}
        />
      )}
      <AnswerButtons
        answering={answering}
        choices={
          isRules
            ? [
                ['allow_always', t('trust.takeRules')],
                ['deny', t('trust.leaveRules')],
              ]
            : [
                ['allow_always', t('trust.always')],
                ['allow_session', t('trust.now')],
                ['deny', t('trust.never')],
              ]
        }
      />
    </section>
  );
}
