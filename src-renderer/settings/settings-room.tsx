/** Settings, without secrets: keys go in, never out. */
import { useRef } from 'react';
import { useSearch } from 'wouter';
import { shownFolder } from '../design/shown-folder.ts';
import { useI18n } from '../i18n/index.ts';
import { type SettingsSection, settingsSections, to } from '../routes.ts';
import { useSettings } from '../store/settings.ts';
import { Behaviour } from './behaviour.tsx';
import { DesktopSection } from './desktop-section.tsx';
import { HealthSection } from './health-section.tsx';
import { Looks } from './looks.tsx';
import { Models } from './models.tsx';
import { SectionsRoom } from './sections-room.tsx';
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
  return (
    <SectionsRoom
      title={t('room.settings')}
      detail={<code className={css.file}>{path}</code>}
      search={<SettingsSearch />}
      sections={settingsSections.map((one) => ({
        href: to.settings(one),
        name: t(`settings.${one}`),
      }))}
      open={open && to.settings(open)}
      page={page}
    >
      {open && <Section name={open} />}
    </SectionsRoom>
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
