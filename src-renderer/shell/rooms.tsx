/** The rooms, in the order in which they are listed everywhere. */
import {
  CircleQuestionMark,
  Library,
  ListChecks,
  MessageSquareText,
  NotebookText,
  ReceiptText,
  ScanSearch,
  Settings,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { MessageKey } from '../i18n/en/index.ts';
import { to } from '../routes.ts';
import type { ShortcutId } from './keys/shortcuts.ts';

export interface RoomEntry {
  readonly href: string;
  readonly name: MessageKey;
  readonly icon: ReactNode;
  readonly shortcut: ShortcutId;
  readonly isOpen: (path: string) => boolean;
}

const under = (start: string) => (path: string) => path === start || path.startsWith(`${start}/`);

export const rooms: readonly RoomEntry[] = [
  {
    href: to.home(),
    name: 'room.conversations',
    icon: <MessageSquareText aria-hidden />,
    shortcut: 'conversations',
    isOpen: (path) => path === '/' || path.startsWith('/c/'),
  },
  {
    href: to.inspector(),
    name: 'room.inspector',
    icon: <ScanSearch aria-hidden />,
    shortcut: 'inspector',
    isOpen: under('/inspect'),
  },
  {
    href: to.mind(),
    name: 'room.mind',
    icon: <NotebookText aria-hidden />,
    shortcut: 'mind',
    isOpen: under('/mind'),
  },
  {
    href: to.memory(),
    name: 'room.memory',
    icon: <Library aria-hidden />,
    shortcut: 'memory',
    isOpen: under('/memory'),
  },
  {
    href: to.tasks(),
    name: 'room.tasks',
    icon: <ListChecks aria-hidden />,
    shortcut: 'tasks',
    isOpen: under('/tasks'),
  },
  {
    href: to.usage(),
    name: 'room.usage',
    icon: <ReceiptText aria-hidden />,
    shortcut: 'usage',
    isOpen: under('/usage'),
  },
  {
    href: to.settings(),
    name: 'room.settings',
    icon: <Settings aria-hidden />,
    shortcut: 'settings',
    isOpen: under('/settings'),
  },
];

/** Stands at the foot of the panel, beside who would answer. */
export const helpRoom: RoomEntry = {
  href: to.help(),
  name: 'room.help',
  icon: <CircleQuestionMark aria-hidden />,
  shortcut: 'help',
  isOpen: under('/help'),
};
