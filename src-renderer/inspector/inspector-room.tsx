/** What the model saw, call by call: the answer to "why?". */
import { ScanSearch } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { ResultOf, SnapshotSummary } from '../../protocol/index.ts';
import { cx } from '../design/cx.ts';
import list from '../design/list.module.css';
import { Lost } from '../design/lost.tsx';
import { plainText } from '../design/plain-text.ts';
import { Empty, Failure, Room } from '../design/room.tsx';
import { scrollable } from '../design/scrollable.ts';
import { useAnswer } from '../design/use-answer.ts';
import { ViewSwitch } from '../design/view-switch.tsx';
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
  const turns = useMemo(() => byTurn(snapshots ?? []), [snapshots]);
  return (
    <Room title={t('room.inspector')} detail={t('inspector.detail')} body="split">
      <nav className={list.list} aria-label={t('inspector.list')}>
        {answer.failure && <Failure>{answer.failure}</Failure>}
        {turns.map((turn, index) => (
          <TurnLine
            key={turn.turnId}
            turn={turn}
            sameAsAbove={turns[index - 1]?.sessionId === turn.sessionId}
            openId={snapshotId}
          />
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

interface TurnCalls {
  readonly sessionId: string;
  readonly turnId: string;
  /** In the order in which they were made. */
  readonly calls: readonly SnapshotSummary[];
}

/** The newest turn first; all calls of one together, whatever ran beside it. */
function byTurn(snapshots: readonly SnapshotSummary[]): readonly TurnCalls[] {
  return [...Map.groupBy(snapshots, ({ turnId }) => turnId)].flatMap(([turnId, calls]) => {
    const first = calls[0];
    return first === undefined
      ? []
      : [{ sessionId: first.sessionId, turnId, calls: calls.toReversed() }];
  });
}

interface TurnLineProps {
  readonly turn: TurnCalls;
  /** The one above is of the same conversation: its title stands there already. */
  readonly sameAsAbove: boolean;
  readonly openId: string | undefined;
}

function TurnLine({ turn, sameAsAbove, openId }: TurnLineProps) {
  const { t, tn, number, shortDateTime } = useI18n();
  // The list of conversations is read in pages: one that is not in it may be old, or deleted.
  const session = useSessions((state) =>
    state.sessions.find(({ sessionId }) => sessionId === turn.sessionId),
  );
  const title = session ? session.title || t('session.untitled') : t('inspector.otherSession');
  const last = turn.calls.at(-1);
  if (last === undefined) return null;
  const open = turn.calls.some(({ snapshotId }) => snapshotId === openId);
  return (
    <>
      {!sameAsAbove && (
        <p className={list.group}>
          <bdi>{title}</bdi>
        </p>
      )}
      <Link
        href={to.snapshot(last.snapshotId)}
        className={cx(list.line, open && list.open)}
        aria-current={open ? 'page' : undefined}
      >
        <b>{shortDateTime(turn.calls[0]?.at ?? last.at)}</b>
        <small className={css.facts}>
          <span>{last.model || last.provider}</span>
          <span>
            {tn('inspector.calls', turn.calls.length)} ·{' '}
            {t('inspector.tokens', { tokens: number(last.tokens) })}
          </span>
        </small>
      </Link>
    </>
  );
}

interface CallTabsProps {
  readonly calls: readonly SnapshotSummary[];
  readonly openId: string;
}

/** The calls of the turn that is looked at. */
function CallTabs({ calls, openId }: CallTabsProps) {
  const { t, number } = useI18n();
  if (calls.length < 2) return null;
  return (
    <nav className={css.calls} aria-label={t('inspector.ofTurn')}>
      {calls.map(({ snapshotId, call, attempt, tokens, provider }) => (
        <Link
          key={snapshotId}
          href={to.snapshot(snapshotId)}
          aria-current={snapshotId === openId ? 'page' : undefined}
        >
          <b>{t('inspector.call', { call })}</b>
          <small>
            {attempt > 1 ? provider : t('inspector.tokens', { tokens: number(tokens) })}
          </small>
        </Link>
      ))}
    </nav>
  );
}

function Snapshot({ snapshotId }: { readonly snapshotId: string }) {
  const { t } = useI18n();
  const answer = useAnswer('snapshot.get', { snapshotId });
  const place = callPlaceOf(new URLSearchParams(useSearch()));
  if (answer.failure && place !== undefined) return <RecordPage place={place} />;
  if (answer.missing) {
    const all = { href: to.inspector(), name: t('inspector.all') };
    return <Lost title={t('inspector.missing')} text={t('inspector.missingText')} links={[all]} />;
  }
  if (answer.failure) return <Failure>{answer.failure}</Failure>;
  return answer.value ? <SnapshotPage found={answer.value} /> : null;
}

function callPlaceOf(search: URLSearchParams): CallPlace | undefined {
  const [sessionId, turnId, call] = ['session', 'turn', 'call'].map((name) => search.get(name));
  return sessionId && turnId && call ? { sessionId, turnId, call: Number(call) } : undefined;
}

function SnapshotPage({ found }: { readonly found: ResultOf<'snapshot.get'> }) {
  const { t, number, dateTime } = useI18n();
  const { snapshot, markdown } = found;
  const [form, setForm] = useState<'read' | 'raw'>('read');
  const { sessionId, turnId, snapshotId } = snapshot;
  const ofTurn = useAnswer('snapshot.list', { sessionId, turnId, limit: 100 });
  const asked = useAnswer('snapshot.record', { sessionId, turnId }).value?.text;
  const view = useMemo(() => readSnapshot(markdown), [markdown]);
  return (
    <article className={css.page}>
      <header className={css.head}>
        <div>
          <h2>
            {snapshot.model || snapshot.provider} <small>{snapshot.provider}</small>
          </h2>
          {asked && (
            <p className={css.asked}>
              “<bdi>{plainText(asked)}</bdi>”
            </p>
          )}
          <p>
            {dateTime(snapshot.at)} · {t('inspector.call', { call: snapshot.call })}
            {snapshot.attempt > 1 && ` · ${t('inspector.attempt', { attempt: snapshot.attempt })}`}
            {' · '}
            {t('inspector.tokens', { tokens: number(snapshot.tokens) })}
            {' · '}
            <Link href={to.conversation(sessionId, turnId)}>{t('inspector.conversation')}</Link>
          </p>
        </div>
        <ViewSwitch
          label={t('inspector.view')}
          value={form}
          options={[
            { value: 'read', label: t('inspector.read') },
            { value: 'raw', label: t('inspector.raw') },
          ]}
          onChange={setForm}
        />
      </header>
      <CallTabs calls={ofTurn.value?.snapshots.toReversed() ?? []} openId={snapshotId} />
      {form === 'raw' ? (
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
