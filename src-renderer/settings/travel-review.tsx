/** What an archive would bring, before anything changes. */
import { useState } from 'react';
import type { ArchiveResult } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import css from './travel-review.module.css';

interface Props {
  readonly review: ArchiveResult;
  readonly busy: boolean;
  readonly onTake: (replace: boolean) => void;
  readonly onCancel: () => void;
}

export function TravelReview({ review, busy, onTake, onCancel }: Props) {
  const { t, told, number, dateTime } = useI18n();
  const [replace, setReplace] = useState(false);
  const { added, changed, same, refused } = review;
  const hasWork = added.length > 0 || (replace && changed.length > 0);
  return (
    <div className={css.review}>
      <p>{t('travel.from', { date: dateTime(review.at) })}</p>
      <Paths title={t('travel.added', { count: number(added.length) })} paths={added} />
      <Paths title={t('travel.changed', { count: number(changed.length) })} paths={changed} />
      <Paths
        title={t('travel.refused', { count: number(refused.length) })}
        paths={refused.map((one) => `${one.path}: ${told(one, 'reason')}`)}
      />
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

function Paths({ title, paths }: { readonly title: string; readonly paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <details className={css.paths}>
      <summary>{title}</summary>
      <ul>
        {paths.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
    </details>
  );
}
