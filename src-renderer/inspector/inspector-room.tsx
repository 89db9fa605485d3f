/** What the model saw, call by call: the answer to "why?". */
import { ScanSearch } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { ResultOf, SnapshotSummary } from '../../protocol/index.ts';
import { cx } from '../design/cx.ts';
import list from '../design/list.module.css';
import { Empty, Failure, Room } from '../design/room.tsx';
import { scrollable } from '../design/scrollable.ts';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { type CallPlace, to } from '../routes.ts';
import { useSessions } from '../store/sessions.ts';
import { Choice } from './choice.tsx';
import { Compare } from './compare.tsx';
import css from './inspector-room.module.css';
import { readSnapshot } from './read-snapshot.ts';
import { RecordPage } from './record-page.tsx';

export function InspectorRoom({ snapshotId }: { readonly snapshotId: string | undefined }) {
  const { t } = useI18n();
  const answer = useAnswer('snapshot.list', { limit: 200 });
  const snapshots = answer.value?.snapshots;
  return (
    <Room title={t('room.inspector')} detail={t('inspector.detail')} body="split">
      <nav className={list.list} aria-label={t('inspector.list')}>
        {answer.failure && <Failure>{answer.failure}</Failure>}
        {inRuns(snapshots ?? []).map((run) => (
          <SnapshotRun key={run[0]?.snapshotId} run={run} openId={snapshotId} />
        ))}
        {snapshots?.length === 0 && <p className={list.none}>{t('inspector.none')}</p>}
      </nav>
      <div className={list.detail} {...scrollable}>
        {snapshotId === undefined ? (
          <Empty icon={<ScanSearch />} title={t('inspector.choose')}>
            {t('inspector.chooseText')}
          </Empty>
        ) : (
          <Snapshot key={snapshotId} snapshotId={snapshotId} />
        )}
      </div>
    </Room>
  );
}

/** One after the other of the same conversation: its title stands above them once. */
function inRuns(snapshots: readonly SnapshotSummary[]): readonly (readonly SnapshotSummary[])[] {
  const runs: SnapshotSummary[][] = [];
  for (const snapshot of snapshots) {
    const run = runs.at(-1);
    if (run?.[0]?.sessionId === snapshot.sessionId) run.push(snapshot);
    else runs.push([snapshot]);
  }
  return runs;
}

interface SnapshotRunProps {
  readonly run: readonly SnapshotSummary[];
  readonly openId: string | undefined;
}

function SnapshotRun({ run, openId }: SnapshotRunProps) {
  const { t } = useI18n();
  // The list of conversations is read in pages: one that is not in it may be old, or deleted.
  const session = useSessions((state) =>
    state.sessions.find(({ sessionId }) => sessionId === run[0]?.sessionId),
  );
  const title = session ? session.title || t('session.untitled') : t('inspector.otherSession');
  return (
    <>
      <p className={list.group}>{title}</p>
      {run.map((snapshot) => (
        <SnapshotLine
          key={snapshot.snapshotId}
          snapshot={snapshot}
          open={snapshot.snapshotId === openId}
        />
      ))}
    </>
  );
}

interface SnapshotLineProps {
  readonly snapshot: SnapshotSummary;
  readonly open: boolean;
}

function SnapshotLine({ snapshot, open }: SnapshotLineProps) {
  const { t, number, shortDateTime } = useI18n();
  return (
    <Link
      href={to.snapshot(snapshot.snapshotId)}
      className={cx(list.line, open && list.open)}
      aria-current={open ? 'page' : undefined}
    >
      <b>
        {shortDateTime(snapshot.at)} · {t('inspector.call', { call: snapshot.call })}
      </b>
      <small>
        {snapshot.model || snapshot.provider} ·{' '}
        {t('inspector.tokens', { tokens: number(snapshot.tokens) })}
      </small>
    </Link>
  );
}

function Snapshot({ snapshotId }: { readonly snapshotId: string }) {
  const answer = useAnswer('snapshot.get', { snapshotId });
  const place = callPlaceOf(new URLSearchParams(useSearch()));
  if (answer.failure) {
    return place === undefined ? <Failure>{answer.failure}</Failure> : <RecordPage place={place} />;
  }
  return answer.value ? <SnapshotPage found={answer.value} /> : null;
}

function callPlaceOf(search: URLSearchParams): CallPlace | undefined {
  const [sessionId, turnId, call] = ['session', 'turn', 'call'].map((name) => search.get(name));
  return sessionId && turnId && call ? { sessionId, turnId, call: Number(call) } : undefined;
}

function SnapshotPage({ found }: { readonly found: ResultOf<'snapshot.get'> }) {
  const { t, number, dateTime } = useI18n();
  const { snapshot, markdown } = found;
  const [raw, setRaw] = useState(false);
  const view = useMemo(() => readSnapshot(markdown), [markdown]);
  return (
    <article className={css.page}>
      <header className={css.head}>
        <div>
          <h2>
            {snapshot.model || snapshot.provider} <small>{snapshot.provider}</small>
          </h2>
          <p>
            {dateTime(snapshot.at)} · {t('inspector.call', { call: snapshot.call })}
            {snapshot.attempt > 1 && ` · ${t('inspector.attempt', { attempt: snapshot.attempt })}`}
            {' · '}
            {t('inspector.tokens', { tokens: number(snapshot.tokens) })}
            {' · '}
            <Link href={to.conversation(snapshot.sessionId)}>{t('inspector.conversation')}</Link>
          </p>
        </div>
        <fieldset className={css.tabs} aria-label={t('inspector.view')}>
          <button type="button" aria-pressed={!raw} onClick={() => setRaw(false)}>
            {t('inspector.read')}
          </button>
          <button type="button" aria-pressed={raw} onClick={() => setRaw(true)}>
            {t('inspector.raw')}
          </button>
        </fieldset>
      </header>
      {raw ? (
        <pre className={css.raw}>{markdown}</pre>
      ) : (
        <>
          <Choice {...view} place={snapshot} />
          <Compare snapshot={snapshot} view={view} />
          {view.sections.map((section) => (
            <details key={section.title} className={css.section}>
              <summary>
                {section.title}
                <span>{t('inspector.characters', { count: number(section.text.length) })}</span>
              </summary>
              <pre {...scrollable}>{section.text}</pre>
            </details>
          ))}
        </>
      )}
    </article>
  );
}
