/** One file of an archive, to be read before it is taken in: its text, or how it differs from what is here. */
import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ResultOf } from '../../protocol/index.ts';
import { Diff } from '../conversation/diff.tsx';
import { scrollable } from '../design/scrollable.ts';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { diffLines } from '../mind/diff-lines.ts';
import css from './travel-review.module.css';

interface ArchivedFileProps {
  readonly archiveId: string;
  readonly path: string;
}

export function ArchivedFile({ archiveId, path }: ArchivedFileProps) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        className={css.file}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight aria-hidden />
        <bdi>{path}</bdi>
      </button>
      {open && <Content archiveId={archiveId} path={path} />}
    </li>
  );
}

function Content({ archiveId, path }: ArchivedFileProps) {
  const { value, failure } = useAnswer('archive.file', { archiveId, path });
  if (failure) return <p className={css.note}>{failure}</p>;
  return value === undefined ? null : <Text path={path} found={value} />;
}

interface TextProps {
  readonly path: string;
  readonly found: ResultOf<'archive.file'>;
}

function Text({ path, found: { text, before, bytes: size, cut } }: TextProps) {
  const { t, bytes } = useI18n();
  const lines = useMemo(
    () => (text === undefined || before === undefined ? undefined : diffLines(before, text)),
    [text, before],
  );
  if (text === undefined) {
    return <p className={css.note}>{t('travel.noText', { size: bytes(size) })}</p>;
  }
  return (
    <>
      {lines === undefined ? (
        <pre className={css.text} {...scrollable}>
          {text}
        </pre>
      ) : (
        <Diff lines={lines} label={t('travel.difference', { path })} />
      )}
      {cut && <p className={css.note}>{t('travel.cut')}</p>}
    </>
  );
}
