/** What the palette offers wherever one is: rooms, what begins something new, and how the window looks. */
import {
  Brain,
  Contrast,
  EyeOff,
  Keyboard,
  Languages,
  Moon,
  Plus,
  Search,
  SunMoon,
} from 'lucide-react';
import { type I18n, tables } from '../../i18n/index.ts';
import { helpSections, settingsSections, to } from '../../routes.ts';
import { save } from '../../settings/save.ts';
import { themes } from '../../store/settings.ts';
import { keysOf, type ShortcutId } from '../keys/shortcuts.ts';
import { carryOut } from '../keys/use-shortcuts.ts';
import { helpRoom, rooms } from '../rooms.tsx';
import type { Command, Navigate } from './command.ts';

export function roomCommands(path: string, { t }: I18n, navigate: Navigate): readonly Command[] {
  return [
    ...rooms.map(
      ({ href, name, icon, shortcut, isOpen }): Command => ({
        id: `room ${href}`,
        group: 'rooms',
        label: t(name),
        icon,
        keys: keysOf(shortcut),
        current: isOpen(path),
        run: () => navigate(href),
      }),
    ),
    ...settingsSections.map(
      (section): Command => ({
        id: `settings ${section}`,
        group: 'rooms',
        label: t(`settings.${section}`),
        detail: t('room.settings'),
        words: t('room.settings'),
        icon: rooms.find(({ shortcut }) => shortcut === 'settings')?.icon,
        current: path === to.settings(section),
        run: () => navigate(to.settings(section)),
      }),
    ),
    ...helpSections.map(
      (section): Command => ({
        id: `help ${section}`,
        group: 'rooms',
        label: t(`help.${section}`),
        detail: t('room.help'),
        words: t('room.help'),
        icon: section === 'keys' ? <Keyboard /> : helpRoom.icon,
        current: path === to.help(section),
        run: () => navigate(to.help(section)),
      }),
    ),
  ];
}

export function actions({ t }: I18n, navigate: Navigate): readonly Command[] {
  const by = (id: ShortcutId, label: string, icon: Command['icon']): Command => ({
    id: `do ${id}`,
    group: 'actions',
    label,
    icon,
    keys: keysOf(id),
    run: () => carryOut(id, navigate),
  });
  return [
    by('newConversation', t('side.new'), <Plus />),
    by('newPrivate', t('side.newPrivate'), <EyeOff />),
    by('search', t('sessions.search'), <Search />),
    by('brain', t('keys.brain'), <Brain />),
  ];
}

export function looks(
  theme: string,
  contrast: string,
  language: string,
  { t }: I18n,
): readonly Command[] {
  return [
    ...themes.map(
      (value): Command => ({
        id: `theme ${value}`,
        group: 'actions',
        label: `${t('looks.theme')}: ${t(`theme.${value}`)}`,
        icon: value === 'dark' ? <Moon /> : <SunMoon />,
        words: t('settings.looks'),
        current: theme === value,
        run: () => void save({ ui: { theme: value } }),
      }),
    ),
    {
      id: 'contrast',
      group: 'actions',
      label: `${t('looks.contrast')}: ${t(contrast === 'more' ? 'contrast.system' : 'contrast.more')}`,
      icon: <Contrast />,
      words: t('settings.looks'),
      run: () => void save({ ui: { contrast: contrast === 'more' ? 'system' : 'more' } }),
    },
    ...Object.entries(tables).map(
      ([value, table]): Command => ({
        id: `language ${value}`,
        group: 'actions',
        label: `${t('looks.language')}: ${table['language.name']}`,
        icon: <Languages />,
        words: 'language sprache لغة',
        current: language === value,
        run: () => void save({ ui: { language: value } }),
      }),
    ),
  ];
}
