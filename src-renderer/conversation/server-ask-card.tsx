/** The question whether a server may start, or whether what it says about its tools now counts. */
import { useId } from 'react';
import type { PendingAsk } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { scrollable } from '../design/scrollable.ts';
import { useI18n } from '../i18n/index.ts';
import css from './approval-card.module.css';
import { type Ask, useAnswering } from './use-answering.tsx';

interface ServerAskCardProps {
  readonly ask: Ask;
  readonly server: NonNullable<PendingAsk['server']>;
  readonly onAnswered: () => void;
}

export function ServerAskCard({ ask, server, onAnswered }: ServerAskCardProps) {
  const { t } = useI18n();
  const titleId = useId();
  const { name, confined, tools } = server;
  const { busy, failure, answer } = useAnswering(ask, onAnswered);
  const runs = confined ? 'servers.confined' : 'servers.unconfined';
  const risk = tools ? 'servers.askToolsWhy' : confined === undefined ? 'servers.sends' : runs;
  const detail = tools
    ?.map((tool) =>
      tool.kind === 'new'
        ? `${tool.name}: ${t('servers.new', { text: tool.description })}`
        : `${tool.name}\n${t('servers.was', { text: tool.was })}\n${t('servers.changed', { text: tool.description })}`,
    )
    .join('\n\n');

  return (
    <section className={css.card} aria-labelledby={titleId}>
      <header className={css.header}>
        <h2 id={titleId}>{t(tools ? 'servers.askTools' : 'servers.askStart', { name })}</h2>
      </header>
      <p className={css.risk}>{t(risk)}</p>
      <pre className={css.detail} {...scrollable}>
        {detail ?? ask.detail}
      </pre>
      {failure}
      <div className={css.actions}>
        <Button
          look="primary"
          disabled={busy}
          onClick={() => void answer({ decision: 'allow_always' })}
        >
          {t(tools ? 'servers.accept' : 'servers.start')}
        </Button>
        {!tools && (
          <Button disabled={busy} onClick={() => void answer({ decision: 'allow_once' })}>
            {t('plugin.allowNow')}
          </Button>
        )}
        <Button disabled={busy} onClick={() => void answer({ decision: 'deny' })}>
          {t('plugin.deny')}
        </Button>
      </div>
    </section>
  );
}
