/** What is known for good: each fact with its source, to be corrected or forgotten. */
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { FactRecord } from '../../protocol/index.ts';
import { IconButton } from '../design/button.tsx';
import { Confirm } from '../design/dialog.tsx';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { isDone, tried } from '../store/tried.ts';
import { notify } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import css from './facts.module.css';
import { Proposals } from './proposals.tsx';

export function Facts() {
  const { t, tn } = useI18n();
  const { value, reload } = useAnswer('knowledge.list', {});
  if (value === undefined) return null;
  const files = Map.groupBy(value.facts, ({ path }) => path);
  return (
    <>
      <Proposals onAccepted={reload} />
      <section className={css.facts} aria-label={t('facts.title')}>
        <h2>
          {t('facts.title')}
          <small className={css.count}>{tn('facts.count', value.facts.length)}</small>
        </h2>
        {value.facts.length === 0 && <p className={css.none}>{t('facts.none')}</p>}
        {[...files].map(([path, facts]) => (
          <div key={path} className={css.file}>
            <h3>
              <Link className={css.path} href={to.mindFile(path)}>
                {path.split('/').at(-1)}
              </Link>
            </h3>
            <ul>
              {facts.map((fact) => (
                <FactLine key={fact.text} fact={fact} onChange={reload} />
              ))}
            </ul>
          </div>
        ))}
      </section>
    </>
  );
}

interface FactLineProps {
  readonly fact: FactRecord;
  readonly onChange: () => void;
}

function FactLine({ fact, onChange }: FactLineProps) {
  const { t, fileDay } = useI18n();
  const [editing, setEditing] = useState(false);
  const [forgetting, setForgetting] = useState(false);
  const [everywhere, setEverywhere] = useState(false);

  async function correct(words: string): Promise<void> {
    setEditing(false);
    if (words === '' || words === fact.text) return;
    if (await isDone(() => call('knowledge.correct', { old: fact.text, new: words }))) onChange();
  }

  async function forget(): Promise<void> {
    const gone = await tried(() => call('knowledge.forget', { fact: fact.text, everywhere }));
    if (gone === undefined) return;
    notify(t(everywhere ? 'facts.forgottenEverywhere' : 'facts.forgotten'));
    onChange();
  }

  return (
    <li className={css.fact}>
      <div className={css.words}>
        {editing ? (
          <input
            className={css.field}
            defaultValue={fact.text}
            maxLength={2000}
            aria-label={t('facts.correct')}
            ref={focusOnce}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void correct(event.currentTarget.value.trim());
              if (event.key === 'Escape') setEditing(false);
            }}
          />
        ) : (
          <bdi>{fact.text}</bdi>
        )}
        <Source fact={fact} />
        {fact.before.map((old) => (
          <small key={`${old.until} ${old.text}`} className={css.old}>
            {t('facts.before', { day: fileDay(old.until) })}{' '}
            <del>
              <bdi>{old.text}</bdi>
            </del>
          </small>
        ))}
      </div>
      <span className={css.tools}>
        <IconButton label={t('facts.correct')} onClick={() => setEditing(true)}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton label={t('facts.forget')} onClick={() => setForgetting(true)}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
      <Confirm
        open={forgetting}
        title={t('facts.forgetTitle')}
        confirm={t('facts.forget')}
        cancel={t('common.cancel')}
        onClose={() => setForgetting(false)}
        onConfirm={() => void forget()}
      >
        <span className={css.asked}>{fact.text}</span>
        {!everywhere && <span className={css.hint}>{t('facts.copyText')}</span>}
        <label className={css.everywhere}>
          <input
            type="checkbox"
            checked={everywhere}
            onChange={(event) => setEverywhere(event.currentTarget.checked)}
          />
          <span>
            {t('facts.everywhere')}
            <small className={css.hint}>{t('facts.everywhereText')}</small>
          </span>
        </label>
      </Confirm>
    </li>
  );
}

/** Outside the component: a new function would take the focus again at every key. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}

function Source({ fact }: { readonly fact: FactRecord }) {
  const { t, fileDay } = useI18n();
  const { learned, sessionId, sessionTitle } = fact;
  if (learned === undefined) return <small className={css.source}>{t('facts.byHand')}</small>;
  const day = fileDay(learned);
  if (sessionId === undefined || sessionTitle === undefined) {
    return <small className={css.source}>{t('facts.learned', { day })}</small>;
  }
  return (
    <small className={css.source}>
      {t('facts.learnedIn', { day })}{' '}
      <Link href={to.conversation(sessionId)}>{sessionTitle || t('session.untitled')}</Link>
    </small>
  );
}
