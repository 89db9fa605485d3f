/** The mind as one file: out of this home, and into it. */
import { useRef, useState } from 'react';
import type { ResultOf } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { saveFile } from '../design/save-file.ts';
import { useI18n } from '../i18n/index.ts';
import { tried } from '../store/tried.ts';
import { notify } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import { fetchArchive, sendArchive } from './archive-pieces.ts';
import css from './settings.module.css';
import { TravelReview } from './travel-review.tsx';

interface Review {
  readonly archiveId: string;
  readonly result: ResultOf<'archive.review'>;
}

export function Travel() {
  const { t } = useI18n();
  return (
    <>
      <header className={css.intro}>
        <h2>{t('settings.travel')}</h2>
        <p>{t('travel.intro')}</p>
      </header>
      <div className={css.cards}>
        <ExportCard />
        <ImportCard />
      </div>
    </>
  );
}

function ExportCard() {
  const { t, number, percent } = useI18n();
  const [share, setShare] = useState<number>();

  async function run(): Promise<void> {
    setShare(0);
    await tried(async () => {
      const { archiveId, name, files } = await call('archive.create', {});
      saveFile(name, await fetchArchive(archiveId, setShare));
      notify(t('travel.exported', { files: number(files), name }));
    });
    setShare(undefined);
  }

  return (
    <section className={css.card} aria-labelledby="travel-export">
      <h3 id="travel-export">{t('travel.exportTitle')}</h3>
      <p className={css.help}>{t('travel.exportText')}</p>
      <div>
        <Button disabled={share !== undefined} onClick={() => void run()}>
          {share === undefined
            ? t('travel.export')
            : t('travel.exporting', { percent: percent(share) })}
        </Button>
      </div>
    </section>
  );
}

function ImportCard() {
  const { t, number, percent } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number>();
  const [review, setReview] = useState<Review>();

  async function look(file: File): Promise<void> {
    setReview(undefined);
    setShare(0);
    await tried(async () => {
      const archiveId = await sendArchive(file, setShare);
      setReview({ archiveId, result: await call('archive.review', { archiveId }) });
    });
    setShare(undefined);
  }

  async function take(archiveId: string, replace: boolean): Promise<void> {
    setShare(1);
    await tried(async () => {
      const done = await call('archive.import', { archiveId, replace });
      const count = done.added.length + (replace ? done.changed.length : 0);
      notify(t('travel.imported', { count: number(count) }));
      setReview(undefined);
    });
    setShare(undefined);
  }

  return (
    <section className={css.card} aria-labelledby="travel-import">
      <h3 id="travel-import">{t('travel.importTitle')}</h3>
      <p className={css.help}>{t('travel.importText')}</p>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label={t('travel.choose')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) void look(file);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
      {review === undefined ? (
        <div>
          <Button disabled={share !== undefined} onClick={() => input.current?.click()}>
            {share === undefined
              ? t('travel.choose')
              : t('travel.reading', { percent: percent(share) })}
          </Button>
        </div>
      ) : (
        <TravelReview
          archiveId={review.archiveId}
          review={review.result}
          busy={share !== undefined}
          onTake={(replace) => void take(review.archiveId, replace)}
          onCancel={() => setReview(undefined)}
        />
      )}
    </section>
  );
}
