/** What changed from another call of the conversation to this one. */
import { useMemo, useState } from 'react';
import type { CandidateSummary, SnapshotSummary } from '../../protocol/index.ts';
import { Candidates } from '../brain/candidates.tsx';
import { Diff } from '../conversation/diff.tsx';
import type { DiffLine } from '../conversation/tool-words.ts';
import { Failure } from '../design/room.tsx';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { diffLines } from '../mind/diff-lines.ts';
import css from './inspector-room.module.css';
import { readSnapshot, type SnapshotView } from './read-snapshot.ts';

interface CompareProps {
  readonly snapshot: SnapshotSummary;
  readonly view: SnapshotView;
}

export function Compare({ snapshot, view }: CompareProps) {
  const { t, shortDateTime } = useI18n();
  const { sessionId, snapshotId } = snapshot;
  const [other, setOther] = useState('');
  const answer = useAnswer('snapshot.list', { sessionId, limit: 100 });
  const others = (answer.value?.snapshots ?? []).filter((one) => one.snapshotId !== snapshotId);
  return (
    <section className={css.card}>
      <h3>
        <label htmlFor="compare">{t('compare.title')}</label>
      </h3>
      {answer.failure && <Failure>{answer.failure}</Failure>}
      {answer.value !== undefined && others.length === 0 && <p>{t('compare.none')}</p>}
      {others.length > 0 && (
        <select
          id="compare"
          className={css.select}
          value={other}
          onChange={(event) => setOther(event.target.value)}
        >
          <option value="">{t('compare.choose')}</option>
          {others.map((one) => (
            <option key={one.snapshotId} value={one.snapshotId}>
              {shortDateTime(one.at)} · {t('inspector.call', { call: one.call })} · {one.provider}
            </option>
          ))}
        </select>
      )}
      {other !== '' && <Changes key={other} snapshotId={other} view={view} />}
    </section>
  );
}

function Changes({
  snapshotId,
  view,
}: {
  readonly snapshotId: string;
  readonly view: SnapshotView;
}) {
  const { t } = useI18n();
  const { value, failure } = useAnswer('snapshot.get', { snapshotId });
  const changes = useMemo(
    () => (value === undefined ? undefined : changesOf(readSnapshot(value.markdown), view)),
    [value, view],
  );
  if (failure) return <Failure>{failure}</Failure>;
  if (changes === undefined) return null;
  const { came, went, sections } = changes;
  return (
    <div className={css.changes}>
      {came.length + went.length + sections.length === 0 && <p>{t('compare.same')}</p>}
      {came.length > 0 && (
        <>
          <h4>{t('compare.came')}</h4>
          <Candidates included={came} dropped={[]} />
        </>
      )}
      {went.length > 0 && (
        <>
          <h4>{t('compare.went')}</h4>
          <Candidates included={went} dropped={[]} />
        </>
      )}
      {sections.map(({ title, lines }) => (
        <div key={title}>
          <h4>{title}</h4>
          <Diff lines={lines} label={title} />
        </div>
      ))}
    </div>
  );
}

interface ChangedSections {
  readonly came: readonly CandidateSummary[];
  readonly went: readonly CandidateSummary[];
  readonly sections: readonly { readonly title: string; readonly lines: readonly DiffLine[] }[];
}

export function changesOf(before: SnapshotView, after: SnapshotView): ChangedSections {
  const placeOf = (one: CandidateSummary): string => `${one.category} ${one.path} ${one.heading}`;
  const without = (a: SnapshotView, b: SnapshotView): readonly CandidateSummary[] => {
    const there = new Set(b.included.map(placeOf));
    return a.included.filter((one) => !there.has(placeOf(one)));
  };
  const textOf = (view: SnapshotView, title: string): string =>
    view.sections.find((section) => section.title === title)?.text ?? '';
  const titles = new Set([...before.sections, ...after.sections].map(({ title }) => title));
  const sections = [...titles].flatMap((title) => {
    const [old, now] = [textOf(before, title), textOf(after, title)];
    if (old === now) return [];
    return [{ title, lines: diffLines(`${old}\n`, `${now}\n`) }];
  });
  return { came: without(after, before), went: without(before, after), sections };
}
