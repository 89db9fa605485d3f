import { X } from 'lucide-react';
import { IconButton } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import unseen from '../design/unseen.module.css';
import { useI18n } from '../i18n/index.ts';
import { useUi } from '../store/ui.ts';
import css from './toast.module.css';

/** A short notice, and what screen readers are told about answers. */
export function Toast() {
  const { t } = useI18n();
  const notice = useUi((state) => state.notice);
  const announcement = useUi((state) => state.announcement);
  return (
    <>
      <output className={unseen.unseen} aria-live="polite">
        {announcement}
      </output>
      <div className={css.place} role="status">
        {notice && (
          <div className={cx(css.toast, notice.bad && css.bad)}>
            <span>{notice.text}</span>
            <IconButton
              label={t('common.close')}
              onClick={() => useUi.setState({ notice: undefined })}
            >
              <X aria-hidden />
            </IconButton>
          </div>
        )}
      </div>
    </>
  );
}
