/** An attached picture: small where it stands, large at a click; a file that is none, by its name. */
import { Dialog } from '@base-ui/react/dialog';
import { Paperclip, X } from 'lucide-react';
import type { AttachmentRef } from '../../protocol/index.ts';
import backdrop from '../design/backdrop.module.css';
import { IconButton } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import css from './picture.module.css';
import { isPicture, usePicture } from './pictures.ts';

export function AttachedFiles({ files }: { readonly files: readonly AttachmentRef[] }) {
  // Names of other files stand below the pictures, not beside them at some height.
  const rows = [
    { name: 'pictures', files: files.filter(({ name }) => isPicture(name)) },
    { name: 'others', files: files.filter(({ name }) => !isPicture(name)) },
  ];
  return rows
    .filter((row) => row.files.length > 0)
    .map((row) => (
      <ul key={row.name} className={css.files}>
        {row.files.map((file) => (
          <li key={file.id}>
            <AttachedFile file={file} />
          </li>
        ))}
      </ul>
    ));
}

interface ShownPicturesProps {
  readonly files: readonly AttachmentRef[];
  /** Whose pictures they are. */
  readonly from: string;
}

/** What a tool showed to the model, for its owner's eyes. */
export function ShownPictures({ files, from }: ShownPicturesProps) {
  const { t } = useI18n();
  const nameOf = (index: number): string =>
    files.length === 1
      ? t('picture.from', { name: from })
      : t('picture.ofSeveral', { number: index + 1, name: from });
  return (
    <ul className={cx(css.files, css.shown)}>
      {files.map(({ id }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tool may show the same picture twice; the list never changes.
        <li key={index}>
          <AttachedFile file={{ id, name: nameOf(index) }} picture />
        </li>
      ))}
    </ul>
  );
}

interface AttachedFileProps {
  readonly file: AttachmentRef;
  readonly picture?: boolean;
}

function AttachedFile({ file: { id, name }, picture = isPicture(name) }: AttachedFileProps) {
  const { t } = useI18n();
  const found = usePicture(id, picture);
  if (found?.kind === 'picture') return <Picture url={found.url} name={name} />;
  return (
    // A picture that is still on its way has its place: nothing moves when it comes.
    <span className={cx(css.file, picture && found === undefined && css.coming)}>
      <Paperclip aria-hidden />
      <span>{found?.kind === 'gone' ? t('picture.gone', { name }) : name}</span>
    </span>
  );
}

interface PictureProps {
  readonly url: string;
  readonly name: string;
  readonly small?: boolean;
}

export function Picture({ url, name, small = false }: PictureProps) {
  const { t } = useI18n();
  return (
    <Dialog.Root>
      <Dialog.Trigger
        className={cx(css.picture, small && css.small)}
        title={t('picture.open', { name })}
      >
        <img src={url} alt={name} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop.backdrop} />
        <Dialog.Popup className={css.popup}>
          <img src={url} alt={name} />
          <footer>
            <Dialog.Title className={css.name}>{name}</Dialog.Title>
            <Dialog.Close
              render={
                <IconButton label={t('common.close')}>
                  <X aria-hidden />
                </IconButton>
              }
            />
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
