/** Search over everything the mind has written down. */
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { MemoryHit, MemorySource } from '../../protocol/index.ts';
import { Failure, Room } from '../design/room.tsx';
import { SearchField } from '../design/search-field.tsx';
import { Snippet } from '../design/snippet.tsx';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { Days } from './days.tsx';
import { Facts } from './facts.tsx';
import css from './memory-room.module.css';

const sources: readonly MemorySource[] = [
  'knowledge',
  'episodes',
  'sessions',
  'identity',
  'prefrontal',
  'skills',
  'outcomes',
  'other',
];
const pauseMs = 180;

const views = ['facts', 'days'] as const;
type View = (typeof views)[number];

/** Outside the component: a new function would take the focus again at every drawing. */
function focusOnce(input: HTMLInputElement | null): void {
  if (input?.value === '') input.focus();
}

export function MemoryRoom() {
  const { t, tn } = useI18n();
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const chosen = sources.filter((source) => params.getAll('in').includes(source));
  const view: View = views.find((one) => one === params.get('view')) ?? 'facts';
  const [typed, setTyped] = useState(query);

  useEffect(() => {
    const words = typed.trim();
    if (words === query) return;
    const timer = setTimeout(() => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (words) next.set('q', words);
          else next.delete('q');
          return next;
        },
        { replace: true },
      );
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, query, setParams]);

  const { value, failure } = useAnswer(
    'memory.search',
    query
      ? { query, limit: 50, ...(chosen.length > 0 ? { sources: [...chosen] } : {}) }
      : undefined,
  );

  function toggle(source: MemorySource): void {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('in');
        const kept = chosen.includes(source)
          ? chosen.filter((one) => one !== source)
          : [...chosen, source];
        for (const one of kept) next.append('in', one);
        return next;
      },
      { replace: true },
    );
  }

  return (
    <Room title={t('room.memory')} detail={t('memory.detail')}>
      <SearchField
        look="large"
        value={typed}
        ref={focusOnce}
        onChange={setTyped}
        label={t('memory.placeholder')}
      />
      <fieldset className={css.sources} aria-label={t('memory.sources')}>
        {sources.map((source) => (
          <button
            key={source}
            type="button"
            aria-pressed={chosen.includes(source)}
            onClick={() => toggle(source)}
          >
            {t(`source.${source}`)}
          </button>
        ))}
      </fieldset>
      {failure && <Failure>{failure}</Failure>}
      {query === '' ? (
        <Kept view={view} />
      ) : (
        value && (
          <>
            <p className={css.count} role="status">
              {value.hits.length === 0 ? t('memory.none') : tn('memory.hits', value.hits.length)}
            </p>
            <ul className={css.hits}>
              {value.hits.map((hit) => (
                <Hit key={`${hit.path} ${hit.heading} ${hit.snippet}`} hit={hit} />
              ))}
            </ul>
          </>
        )
      )}
    </Room>
  );
}

/** What is there when nothing is looked for: facts by file, or everything by day. */
function Kept({ view }: { readonly view: View }) {
  const { t } = useI18n();
  return (
    <>
      <nav className={css.views} aria-label={t('memory.views')}>
        {views.map((name) => (
          <Link
            key={name}
            href={name === 'facts' ? to.memory() : `${to.memory()}?view=${name}`}
            aria-current={name === view ? 'page' : undefined}
          >
            {t(`memory.view.${name}`)}
          </Link>
        ))}
      </nav>
      {view === 'facts' ? <Facts /> : <Days />}
    </>
  );
}

function Hit({ hit }: { readonly hit: MemoryHit }) {
  const { t, dateTime } = useI18n();
  return (
    <li>
      <Link href={placeOf(hit)} className={css.hit}>
        <span className={css.head}>
          <b>
            <bdi>{hit.heading || hit.path.split('/').at(-1)}</bdi>
          </b>
          <em>{t(`source.${hit.source}`)}</em>
          <i title={t('memory.score')}>{hit.score.toFixed(2)}</i>
        </span>
        <span className={css.snippet} dir="auto">
          <Snippet text={hit.snippet} />
        </span>
        <small>
          <bdi>{hit.path}</bdi>
          {hit.at && (
            <>
              {' · '}
              <bdi>{dateTime(hit.at)}</bdi>
            </>
          )}
        </small>
      </Link>
    </li>
  );
}

/** A conversation opens as one; everything else is a file of the mind. */
function placeOf(hit: MemoryHit): string {
  const sessionId = /sessions\/([^/]+)\//.exec(hit.path)?.[1];
  return sessionId !== undefined ? to.conversation(sessionId) : to.mindFile(hit.path);
}
