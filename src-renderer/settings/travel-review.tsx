/** What an archive would bring, before anything changes. */
import { type ReactNode, useState } from 'react';
import type { ArchiveResult } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { ArchivedFile } from './archived-file.tsx';
import css from './travel-review.module.css';

interface Props {
  readonly archiveId: string;
  readonly review: ArchiveResult;
  readonly busy: boolean;
  readonly onTake: (replace: boolean) => void;
  readonly onCancel: () => void;
}

export function TravelReview({ archiveId, review, busy, onTake, onCancel }: Props) {
  const { t, told, number, dateTime } = useI18n();
  const [replace, setReplace] = useState(false);
  const { added, changed, same, refused } = review;
  const hasWork = added.length > 0 || (replace && changed.length > 0);
  return (
    <div className={css.review}>
      <p>{t('travel.from', { date: dateTime(review.at) })}</p>
      <Paths title={t('travel.added', { count: number(added.length) })} count={added.length}>
        {added.map((path) => (
          <ArchivedFile key={path} archiveId={archiveId} path={path} />
        ))}
      </Paths>
      <Paths title={t('travel.changed', { count: number(changed.length) })} count={changed.length}>
        {changed.map((path) => (
          <ArchivedFile key={path} archiveId={archiveId} path={path} />
        ))}
      </Paths>
      <Paths title={t('travel.refused', { count: number(refused.length) })} count={refused.length}>
        {refused.map((one) => (
          <li key={one.path}>
            <bdi>{one.path}</bdi>: <bdi>{told(one, 'reason')}</bdi>
          </li>
        ))}
      </Paths>
      <p>{t('travel.same', { count: number(same) })}</p>
      {changed.length > 0 && (
        <label className={css.choice}>
          <input
            type="checkbox"
            checked={replace}
            onChange={(event) => setReplace(event.target.checked)}
          />
          {t('travel.replace')}
        </label>
      )}
      <div className={css.actions}>
        <Button
          look="primary"
          disabled={busy}
          why={hasWork ? undefined : t('travel.nothing')}
          onClick={() => onTake(replace)}
        >
          {t('travel.import')}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          {t('travel.cancel')}
        </Button>
      </div>
    </div>
  );
}

interface PathsProps {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}

/** Thousands of them are drawn when somebody wants to see them. */
function Paths({ title, count, children }: PathsProps) {
  const [open, setOpen] = useState(false);
  if (count === 0) return null;
  return (
    <details className={css.paths} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && <ul>{children}</ul>}
    </details>
  );
}
