/** The left panel: what is where. In narrow windows a rail of icons that opens over the room. */
import { EyeOff, PanelLeft, Plus, Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { IconButton } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { useEscape } from '../design/use-escape.ts';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { SessionList } from '../sessions/session-list.tsx';
import { setPrivate, useUi } from '../store/ui.ts';
import { keysOf } from './keys/shortcuts.ts';
import { Logo } from './logo.tsx';
import { ProviderLine } from './provider-line.tsx';
import { helpRoom, type RoomEntry, rooms } from './rooms.tsx';
import css from './side.module.css';
import { useNarrow } from './use-media.ts';
import { useWaitingTold, Waiting } from './waiting.tsx';

export function Side() {
  const narrow = useNarrow();
  const overlay = useUi((state) => state.sideOverlay);
  const [path] = useLocation();
  useWaitingTold();
  if (!narrow) return <FullSide />;
  return (
    <>
      <Rail />
      {overlay && <SideOverlay path={path} />}
    </>
  );
}

function SideOverlay({ path }: { readonly path: string }) {
  const { t } = useI18n();
  const openedAt = useRef(path);
  useEffect(() => {
    // Going somewhere closes it.
    if (openedAt.current !== path) useUi.setState({ sideOverlay: false });
  }, [path]);
  useEscape(true, () => useUi.setState({ sideOverlay: false }));
  return (
    <>
      <button
        type="button"
        className={css.scrim}
        aria-label={t('side.close')}
        onClick={() => useUi.setState({ sideOverlay: false })}
      />
      <FullSide overlay />
    </>
  );
}

function FullSide({ overlay = false }: { readonly overlay?: boolean }) {
  const { t } = useI18n();
  const [path] = useLocation();
  return (
    <aside className={cx(css.side, overlay && css.overlay)} aria-label={t('side.label')}>
      <div className={css.brand}>
        <Logo />
        <b>Connectome</b>
        <PaletteButton />
      </div>
      <div className={css.begin}>
        <Link
          href={to.home()}
          className={css.new}
          title={keysOf('newConversation')}
          onClick={() => setPrivate(false)}
        >
          <Plus aria-hidden />
          {t('side.new')}
        </Link>
        <Link
          href={to.home()}
          className={css.newPrivate}
          aria-label={t('side.newPrivate')}
          title={`${t('side.newPrivate')} (${keysOf('newPrivate')})`}
          onClick={() => setPrivate(true)}
        >
          <EyeOff aria-hidden />
        </Link>
      </div>
      <nav className={css.rooms} aria-label={t('side.rooms')}>
        {rooms.map((room) => (
          <Link
            key={room.href}
            href={room.href}
            className={cx(css.room, room.isOpen(path) && css.open)}
            aria-current={room.isOpen(path) ? 'page' : undefined}
            title={keysOf(room.shortcut)}
          >
            {room.icon}
            {t(room.name)}
          </Link>
        ))}
      </nav>
      <Waiting />
      <SessionList />
      <div className={css.foot}>
        <ProviderLine />
        <RailLink room={helpRoom} path={path} />
      </div>
    </aside>
  );
}

function Rail() {
  const { t } = useI18n();
  const [path] = useLocation();
  return (
    <aside className={css.rail} aria-label={t('side.label')}>
      <IconButton label={t('side.open')} onClick={() => useUi.setState({ sideOverlay: true })}>
        <PanelLeft aria-hidden />
      </IconButton>
      <PaletteButton />
      <Link
        href={to.home()}
        className={css.railNew}
        aria-label={t('side.new')}
        title={`${t('side.new')} (${keysOf('newConversation')})`}
        onClick={() => setPrivate(false)}
      >
        <Plus aria-hidden />
      </Link>
      <Waiting small />
      <nav className={css.railRooms} aria-label={t('side.rooms')}>
        {rooms.map((room) => (
          <RailLink key={room.href} room={room} path={path} />
        ))}
      </nav>
      <div className={css.railFoot}>
        <RailLink room={helpRoom} path={path} />
        <ProviderLine small />
      </div>
    </aside>
  );
}

function RailLink({ room, path }: { readonly room: RoomEntry; readonly path: string }) {
  const { t } = useI18n();
  return (
    <Link
      href={room.href}
      className={cx(css.railRoom, room.isOpen(path) && css.open)}
      aria-current={room.isOpen(path) ? 'page' : undefined}
      aria-label={t(room.name)}
      title={`${t(room.name)} (${keysOf(room.shortcut)})`}
    >
      {room.icon}
    </Link>
  );
}

function PaletteButton() {
  const { t } = useI18n();
  return (
    <IconButton
      label={t('palette.label')}
      keys="palette"
      aria-haspopup="dialog"
      onClick={() => useUi.setState({ palette: true })}
    >
      <Search aria-hidden />
    </IconButton>
  );
}
