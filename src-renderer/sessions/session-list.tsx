/** The conversations on the left: by day, found by title and by what was said in them. */
import { useEffect, useMemo, useState } from 'react';
import { Link, useRoute } from 'wouter';
import type { ResultOf } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { SearchField } from '../design/search-field.tsx';
import { Snippet } from '../design/snippet.tsx';
import { useI18n } from '../i18n/index.ts';
import { named, routes, to } from '../routes.ts';
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
        <SearchField
          id={searchField}
          look="quiet"
          value={query}
          onChange={setQuery}
          label={t('sessions.search')}
          title={`${t('sessions.search')} (${keysOf('search')})`}
        />
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
  const openId = params && named(params.sessionId);
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
/** Of one conversation; its own search finds the rest. */
const shownPlaces = 3;

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
        {[...Map.groupBy(inside, ({ sessionId }) => sessionId)].map(([sessionId, its]) => (
          <li key={sessionId} className={css.row}>
            {its.slice(0, shownPlaces).map((hit, index) => (
              <Link
                key={hit.turnId}
                href={to.conversation(sessionId, hit.turnId)}
                className={css.hit}
              >
                {index === 0 && (
                  <span className={css.title} dir="auto">
                    {hit.title || t('session.untitled')}
                  </span>
                )}
                <small dir="auto">
                  <Snippet text={hit.snippet} />
                </small>
              </Link>
            ))}
          </li>
        ))}
      </ul>
      {hits !== undefined && titled.length + inside.length === 0 && (
        <p className={css.none}>{t('sessions.notFound')}</p>
      )}
    </>
  );
}
