/** A call whose snapshot is gone or was never made: what stays of it with the conversation. */
import { Link } from 'wouter';
import { Lost } from '../design/lost.tsx';
import { Failure } from '../design/room.tsx';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { type CallPlace, to } from '../routes.ts';
import { Choice } from './choice.tsx';
import css from './inspector-room.module.css';

export function RecordPage({ place }: { readonly place: CallPlace }) {
  const { t, dateTime } = useI18n();
  const { sessionId, turnId, call } = place;
  const { value, failure, missing } = useAnswer('snapshot.record', { sessionId, turnId });
  const all = { href: to.inspector(), name: t('inspector.all') };
  if (missing) {
    return <Lost title={t('inspector.missing')} text={t('inspector.missingText')} links={[all]} />;
  }
  if (failure) return <Failure>{failure}</Failure>;
  if (value === undefined) return null;
  const record = value.calls.findLast((one) => one.call === call);
  if (record === undefined) return <Lost title={t('inspector.noCall')} links={[all]} />;
  return (
    <article className={css.page}>
      <header className={css.head}>
        <div>
          <h2>
            {record.model || record.provider} <small>{record.provider}</small>
          </h2>
          <p>
            {dateTime(record.at)} · {t('inspector.call', { call: record.call })}
            {record.attempt > 1 && ` · ${t('inspector.attempt', { attempt: record.attempt })}`}
            {' · '}
            <Link href={to.conversation(sessionId)}>{t('inspector.conversation')}</Link>
          </p>
        </div>
      </header>
      <section className={css.card}>
        <h3>{t('inspector.recordTitle')}</h3>
        <p>{t('inspector.recordText')}</p>
        <p>
          <code>sha256 {record.requestHash}</code>
        </p>
      </section>
      <Choice {...record} place={place} />
    </article>
  );
}
