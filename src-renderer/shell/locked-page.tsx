/** This browser has no key to the brain: says how to get one. */
import { Button } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { retryBrain } from '../transport/brain.ts';
import css from './locked-page.module.css';
import { Logo } from './logo.tsx';

export function LockedPage() {
  const { t } = useI18n();
  return (
    <main className={css.page}>
      <div className={css.card}>
        <Logo size={40} />
        <h1>{t('locked.title')}</h1>
        <p>{t('locked.text')}</p>
        <pre className={css.command}>connectome open</pre>
        <p className={css.note}>{t('locked.note')}</p>
        <Button onClick={retryBrain}>{t('connection.retry')}</Button>
      </div>
    </main>
  );
}
