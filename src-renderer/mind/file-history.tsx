/** What a file said before, what each version changed, and the way back to it. */
import { RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { FileVersion } from '../../protocol/index.ts';
import { Diff } from '../conversation/diff.tsx';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { Failure } from '../design/room.tsx';
import { scrollable } from '../design/scrollable.ts';
import { useAnswer } from '../design/use-answer.ts';
import { ViewSwitch } from '../design/view-switch.tsx';
import { useI18n } from '../i18n/index.ts';
import { tried } from '../store/tried.ts';
import { notify } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import { diffLines } from './diff-lines.ts';
import css from './file-history.module.css';

interface FileHistoryProps {
  readonly path: string;
  /** Undefined where the file is gone. */
  readonly now: { readonly content: string; readonly hash: string } | undefined;
  /** Text that is not saved would be lost by a restore. */
  readonly unsaved: boolean;
  readonly onRestored: () => void;
}

export function FileHistory({ path, now, unsaved, onRestored }: FileHistoryProps) {
  const { t } = useI18n();
  // What the file says now is part of the question: another text may be another version.
  const { value, failure } = useVersions(path, now?.hash);
  const [chosen, setChosen] = useState<string>();
  if (failure) return <Failure>{failure}</Failure>;
  if (value === undefined) return <div className={css.history} aria-busy="true" />;
  const open = value.findIndex(({ versionId }) => versionId === chosen);
  const version = value[Math.max(0, open)];
  return (
    <section className={css.history} aria-label={t('history.title')}>
      {value.length < 2 && <p className={css.quiet}>{t('history.none')}</p>}
      {version && (
        <div className={css.columns}>
          <ol className={css.versions} aria-label={t('history.versions')}>
            {value.map((one, index) => (
              <li key={one.versionId}>
                <VersionLine
                  version={one}
                  isNow={index === 0 && now !== undefined}
                  open={one === version}
                  onOpen={() => setChosen(one.versionId)}
                />
              </li>
            ))}
          </ol>
          <Version
            key={version.versionId}
            path={path}
            version={version}
            before={value[value.indexOf(version) + 1]}
            now={now}
            isNow={version === value[0] && now !== undefined}
            unsaved={unsaved}
            onRestored={onRestored}
          />
        </div>
      )}
    </section>
  );
}

function useVersions(path: string, hash: string | undefined) {
  const { value, failure, reload } = useAnswer('workspace.history', { path });
  const [seen, setSeen] = useState(hash);
  if (seen !== hash) {
    setSeen(hash);
    reload();
  }
  return { value: value?.versions, failure };
}

interface VersionLineProps {
  readonly version: FileVersion;
  readonly isNow: boolean;
  readonly open: boolean;
  readonly onOpen: () => void;
}

function VersionLine({ version, isNow, open, onOpen }: VersionLineProps) {
  const { t, shortDateTime, bytes } = useI18n();
  return (
    <button
      type="button"
      className={cx(css.version, open && css.open)}
      aria-pressed={open}
      onClick={onOpen}
    >
      <b>{shortDateTime(version.at)}</b>
      <small>
        {isNow && `${t('history.now')} · `}
        {t(`history.by.${version.by}`)} · {bytes(version.bytes)}
      </small>
    </button>
  );
}

interface VersionProps extends FileHistoryProps {
  readonly version: FileVersion;
  readonly before: FileVersion | undefined;
  readonly isNow: boolean;
}

function Version({ path, version, before, now, isNow, unsaved, onRestored }: VersionProps) {
  const { t, dateTime } = useI18n();
  const [against, setAgainst] = useState<'before' | 'now'>('before');
  const [busy, setBusy] = useState(false);
  const text = useText(path, version);
  const old = useText(path, before);
  const other = against === 'now' ? now?.content : before === undefined ? '' : old;
  const lines = useMemo(
    () =>
      text === undefined || other === undefined
        ? undefined
        : against === 'now'
          ? diffLines(text, other)
          : diffLines(other, text),
    [text, other, against],
  );

  async function restore(): Promise<void> {
    setBusy(true);
    await tried(async () => {
      const base = now === undefined ? {} : { baseHash: now.hash };
      await call('workspace.restore', { path, versionId: version.versionId, ...base });
      notify(t('history.restored', { path, time: dateTime(version.at) }));
      onRestored();
    });
    setBusy(false);
  }

  return (
    <div className={css.page} {...scrollable}>
      <header className={css.head}>
        <ViewSwitch
          label={t('history.compare')}
          value={against}
          options={[
            { value: 'before', label: t('history.changed') },
            ...(now === undefined || isNow
              ? []
              : [{ value: 'now' as const, label: t('history.toNow') }]),
          ]}
          onChange={setAgainst}
        />
        {!isNow && (
          <Button
            size="small"
            icon={<RotateCcw aria-hidden />}
            disabled={busy || unsaved}
            title={unsaved ? t('history.unsaved') : undefined}
            onClick={() => void restore()}
          >
            {t('history.restore')}
          </Button>
        )}
      </header>
      {unsaved && !isNow && <p className={css.quiet}>{t('history.unsaved')}</p>}
      {lines?.length === 0 && <p className={css.quiet}>{t('history.same')}</p>}
      {lines !== undefined && lines.length > 0 && (
        <Diff lines={lines} label={t('history.diff', { time: dateTime(version.at) })} />
      )}
    </div>
  );
}

function useText(path: string, version: FileVersion | undefined): string | undefined {
  const { value } = useAnswer(
    'workspace.version',
    version === undefined ? undefined : { path, versionId: version.versionId },
  );
  return value?.content;
}
