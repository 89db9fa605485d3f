/** The left panel: what is where. In narrow windows a rail of icons that opens over the room. */
import {
  EyeOff,
  Library,
  ListChecks,
  MessageSquareText,
  NotebookText,
  PanelLeft,
  Plus,
  ReceiptText,
  ScanSearch,
  Settings,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { IconButton } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import type { MessageKey } from '../i18n/en/index.ts';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { SessionList } from '../sessions/session-list.tsx';
import { setPrivate, useUi } from '../store/ui.ts';
import { Logo } from './logo.tsx';
import { ProviderLine } from './provider-line.tsx';
import { newConversationKeys } from './shortcuts.ts';
import css from './side.module.css';
import { useNarrow } from './use-media.ts';

interface Room {
  readonly href: string;
  readonly name: MessageKey;
  readonly icon: ReactNode;
  readonly isOpen: (path: string) => boolean;
}

const rooms: readonly Room[] = [
  {
    href: to.home(),
    name: 'room.conversations',
    icon: <MessageSquareText aria-hidden />,
    isOpen: (path) => path === '/' || path.startsWith('/c/'),
  },
  {
    href: to.inspector(),
    name: 'room.inspector',
    icon: <ScanSearch aria-hidden />,
    isOpen: (path) => path.startsWith('/inspect'),
  },
  {
    href: to.mind(),
    name: 'room.mind',
    icon: <NotebookText aria-hidden />,
    isOpen: (path) => path.startsWith('/mind'),
  },
  {
    href: to.memory(),
    name: 'room.memory',
    icon: <Library aria-hidden />,
    isOpen: (path) => path.startsWith('/memory'),
  },
  {
    href: to.tasks(),
    name: 'room.tasks',
    icon: <ListChecks aria-hidden />,
    isOpen: (path) => path.startsWith('/tasks'),
  },
  {
    href: to.usage(),
    name: 'room.usage',
    icon: <ReceiptText aria-hidden />,
    isOpen: (path) => path.startsWith('/usage'),
  },
  {
    href: to.settings(),
    name: 'room.settings',
    icon: <Settings aria-hidden />,
    isOpen: (path) => path.startsWith('/settings'),
  },
];

export function Side() {
  const narrow = useNarrow();
  const overlay = useUi((state) => state.sideOverlay);
  const [path] = useLocation();
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
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') useUi.setState({ sideOverlay: false });
    };
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, []);
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
      </div>
      <div className={css.begin}>
        <Link
          href={to.home()}
          className={css.new}
          title={newConversationKeys()}
          onClick={() => setPrivate(false)}
        >
          <Plus aria-hidden />
          {t('side.new')}
        </Link>
        <Link
          href={to.home()}
          className={css.newPrivate}
          aria-label={t('side.newPrivate')}
          title={t('side.newPrivate')}
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
          >
            {room.icon}
            {t(room.name)}
          </Link>
        ))}
      </nav>
      <SessionList />
      <ProviderLine />
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
      <Link
        href={to.home()}
        className={css.railNew}
        aria-label={t('side.new')}
        title={`${t('side.new')} (${newConversationKeys()})`}
        onClick={() => setPrivate(false)}
      >
        <Plus aria-hidden />
      </Link>
      <nav className={css.railRooms} aria-label={t('side.rooms')}>
        {rooms.map((room) => (
          <Link
            key={room.href}
            href={room.href}
            className={cx(css.railRoom, room.isOpen(path) && css.open)}
            aria-current={room.isOpen(path) ? 'page' : undefined}
            aria-label={t(room.name)}
            title={t(room.name)}
          >
            {room.icon}
          </Link>
        ))}
      </nav>
      <ProviderLine small />
    </aside>
  );
}
