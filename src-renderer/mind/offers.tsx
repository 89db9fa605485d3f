/** Newer texts that ship with the program, for files that the owner has changed. */
import { Button } from '../design/button.tsx';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { tried } from '../store/tried.ts';
import { call } from '../transport/brain.ts';
import css from './mind-room.module.css';

export function Offers() {
  const { t } = useI18n();
  const { value, reload } = useAnswer('workspace.offers', {});
  if (!value?.offers.length) return null;

  async function decide(path: string, hash: string, accept: boolean): Promise<void> {
    await tried(() => call('workspace.accept', { path, hash, accept }));
    reload();
  }

  return (
    <section className={css.offers} aria-label={t('offers.title')}>
      <h2>{t('offers.title')}</h2>
      {value.offers.map((offer) => (
        <div key={offer.path} className={css.offer}>
          <code>{offer.path}</code>
          <span>
            <Button size="small" onClick={() => void decide(offer.path, offer.hash, true)}>
              {t('offers.take')}
            </Button>
            <Button
              size="small"
              look="quiet"
              onClick={() => void decide(offer.path, offer.hash, false)}
            >
              {t('offers.keep')}
            </Button>
          </span>
        </div>
      ))}
    </section>
  );
}
