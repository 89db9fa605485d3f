/** Help that is always there: how it works, and every key. */
import { useI18n } from '../i18n/index.ts';
import { type HelpSection, helpSections, to } from '../routes.ts';
import { SectionsRoom } from '../settings/sections-room.tsx';
import { Guide } from './guide.tsx';
import { KeysPage } from './keys-page.tsx';
import { Report } from './report.tsx';

export function HelpRoom({ section }: { readonly section: string }) {
  const { t } = useI18n();
  const open = helpSections.find((known) => known === section);
  return (
    <SectionsRoom
      title={t('room.help')}
      sections={helpSections.map((one) => ({ href: to.help(one), name: t(`help.${one}`) }))}
      open={open && to.help(open)}
    >
      {open && <Section name={open} />}
    </SectionsRoom>
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
