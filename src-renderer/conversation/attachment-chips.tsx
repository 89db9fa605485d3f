/** The files that go with the message. */
import { FileText, LoaderCircle, X } from 'lucide-react';
import { useI18n } from '../i18n/index.ts';
import css from './attachment-chips.module.css';
import type { Attachment } from './attachments.ts';
import { Picture } from './picture.tsx';
import { isPicture, usePicture } from './pictures.ts';
import type { AttachedFile } from './use-attachments.ts';

interface AttachmentChipsProps {
  readonly files: readonly AttachedFile[];
  readonly onRemove: (key: string) => void;
}

export function AttachmentChips({ files, onRemove }: AttachmentChipsProps) {
  const { t, percent } = useI18n();
  if (files.length === 0) return null;
  return (
    <ul className={css.files} aria-label={t('composer.files')}>
      {files.map((one) => {
        const name = one.kind === 'ready' ? one.file.name : one.name;
        return (
          <li key={one.key}>
            {one.kind === 'working' ? (
              <LoaderCircle className={css.turning} aria-hidden />
            ) : (
              <Face file={one.file} />
            )}
            <span title={name}>{name}</span>
            {one.kind === 'working' && (
              <em>
                {t(`composer.${one.doing}`)} {one.share > 0 && percent(one.share)}
              </em>
            )}
            {one.kind === 'ready' && (
              <button
                type="button"
                aria-label={t('composer.removeFile', { name })}
                title={t('composer.removeFile', { name })}
                onClick={() => onRemove(one.key)}
              >
                <X aria-hidden />
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The picture itself, or the sign of a file. */
function Face({ file: { id, name } }: { readonly file: Attachment }) {
  const found = usePicture(id, isPicture(name));
  if (found?.kind !== 'picture') return <FileText aria-hidden />;
  return <Picture url={found.url} name={name} small />;
}
