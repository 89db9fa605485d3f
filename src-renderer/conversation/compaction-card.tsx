/** Where older history was folded: what is sent instead, and the original, page by page. */
import { ChevronRight, FoldVertical } from 'lucide-react';
import { useState } from 'react';
import type { EventOf, SessionMessage } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { scrollable } from '../design/scrollable.ts';
import { useI18n } from '../i18n/index.ts';
import { useConversation } from '../store/conversation.ts';
import { tried } from '../store/tried.ts';
import { call } from '../transport/brain.ts';
import css from './compaction-card.module.css';
import folding from './folding-card.module.css';

const pageOfTurns = 20;

export function CompactionCard({ event }: { readonly event: EventOf<'compaction'> }) {
  const { t, tn, compact } = useI18n();
  const [open, setOpen] = useState(false);
  return (
    <section className={folding.card} aria-label={t('compaction.label')}>
      <button
        type="button"
        className={folding.head}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <FoldVertical aria-hidden />
        <span>
          {tn('compaction.folded', event.foldedMessages, {
            before: compact(event.tokensBefore),
            after: compact(event.tokensAfter),
          })}
        </span>
        <ChevronRight aria-hidden className={folding.chevron} />
      </button>
      {open && (
        <div className={css.body}>
          <h4>{t('compaction.summary')}</h4>
          <pre {...scrollable}>{plainSummary(event.summary)}</pre>
          <h4>{t('compaction.original')}</h4>
          <Original keptFrom={event.keptFrom} />
        </div>
      )}
    </section>
  );
}

/** Without the tags that only a model needs. */
function plainSummary(summary: string): string {
  return summary.replace(/^<summary [^>]*>\n?|\n?<\/summary>$/g, '');
}

interface Page {
  readonly messages: readonly SessionMessage[];
  /** The oldest turn that was read, where there are older ones. */
  readonly before: string | undefined;
}

function Original({ keptFrom }: { readonly keptFrom: string | undefined }) {
  const { t, dateTime } = useI18n();
  const sessionId = useConversation((state) => state.sessionId);
  const [page, setPage] = useState<Page>();

  async function read(before: string | undefined): Promise<void> {
    if (sessionId === undefined) return;
    await tried(async () => {
      const got = await call('session.get', {
        sessionId,
        limit: pageOfTurns,
        ...(before === undefined ? {} : { before }),
      });
      setPage((held) => ({
        messages: [...got.messages, ...(held?.messages ?? [])],
        before: got.hasMore ? got.turns[0]?.turnId : undefined,
      }));
    });
  }

  if (page === undefined) {
    return <Button onClick={() => void read(keptFrom)}>{t('compaction.show')}</Button>;
  }
  return (
    <div className={css.original}>
      {page.before !== undefined && (
        <Button onClick={() => void read(page.before)}>{t('compaction.earlier')}</Button>
      )}
      <ol {...scrollable}>
        {page.messages.map((message) => (
          <li key={`${message.turnId} ${message.role}`} className={css[message.role]}>
            <small>
              {t(message.role === 'user' ? 'compaction.you' : 'compaction.it')} ·{' '}
              {dateTime(message.at)}
            </small>
            <p>{message.text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
