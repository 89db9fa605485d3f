/** A problem report: made here, read and cut by its owner, and only then saved. It is sent nowhere. */
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { Failure } from '../design/room.tsx';
import { saveFile } from '../design/save-file.ts';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import settings from '../settings/settings.module.css';
import css from './help.module.css';

export function Report() {
  const { t } = useI18n();
  const { value, failure, reload } = useAnswer('health.report', {});
  const [what, setWhat] = useState('');
  /** What its owner made of it; undefined as long as it is as it was made. */
  const [edited, setEdited] = useState<string>();
  const text = edited ?? value?.text ?? '';
  function saveIt(name: string): void {
    const told = what.trim() === '' ? '' : `${what.trim()}\n\n`;
    saveFile(name, new Blob([told, text], { type: 'text/markdown' }));
  }
  return (
    <>
      <header className={settings.intro}>
        <h2>{t('help.report')}</h2>
        <p>{t('report.intro')}</p>
      </header>
      {failure && <Failure>{failure}</Failure>}
      {value && (
        <div className={css.report}>
          <label>
            <span>{t('report.what')}</span>
            <textarea rows={3} value={what} onChange={(event) => setWhat(event.target.value)} />
          </label>
          <label>
            <span>{t('report.text')}</span>
            <textarea
              className={css.reportText}
              rows={18}
              spellCheck={false}
              dir="ltr"
              value={text}
              onChange={(event) => setEdited(event.target.value)}
            />
          </label>
          <p className={css.reportActions}>
            <Button look="primary" onClick={() => saveIt(value.name)}>
              {t('report.save')}
            </Button>
            <Button
              onClick={() => {
                setEdited(undefined);
                reload();
              }}
            >
              {t('report.again')}
            </Button>
          </p>
        </div>
      )}
    </>
  );
}
