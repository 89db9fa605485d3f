/** Quiet lines above the room: a lost connection, broken settings. */
import { CloudOff, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { useConnection } from '../store/connection.ts';
import { useSettings } from '../store/settings.ts';
import { retryBrain } from '../transport/brain.ts';
import css from './banners.module.css';

export function Banners() {
  return (
    <>
      <ConnectionBanner />
      <SettingsBanner />
    </>
  );
}

/** A blink of the connection is not worth a word. */
const patienceMs = 900;

function ConnectionBanner() {
  const { t } = useI18n();
  const open = useConnection((state) => state.status.kind === 'open');
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (open) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [open]);
  if (open || !late) return null;
  return (
    <div className={css.floating} role="status">
      <CloudOff aria-hidden />
      <span>{t('connection.lost')}</span>
      <Button size="small" look="quiet" onClick={retryBrain}>
        {t('connection.retry')}
      </Button>
    </div>
  );
}

function SettingsBanner() {
  const { t, told } = useI18n();
  const problem = useSettings((state) =>
    state.problems.find((candidate) => candidate.severity === 'error'),
  );
  if (problem === undefined) return null;
  return (
    <div className={css.banner} role="status">
      <TriangleAlert aria-hidden />
      <span>{t('connection.config', { message: told(problem, 'message') })}</span>
      <Link href={to.settings('health')}>{t('connection.show')}</Link>
    </div>
  );
}
