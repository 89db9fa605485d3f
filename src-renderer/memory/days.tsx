/** Day by day: what was talked about, and what was learned. */
import { CalendarDays, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { FactRecord } from '../../protocol/index.ts';
import { cx } from '../design/cx.ts';
import { plainText } from '../design/plain-text.ts';
import { Empty, Failure } from '../design/room.tsx';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { dateOf } from '../usage/by-day.ts';
import css from './days.module.css';
import { dayOfEpisode, type Episode, readEpisodes } from './episodes.ts';
import { endingWords, responseWords, toolsWords } from './outcome-words.ts';

/** The newest days are open from the beginning. */
const openAtFirst = 3;
const more = 30;

export function Days() {
  const { t } = useI18n();
  const files = useAnswer('workspace.list', {});
  const knowledge = useAnswer('knowledge.list', {});
  const [shown, setShown] = useState(more);
  const failure = files.failure ?? knowledge.failure;
  if (failure) return <Failure>{failure}</Failure>;
  if (files.value === undefined || knowledge.value === undefined) return null;
  const { facts } = knowledge.value;
  const diary = new Set(files.value.files.flatMap(({ path }) => dayOfEpisode(path) ?? []));
  const days = [...new Set([...diary, ...facts.flatMap((fact) => fact.learned ?? [])])]
    .sort()
    .reverse();
  if (days.length === 0) {
    return (
      <Empty icon={<CalendarDays />} title={t('days.none')}>
        {t('days.noneText')}
      </Empty>
    );
  }
  return (
    <section className={css.days} aria-label={t('days.title')}>
      {days.slice(0, shown).map((day, index) => (
        <Day
          key={day}
          day={day}
          hasDiary={diary.has(day)}
          learned={facts.filter((fact) => fact.learned === day)}
          openAtFirst={index < openAtFirst}
        />
      ))}
      {days.length > shown && (
        <button type="button" className={css.more} onClick={() => setShown(shown + more)}>
          {t('days.more')}
        </button>
      )}
    </section>
  );
}

interface DayProps {
  readonly day: string;
  readonly hasDiary: boolean;
  readonly learned: readonly FactRecord[];
  readonly openAtFirst: boolean;
}

function Day({ day, hasDiary, learned, openAtFirst: first }: DayProps) {
  const { tn, day: dayName } = useI18n();
  const [open, setOpen] = useState(first);
  const id = useId();
  const path = `hippocampus/episodes/${day}.md`;
  const { value, failure } = useAnswer('workspace.read', open && hasDiary ? { path } : undefined);
  const episodes = value === undefined ? [] : readEpisodes(value.content);
  return (
    <section className={css.day} aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight aria-hidden />
          {dayName(dateOf(day))}
          {learned.length > 0 && (
            <small className={css.count}>{tn('days.learned', learned.length)}</small>
          )}
        </button>
      </h2>
      <div id={id} hidden={!open}>
        {failure && <Failure>{failure}</Failure>}
        {learned.length > 0 && (
          <ul className={css.learned}>
            {learned.map((fact) => (
              <Learned key={`${fact.path} ${fact.text}`} fact={fact} />
            ))}
          </ul>
        )}
        <ol className={css.episodes}>
          {episodes.map((episode) => (
            <EpisodeLine key={episode.id} path={path} episode={episode} />
          ))}
        </ol>
      </div>
    </section>
  );
}

function Learned({ fact }: { readonly fact: FactRecord }) {
  const { t } = useI18n();
  const { text, path, sessionId, sessionTitle } = fact;
  return (
    <li>
      <span className={css.mark} aria-hidden />
      <span>
        <bdi>{text}</bdi>{' '}
        <small>
          {sessionId !== undefined && sessionTitle !== undefined ? (
            <>
              {t('days.from')}{' '}
              <Link href={to.conversation(sessionId)}>
                <bdi>{sessionTitle || t('session.untitled')}</bdi>
              </Link>
            </>
          ) : (
            <Link href={to.mindFile(path)}>{path.split('/').at(-1)}</Link>
          )}
        </small>
      </span>
    </li>
  );
}

interface EpisodeLineProps {
  readonly path: string;
  readonly episode: Episode;
}

function EpisodeLine({ path, episode }: EpisodeLineProps) {
  const i18n = useI18n();
  const { time, headline, heading } = episode;
  const response = responseWords(episode.response, i18n);
  const went = endingWords(episode.outcome, i18n);
  const tools = toolsWords(episode.tools, i18n);
  return (
    <li className={css.episode}>
      <time>{time}</time>
      <div>
        <p>
          <Link href={to.mindFile(path, heading)}>
            <bdi>{plainText(headline)}</bdi>
          </Link>
          {went && <em className={cx(css.outcome)}>{went}</em>}
        </p>
        {response && (
          <p className={css.response}>
            <bdi>{plainText(response)}</bdi>
          </p>
        )}
        {tools && <p className={css.tools}>{i18n.t('days.tools', { tools })}</p>}
      </div>
    </li>
  );
}
