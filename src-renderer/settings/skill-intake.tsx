/** Takes skills in: by drop or by choosing, and after a look at what they would bring. */
import { FileUp, FolderUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import type { ResultOf } from '../../protocol/index.ts';
import { uploadFile } from '../conversation/attachments.ts';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import { loadBrainAsks } from '../store/asks.ts';
import { tried } from '../store/tried.ts';
import { notify } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import { asArchive, chosenFiles, droppedEntries, filesIn } from './dropped-files.ts';
import css from './skill-intake.module.css';
import { SkillReviews } from './skill-reviews.tsx';

interface Review {
  readonly attachmentId: string;
  readonly result: ResultOf<'skill.review'>;
}

type Found = Awaited<ReturnType<typeof filesIn>>;

export function SkillIntake({ onTaken }: { readonly onTaken: () => void }) {
  const { t, list } = useI18n();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [review, setReview] = useState<Review>();

  async function look(finding: Promise<Found>): Promise<void> {
    setReview(undefined);
    setBusy(true);
    await tried(async () => {
      const found = await finding;
      if (found.length === 0) return;
      const { id: attachmentId } = await uploadFile(await asArchive(found), () => {});
      setReview({ attachmentId, result: await call('skill.review', { attachmentId }) });
    });
    setBusy(false);
  }

  async function take(folders: readonly string[], allowPlugins: boolean): Promise<void> {
    if (review === undefined) return;
    setBusy(true);
    const { attachmentId } = review;
    await tried(async () => {
      await call('skill.install', { attachmentId, folders: [...folders], allowPlugins });
      notify(t('intake.taken', { names: list(folders) }));
      setReview(undefined);
      onTaken();
    });
    setBusy(false);
    await loadBrainAsks();
  }

  async function discard(): Promise<void> {
    setReview(undefined);
    if (review === undefined) return;
    await tried(() => call('skill.discard', { attachmentId: review.attachmentId }));
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    void look(filesIn(droppedEntries(event.dataTransfer)));
  }

  if (review !== undefined) {
    return (
      <SkillReviews
        review={review.result}
        busy={busy}
        onTake={(folders, allowPlugins) => void take(folders, allowPlugins)}
        onCancel={() => void discard()}
      />
    );
  }
  return (
    <section
      className={cx(css.drop, over && css.over)}
      aria-label={t('intake.title')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <p>
        <b>{t('intake.title')}</b>
        {t('intake.text')}
      </p>
      <input
        ref={files}
        type="file"
        accept=".zip,.md,application/zip"
        hidden
        aria-label={t('intake.chooseFile')}
        onChange={(event) => {
          void look(Promise.resolve(chosenFiles(event.target.files ?? [])));
          event.target.value = '';
        }}
      />
      <input
        ref={(input) => {
          folder.current = input;
          // React has no property for it.
          input?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        multiple
        hidden
        aria-label={t('intake.chooseFolder')}
        onChange={(event) => {
          void look(Promise.resolve(chosenFiles(event.target.files ?? [])));
          event.target.value = '';
        }}
      />
      <div className={css.buttons}>
        <Button
          size="small"
          disabled={busy}
          icon={<FolderUp aria-hidden />}
          onClick={() => folder.current?.click()}
        >
          {t('intake.chooseFolder')}
        </Button>
        <Button
          size="small"
          disabled={busy}
          icon={<FileUp aria-hidden />}
          onClick={() => files.current?.click()}
        >
          {t('intake.chooseFile')}
        </Button>
      </div>
    </section>
  );
}
