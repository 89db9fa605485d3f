import { Compass } from 'lucide-react';
import { Link } from 'wouter';
import { Empty, Room } from '../design/room.tsx';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';

/** An address that leads nowhere. */
export function LostRoom() {
  const { t } = useI18n();
  return (
    <Room title="Connectome">
      <Empty icon={<Compass />} title={t('lost.title')}>
        <Link href={to.home()}>{t('lost.home')}</Link>
      </Empty>
    </Room>
  );
}
