/** The question whether a plugin may start: what it wants is in the question itself. */
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
export const pluginStart = 'plugin_start';

interface PluginCardProps {
  readonly ask: Ask;
  readonly onAnswered: () => void;
}

export function PluginCard({ ask, onAnswered }: PluginCardProps) {
  const { t } = useI18n();
  const titleId = useId();
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
        <h2 id={titleId}>{ask.title}</h2>
      </header>
      <p className={css.risk}>{ask.risk}</p>
      <pre className={css.detail} {...scrollable}>
        {ask.detail}
      </pre>
      <p className={css.where}>
        <code>{ask.cwd}</code>
      </p>
      {failure && (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={css.actions}>
        <Button look="primary" disabled={busy} onClick={() => void answer('allow_always')}>
          {t('plugin.allow')}
        </Button>
        <Button disabled={busy} onClick={() => void answer('allow_session')}>
          {t('plugin.allowNow')}
        </Button>
        <Button disabled={busy} onClick={() => void answer('deny')}>
          {t('plugin.deny')}
        </Button>
      </div>
    </section>
  );
}
