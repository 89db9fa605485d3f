/** The question whether a server may start, or whether what it says about its tools now counts. */
import { useId } from 'react';
import type { PendingAsk } from '../../protocol/index.ts';
import { scrollable } from '../design/scrollable.ts';
import { useI18n } from '../i18n/index.ts';
import { AnswerButtons } from './answer-buttons.tsx';
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
  const answering = useAnswering(ask, onAnswered);
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
      <AnswerButtons
        answering={answering}
        choices={
          tools
            ? [
                ['allow_always', t('servers.accept')],
                ['deny', t('plugin.deny')],
              ]
            : [
                ['allow_always', t('servers.start')],
                ['allow_once', t('plugin.allowNow')],
                ['deny', t('plugin.deny')],
              ]
        }
      />
    </section>
  );
}
