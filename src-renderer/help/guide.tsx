/** What this is, in a minute; each part leads to where it is. */
import { Link } from 'wouter';
import { Button } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import settings from '../settings/settings.module.css';
import { helpRoom, rooms } from '../shell/rooms.tsx';
import { useUi } from '../store/ui.ts';
import css from './help.module.css';

const parts = [
  { name: 'talk', href: to.home(), link: 'room.conversations' },
  { name: 'reflexes', href: to.settings('models'), link: 'settings.models' },
  { name: 'mind', href: to.mind(), link: 'room.mind' },
  { name: 'memory', href: to.memory(), link: 'room.memory' },
  { name: 'why', href: to.inspector(), link: 'room.inspector' },
  { name: 'asks', href: to.settings('behaviour'), link: 'settings.behaviour' },
  { name: 'undo', href: to.tasks(), link: 'room.tasks' },
  { name: 'private', href: to.settings('health'), link: 'settings.health' },
  { name: 'keys', href: to.help('keys'), link: 'help.keys' },
  { name: 'report', href: to.help('report'), link: 'help.report' },
] as const;

export function Guide() {
  const { t } = useI18n();
  const iconOf = (href: string) =>
    [...rooms, helpRoom].find((room) => room.isOpen(href.split('?')[0] ?? href))?.icon;
  return (
    <>
      <header className={settings.intro}>
        <h2>{t('help.guide')}</h2>
        <p>{t('help.intro')}</p>
        <Button onClick={() => useUi.setState({ tour: true })}>{t('welcome.look')}</Button>
      </header>
      <ul className={css.guide}>
        {parts.map(({ name, href, link }) => (
          <li key={name}>
            <span className={css.guideIcon} aria-hidden>
              {iconOf(href)}
            </span>
            <div>
              <h3>{t(`guide.${name}`)}</h3>
              <p>{t(`guide.${name}Text`)}</p>
              <Link href={href}>{t(link)}</Link>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
