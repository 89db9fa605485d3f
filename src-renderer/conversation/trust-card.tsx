/** The question whether a folder's own rules may become part of the instructions. */
import { useId, useState } from 'react';
import type { Decision } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { scrollable } from '../design/scrollable.ts';
import { useI18n } from '../i18n/index.ts';
import { answerAsk } from '../store/send.ts';
import { RpcError } from '../transport/client.ts';
import css from './approval-card.module.css';
import type { Ask } from './approval-card.tsx';

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
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  async function answer(decision: Decision): Promise<void> {
    setBusy(true);
    setFailure('');
    try {
      await answerAsk({ turnId: undefined, toolCallId: ask.toolCallId, decision });
      onAnswered();
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      setFailure(error.message);
      setBusy(false);
    }
  }

  return (
    <section className={css.card} aria-labelledby={titleId}>
      <header className={css.header}>
        <h2 id={titleId}>{t(isRules ? 'trust.rulesTitle' : 'trust.title')}</h2>
      </header>
      <p className={css.risk}>
        <code>{ask.cwd}</code>
      </p>
      <p className={css.why}>{t(isRules ? 'trust.rulesText' : 'trust.text')}</p>
      <pre className={css.detail} {...scrollable}>
        {ask.detail}
      </pre>
      {failure && (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={css.actions}>
        <Button look="primary" disabled={busy} onClick={() => void answer('allow_always')}>
          {t(isRules ? 'trust.takeRules' : 'trust.always')}
        </Button>
        {!isRules && (
          <Button disabled={busy} onClick={() => void answer('allow_session')}>
            {t('trust.now')}
          </Button>
        )}
        <Button disabled={busy} onClick={() => void answer('deny')}>
          {t(isRules ? 'trust.leaveRules' : 'trust.never')}
        </Button>
      </div>
    </section>
  );
}
