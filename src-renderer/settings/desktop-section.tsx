/** How it lives on this computer: notifications everywhere, the rest where there is a desktop program. */
import { useState } from 'react';
import type { DesktopConfig } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { canNotify } from '../shell/notices.ts';
import { useSettings } from '../store/settings.ts';
import { save } from './save.ts';
import css from './settings.module.css';

const ofTheProgram = ['tray', 'openAtLogin', 'updates'] as const;

export function DesktopSection() {
  const { t } = useI18n();
  const config = useSettings((state) => state.config?.desktop);
  const isDesktop = useAnswer('health.get', {}).value?.host === 'electron';
  return (
    <>
      <header className={css.intro}>
        <h2>{t('settings.desktop')}</h2>
      </header>
      {config && (
        <ul className={css.cards}>
          <Toggle name="notifications" config={config} />
          <BrowserPermission wanted={config.notifications} />
          {isDesktop &&
            ofTheProgram.map((name) => <Toggle key={name} name={name} config={config} />)}
        </ul>
      )}
      {!isDesktop && <p className={cx(css.help, css.below)}>{t('desktop.browser')}</p>}
    </>
  );
}

interface ToggleProps {
  readonly name: keyof DesktopConfig;
  readonly config: DesktopConfig;
}

function Toggle({ name, config }: ToggleProps) {
  const { t } = useI18n();
  const checked = config[name];
  return (
    <li className={css.card}>
      <div className={css.cardHead}>
        <b>{t(`desktop.${name}`)}</b>
        <label className={css.switch}>
          <input
            type="checkbox"
            role="switch"
            checked={checked}
            aria-checked={checked}
            aria-label={t(`desktop.${name}`)}
            onChange={() => void save({ desktop: { [name]: !checked } })}
          />
        </label>
      </div>
      <p className={css.help}>{t(`desktop.${name}Text`)}</p>
    </li>
  );
}

/** Browsers ask their owner themselves, and only after a click. */
function BrowserPermission({ wanted }: { readonly wanted: boolean }) {
  const { t } = useI18n();
  const [permission, setPermission] = useState(canNotify() ? Notification.permission : 'granted');
  if (!wanted || permission === 'granted') return null;
  return (
    <li className={css.card}>
      <p className={css.help}>
        {t(permission === 'denied' ? 'desktop.refused' : 'desktop.permission')}
      </p>
      {permission === 'default' && (
        <p>
          <Button onClick={async () => setPermission(await Notification.requestPermission())}>
            {t('desktop.allow')}
          </Button>
        </p>
      )}
    </li>
  );
}
