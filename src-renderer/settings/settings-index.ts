/** Where each setting is, by the words on the page: for finding it. */
import type { MessageKey } from '../i18n/en/index.ts';
import type { I18n } from '../i18n/index.ts';
import type { SettingsSection } from '../routes.ts';

interface Entry {
  readonly section: SettingsSection;
  /** What the setting is called on its page. */
  readonly name: MessageKey;
  /** Other words of the page that speak of it. */
  readonly words?: readonly MessageKey[];
}

const entries: readonly Entry[] = [
  { section: 'models', name: 'settings.models', words: ['models.intro', 'models.reflex'] },
  { section: 'models', name: 'models.add', words: ['models.kind', 'models.place'] },
  { section: 'models', name: 'models.key', words: ['models.keyRemove', 'models.keyToFile'] },
  { section: 'behaviour', name: 'behaviour.mode', words: ['behaviour.intro'] },
  { section: 'behaviour', name: 'behaviour.folder' },
  { section: 'behaviour', name: 'behaviour.spend', words: ['behaviour.spendHelp'] },
  { section: 'behaviour', name: 'behaviour.folders', words: ['behaviour.foldersHelp'] },
  {
    section: 'behaviour',
    name: 'behaviour.rules',
    words: [
      'behaviour.rulesHelp',
      'behaviour.rulesPlace',
      'behaviour.deny',
      'behaviour.ask',
      'behaviour.allow',
    ],
  },
  { section: 'behaviour', name: 'behaviour.test', words: ['behaviour.testWhat'] },
  { section: 'skills', name: 'settings.skills', words: ['skills.intro'] },
  { section: 'servers', name: 'settings.servers', words: ['servers.intro'] },
  { section: 'servers', name: 'servers.paste', words: ['servers.pasteLabel'] },
  { section: 'desktop', name: 'desktop.notifications', words: ['desktop.notificationsText'] },
  { section: 'looks', name: 'looks.theme', words: ['theme.light', 'theme.dark'] },
  { section: 'looks', name: 'looks.contrast' },
  { section: 'looks', name: 'looks.language' },
  { section: 'travel', name: 'travel.exportTitle', words: ['travel.export', 'travel.exportText'] },
  { section: 'travel', name: 'travel.importTitle', words: ['travel.import', 'travel.importText'] },
  { section: 'health', name: 'health.version' },
  { section: 'health', name: 'health.index' },
  { section: 'health', name: 'health.network' },
  { section: 'health', name: 'health.sandbox' },
  { section: 'health', name: 'health.secrets' },
  { section: 'health', name: 'health.home' },
];

export interface Found {
  readonly section: SettingsSection;
  readonly name: string;
}

/** Every word must be somewhere in the setting's; those with all of them in the name come first. */
export function findSettings(query: string, { t }: Pick<I18n, 't'>): readonly Found[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const has = (text: string): boolean => wanted.every((word) => text.includes(word));
  return entries
    .map(({ section, name, words = [] }) => {
      const names = `${t(name)} ${t(`settings.${section}`)}`.toLowerCase();
      const all = `${names} ${words.map((key) => t(key)).join(' ')}`.toLowerCase();
      return { section, name: t(name), rank: has(names) ? 0 : has(all) ? 1 : 2 };
    })
    .filter(({ rank }) => rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .map(({ section, name }) => ({ section, name }));
}
