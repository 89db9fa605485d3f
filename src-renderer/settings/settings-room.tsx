/** Settings, without secrets: keys go in, never out. */
import { useRef } from 'react';
import { Link, useSearch } from 'wouter';
import { cx } from '../design/cx.ts';
import list from '../design/list.module.css';
import { Lost } from '../design/lost.tsx';
import { Room } from '../design/room.tsx';
import { scrollable } from '../design/scrollable.ts';
import { shownFolder } from '../design/shown-folder.ts';
import { useI18n } from '../i18n/index.ts';
import { type SettingsSection, settingsSections, to } from '../routes.ts';
import { useSettings } from '../store/settings.ts';
import { Behaviour } from './behaviour.tsx';
import { DesktopSection } from './desktop-section.tsx';
import { HealthSection } from './health-section.tsx';
import { Looks } from './looks.tsx';
import { Models } from './models.tsx';
import { Servers } from './servers.tsx';
import css from './settings.module.css';
import { SettingsSearch } from './settings-search.tsx';
import { Skills } from './skills.tsx';
import { Travel } from './travel.tsx';
import { usePlace } from './use-place.ts';

export function SettingsRoom({ section }: { readonly section: string }) {
  const { t } = useI18n();
  const path = useSettings((state) => shownFolder(state.path, state.userHome));
  const page = useRef<HTMLDivElement>(null);
  usePlace(page, new URLSearchParams(useSearch()).get('at') ?? undefined);
  const open = settingsSections.find((known) => known === section);
  const names = settingsSections.map((one) => ({
    href: to.settings(one),
    name: t(`settings.${one}`),
  }));
  return (
    <Room title={t('room.settings')} detail={<code className={css.file}>{path}</code>} body="split">
      <nav className={cx(list.list, css.nav)} aria-label={t('room.settings')}>
        <SettingsSearch />
        {settingsSections.map((name) => (
          <Link
            key={name}
            href={to.settings(name)}
            className={cx(list.line, name === open && list.open)}
            aria-current={name === open ? 'page' : undefined}
          >
            <b>{t(`settings.${name}`)}</b>
          </Link>
        ))}
      </nav>
      <div key={section} className={list.detail} {...scrollable}>
        <div ref={page} className={css.page}>
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

function Section({ name }: { readonly name: SettingsSection }) {
  switch (name) {
    case 'models':
      return <Models />;
    case 'behaviour':
      return <Behaviour />;
    case 'skills':
      return <Skills />;
    case 'servers':
      return <Servers />;
    case 'looks':
      return <Looks />;
    case 'desktop':
      return <DesktopSection />;
    case 'travel':
      return <Travel />;
    case 'health':
      return <HealthSection />;
  }
}
