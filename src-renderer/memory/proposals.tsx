/** What conversations that have read from elsewhere want to remember: nothing counts before a yes. */
import { Check, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { Decision, PendingAsk } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { loadBrainAsks, useProposals } from '../store/asks.ts';
import { answerAsk } from '../store/send.ts';
import { notify } from '../store/ui.ts';
import { RpcError } from '../transport/client.ts';
import css from './facts.module.css';

interface ProposalsProps {
  readonly onAccepted: () => void;
}

export function Proposals({ onAccepted }: ProposalsProps) {
  const { t } = useI18n();
  const asks = useProposals();
  if (asks.length === 0) return null;
  return (
    <section className={css.facts} aria-label={t('proposals.title')}>
      <h2>
        {t('proposals.title')}
        <small className={css.count}>{asks.length}</small>
      </h2>
      <p className={css.none}>{t('proposals.text')}</p>
      <div className={css.file}>
        <ul>
          {asks.map((ask) => (
            <ProposalLine key={ask.toolCallId} ask={ask} onAccepted={onAccepted} />
          ))}
        </ul>
      </div>
    </section>
  );
}

interface ProposalLineProps extends ProposalsProps {
  readonly ask: PendingAsk;
}

function ProposalLine({ ask, onAccepted }: ProposalLineProps) {
  const { t, told } = useI18n();
  const [busy, setBusy] = useState(false);
  const factId = useId();

  async function answer(decision: Decision): Promise<void> {
    setBusy(true);
    try {
      await answerAsk({ turnId: undefined, toolCallId: ask.toolCallId, decision });
      if (decision !== 'deny') onAccepted();
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      notify(error.message);
    }
    setBusy(false);
    await loadBrainAsks();
  }

  return (
    <li className={css.fact}>
      <div className={css.words}>
        <span id={factId}>{told(ask, 'detail')}</span>
        <small className={css.source}>{told(ask, 'risk')}</small>
      </div>
      <Button
        size="small"
        icon={<Check aria-hidden />}
        disabled={busy}
        aria-describedby={factId}
        onClick={() => void answer('allow_once')}
      >
        {t('proposals.accept')}
      </Button>
      <Button
        size="small"
        look="quiet"
        icon={<X aria-hidden />}
        disabled={busy}
        aria-describedby={factId}
        onClick={() => void answer('deny')}
      >
        {t('proposals.reject')}
      </Button>
    </li>
  );
}
