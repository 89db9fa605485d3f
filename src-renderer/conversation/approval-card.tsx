/** The question before something happens: what, where, why it is asked, and the answers. */
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import fields from '../design/fields.module.css';
import { scrollable } from '../design/scrollable.ts';
import { shownFolder } from '../design/shown-folder.ts';
import { useI18n } from '../i18n/index.ts';
import { useSettings } from '../store/settings.ts';
import css from './approval-card.module.css';
import { Diff } from './diff.tsx';
import { parseDiff } from './tool-words.ts';
import { type Ask, useAnswering } from './use-answering.tsx';

interface ApprovalCardProps {
  readonly ask: Ask;
  readonly why?: string;
  readonly onAnswered?: () => void;
}

/** A longer risk is a sentence and gets its own line. */
const longestLabel = 36;

export function ApprovalCard({ ask, why, onAnswered }: ApprovalCardProps) {
  const { t, told, dateTime } = useI18n();
  const titleId = useId();
  const userHome = useSettings((state) => state.userHome);
  const risk = told(ask, 'risk');
  const isShort = risk.length <= longestLabel;
  const [denying, setDenying] = useState(false);
  const [reason, setReason] = useState('');
  const { busy, failure, answer } = useAnswering(ask, onAnswered);

  function deny(event: FormEvent): void {
    event.preventDefault();
    const words = reason.trim();
    void answer({ decision: 'deny', ...(words ? { reason: words } : {}) });
  }

  return (
    <section className={css.card} aria-labelledby={titleId}>
      <header className={css.header}>
        <h2 id={titleId}>{told(ask, 'title')}</h2>
        {isShort && <em>{risk}</em>}
      </header>
      {why && !risk.includes(why) && (
        <p className={css.why}>{t('approval.because', { reason: why })}</p>
      )}
      {!isShort && <p className={css.risk}>{risk}</p>}
      {ask.detail && !ask.diff && (
        <pre className={cx(css.detail, hasSentences(ask) && css.told)} {...scrollable}>
          {told(ask, 'detail')}
        </pre>
      )}
      {ask.diff && <Diff lines={parseDiff(ask.diff)} label={t('approval.change')} />}
      <p className={css.where}>
        {t('approval.in')} <code>{shownFolder(ask.cwd, userHome)}</code>
        {ask.expiresAt && <span>{t('approval.until', { time: dateTime(ask.expiresAt) })}</span>}
      </p>
      {failure}
      {denying ? (
        <form className={css.actions} onSubmit={deny}>
          <input
            className={cx(fields.input, css.reason)}
            value={reason}
            // The owner just pressed "Deny": the next thing to do is typing here or Enter.
            ref={(input) => input?.focus()}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              setDenying(false);
            }}
            placeholder={t('approval.reason')}
            aria-label={t('approval.reason')}
          />
          <Button look="danger" type="submit" disabled={busy}>
            {t('approval.deny')}
          </Button>
          <Button look="quiet" onClick={() => setDenying(false)}>
            {t('common.cancel')}
          </Button>
        </form>
      ) : (
        <div className={css.actions}>
          <Button
            look="primary"
            disabled={busy}
            onClick={() => void answer({ decision: 'allow_once' })}
          >
            {t('approval.once')}
          </Button>
          {/* Without a rule there is nothing to remember, not even for a while: it would ask again. */}
          {ask.alwaysRule && (
            <Button disabled={busy} onClick={() => void answer({ decision: 'allow_session' })}>
              {t('approval.session')}
            </Button>
          )}
          {ask.alwaysRule && (
            <Button
              disabled={busy}
              title={t('approval.alwaysRule', { rule: ask.alwaysRule })}
              onClick={() => void answer({ decision: 'allow_always' })}
            >
              {t('approval.always')}
            </Button>
          )}
          <Button disabled={busy} onClick={() => setDenying(true)}>
            {t('approval.denyAsk')}
          </Button>
          {ask.alwaysRule && (
            <p className={css.rule}>
              {t('approval.alwaysWrites', { always: t('approval.always') })}{' '}
              <code>{ask.alwaysRule}</code>
            </p>
          )}
        </div>
      )}
    </section>
  );
}

/** Not only what a command or a server says, but words in the window's language. */
function hasSentences({ said }: Ask): boolean {
  return said?.detail?.some((part) => 'code' in part) === true;
}
