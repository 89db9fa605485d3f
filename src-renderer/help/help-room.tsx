/** Help that is always there: how it works, and every key. */
import { Link } from 'wouter';
import { cx } from '../design/cx.ts';
import list from '../design/list.module.css';
import { Lost } from '../design/lost.tsx';
import { Room } from '../design/room.tsx';
import { scrollable } from '../design/scrollable.ts';
import { useI18n } from '../i18n/index.ts';
import { type HelpSection, helpSections, to } from '../routes.ts';
import settings from '../settings/settings.module.css';
import { Guide } from './guide.tsx';
import { KeysPage } from './keys-page.tsx';
import { Report } from './report.tsx';

export function HelpRoom({ section }: { readonly section: string }) {
  const { t } = useI18n();
  const open = helpSections.find((known) => known === section);
  const names = helpSections.map((one) => ({ href: to.help(one), name: t(`help.${one}`) }));
  return (
    <Room title={t('room.help')} body="split">
      <nav className={cx(list.list, settings.nav)} aria-label={t('room.help')}>
        {helpSections.map((name) => (
          <Link
            key={name}
            href={to.help(name)}
            className={cx(list.line, name === open && list.open)}
            aria-current={name === open ? 'page' : undefined}
          >
            <b>{t(`help.${name}`)}</b>
          </Link>
        ))}
      </nav>
      <div key={section} className={list.detail} {...scrollable}>
        <div className={settings.page}>
          {open === undefined ? (
            <Lost title={t('lost.title')} links={names} />
          ) : (
            <Section name={open} />
          )}
        </div>
      </div>
    </Room>
  );
}

function Section({ name }: { readonly name: HelpSection }) {
  switch (name) {
    case 'guide':
      return <Guide />;
    case 'keys':
      return <KeysPage />;
    case 'report':
      return <Report />;
  }
}
