/** The conversations on the left: by day, found by title and by what was said in them. */
import { Search, X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Link, useRoute } from 'wouter';
import type { ResultOf } from '../../protocol/index.ts';
import { Button, IconButton } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { routes, to } from '../routes.ts';
import { searchField } from '../shell/keys/focus.ts';
import { keysOf } from '../shell/keys/shortcuts.ts';
import { loadMoreSessions, useSessions } from '../store/sessions.ts';
import { call } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';
import { type DayGroup, groupByDay } from './group-by-day.ts';
import css from './session-list.module.css';
import { SessionRow } from './session-row.tsx';

export function SessionList() {
  const { t } = useI18n();
  const { sessions, loaded, hasMore } = useSessions();
  const [query, setQuery] = useState('');
  const words = query.trim();
  return (
    <div className={css.panel}>
      <div className={css.search}>
        <Search aria-hidden />
        <input
          id={searchField}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || query === '') return;
            event.preventDefault();
            setQuery('');
          }}
          placeholder={t('sessions.search')}
          aria-label={t('sessions.search')}
          title={`${t('sessions.search')} (${keysOf('search')})`}
        />
        {query !== '' && (
          <IconButton label={t('sessions.clear')} onClick={() => setQuery('')}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      <nav className={css.list} aria-label={t('sessions.label')}>
        {words !== '' ? (
          <Found words={words} />
        ) : (
          <>
            <Groups />
            {loaded && sessions.length === 0 && <p className={css.none}>{t('sessions.none')}</p>}
            {hasMore && (
              <Button look="quiet" size="small" onClick={() => void loadMoreSessions()}>
                {t('sessions.more')}
              </Button>
            )}
          </>
        )}
      </nav>
    </div>
  );
}

function Groups() {
  const sessions = useSessions((state) => state.sessions);
  const groups = useMemo(() => groupByDay(sessions, new Date()), [sessions]);
  const [, params] = useRoute(routes.conversation);
  const openId = params && decodeURIComponent(params.sessionId);
  return groups.map((group) => (
    <section key={group.kind === 'month' ? group.month.getTime() : group.kind}>
      <GroupHeading group={group} />
      <ul>
        {group.sessions.map((session) => (
          <SessionRow
            key={session.sessionId}
            session={session}
            open={session.sessionId === openId}
          />
        ))}
      </ul>
    </section>
  ));
}

function GroupHeading({ group }: { readonly group: DayGroup }) {
  const { t, month } = useI18n();
  const words = group.kind === 'month' ? month(group.month) : t(`sessions.${group.kind}`);
  return <h2 className={css.day}>{words}</h2>;
}

type Hits = ResultOf<'session.search'>['hits'];

/** How long the owner may still be typing before the brain is asked. */
const pauseMs = 180;

function Found({ words }: { readonly words: string }) {
  const { t } = useI18n();
  const sessions = useSessions((state) => state.sessions);
  const [hits, setHits] = useState<Hits>();
  useEffect(() => {
    let late = false;
    const timer = setTimeout(async () => {
      try {
        const answer = await call('session.search', { query: words, limit: 30 });
        if (!late) setHits(answer.hits);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        if (!late) setHits([]);
      }
    }, pauseMs);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [words]);
  const lower = words.toLocaleLowerCase();
  const titled = sessions.filter((session) => session.title.toLocaleLowerCase().includes(lower));
  const inside =
    hits?.filter((hit) => titled.every((one) => one.sessionId !== hit.sessionId)) ?? [];
  return (
    <>
      <ul>
        {titled.map((session) => (
          <SessionRow key={session.sessionId} session={session} open={false} />
        ))}
        {inside.map((hit) => (
          <li key={`${hit.sessionId} ${hit.turnId}`} className={css.row}>
            <Link href={to.conversation(hit.sessionId, hit.turnId)} className={css.hit}>
              <span className={css.title} dir="auto">
                {hit.title || t('session.untitled')}
              </span>
              <small dir="auto">{withoutMarks(hit.snippet)}</small>
            </Link>
          </li>
        ))}
      </ul>
      {hits !== undefined && titled.length + inside.length === 0 && (
        <p className={css.none}>{t('sessions.notFound')}</p>
      )}
    </>
  );
}

/** Matches come between two control characters. */
function withoutMarks(snippet: string): string {
  return snippet.replaceAll('\u0001', '').replaceAll('\u0002', '');
}
