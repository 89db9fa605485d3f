import { Button } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import css from './key-to-file.module.css';

/** Where no keyring can hold a key: the owner decides whether it may stand in a file. */
export function KeyToFile({
  why,
  onAccept,
}: {
  /** What the brain says about it; nothing is shown while it is empty. */
  readonly why: string;
  readonly onAccept: () => void;
}) {
  const { t } = useI18n();
  if (why === '') return null;
  return (
    <div className={css.choice} role="alert">
      <p>{why}</p>
      <Button size="small" onClick={onAccept}>
        {t('models.keyToFile')}
      </Button>
    </div>
  );
}
