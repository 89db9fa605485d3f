/** "Why not X?": what became of a note in this call. */
import { useState } from 'react';
import { Link } from 'wouter';
import type { Explanation } from '../../protocol/index.ts';
import { reasonWords } from '../brain/reason-words.ts';
import { Failure } from '../design/room.tsx';
import { SearchField } from '../design/search-field.tsx';
import { useAnswer } from '../design/use-answer.ts';
import { type I18n, useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import css from './why-not.module.css';

interface WhyNotProps {
  readonly sessionId: string;
  readonly turnId: string;
  readonly call: number;
}

export function WhyNot({ sessionId, turnId, call }: WhyNotProps) {
  const { t } = useI18n();
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState('');
  const { value, failure } = useAnswer(
    'snapshot.explain',
    asked === '' ? undefined : { sessionId, turnId, call, ...questionOf(asked) },
  );
  return (
    <>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(words.trim());
        }}
      >
        <SearchField
          value={words}
          onChange={setWords}
          label={t('whyNot.title')}
          placeholder={t('whyNot.placeholder')}
        >
          <button type="submit">{t('whyNot.ask')}</button>
        </SearchField>
      </form>
      {failure && <Failure>{failure}</Failure>}
      {value?.answers.length === 0 && <p role="status">{t('whyNot.none')}</p>}
      {value !== undefined && value.answers.length > 0 && (
        <ul className={css.answers}>
          {value.answers.map((answer) => (
            <Answer key={`${answer.path} ${answer.heading}`} answer={answer} />
          ))}
        </ul>
      )}
    </>
  );
}

/** A file of the mind is named by its path; everything else is searched for. */
function questionOf(asked: string): { readonly path: string } | { readonly query: string } {
  return /^[^\s/]+\/\S.*\.md$/.test(asked) ? { path: asked } : { query: asked };
}

function Answer({ answer }: { readonly answer: Explanation }) {
  const i18n = useI18n();
  const { number } = i18n;
  const { path, heading, outcome, score, tokens } = answer;
  const sessionId = /sessions\/([^/]+)\//.exec(path)?.[1];
  const href = sessionId === undefined ? to.mindFile(path, heading) : to.conversation(sessionId);
  return (
    <li>
      <Link href={href} className={css.place}>
        {path}
        {heading && <> › {heading}</>}
      </Link>
      <span className={outcome === 'included' || outcome === 'visible' ? css.in : css.out}>
        {wordsOf(i18n, answer)}
      </span>
      {score !== undefined && tokens !== undefined && (
        <small>
          {i18n.t('whyNot.figures', { score: score.toFixed(2), tokens: number(tokens) })}
        </small>
      )}
    </li>
  );
}

function wordsOf(i18n: I18n, { outcome, reason, words }: Explanation): string {
  const said = i18n.t(`whyNot.${outcome}`, { words: i18n.list(words ?? []) });
  return reason === undefined || outcome === 'visible'
    ? said
    : `${said} (${reasonWords(i18n, reason)})`;
}
