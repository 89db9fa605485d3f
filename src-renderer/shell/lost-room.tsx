import { Lost } from '../design/lost.tsx';
import { Room } from '../design/room.tsx';
import { useI18n } from '../i18n/index.ts';
import { helpRoom, rooms } from './rooms.tsx';

/** An address that no room has. */
export function LostRoom() {
  const { t } = useI18n();
  const links = [...rooms, helpRoom].map(({ href, name }) => ({ href, name: t(name) }));
  return (
    <Room title="Connectome">
      <Lost title={t('lost.title')} links={links} />
    </Room>
  );
}
