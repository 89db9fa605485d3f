/** The file says something else than when the owner began to type: both texts are there to choose from. */
import { useState } from 'react';
import { Diff } from '../conversation/diff.tsx';
import { Button } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { notify } from '../store/ui.ts';
import { diffLines } from './diff-lines.ts';
import css from './mind-room.module.css';

interface ConflictProps {
  readonly mine: string;
  readonly theirs: string;
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
}

export function Conflict({ mine, theirs, onTakeTheirs, onKeepMine }: ConflictProps) {
  const { t } = useI18n();
  const [compared, setCompared] = useState(false);
  return (
    <div className={css.trouble} role="alert">
      <p>{t('mind.conflict')}</p>
      <span>
        <Button size="small" aria-expanded={compared} onClick={() => setCompared(!compared)}>
          {t('mind.compare')}
        </Button>
        <Button
          size="small"
          onClick={async () => {
            await navigator.clipboard.writeText(mine);
            notify(t('mind.copied'));
          }}
        >
          {t('mind.copyMine')}
        </Button>
        <Button size="small" onClick={onTakeTheirs}>
          {t('mind.loadTheirs')}
        </Button>
        <Button size="small" onClick={onKeepMine}>
          {t('mind.saveMine')}
        </Button>
      </span>
      {compared && (
        <div className={css.difference}>
          <Diff lines={diffLines(theirs, mine)} label={t('mind.difference')} />
        </div>
      )}
    </div>
  );
}
