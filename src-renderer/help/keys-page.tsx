/** All shortcuts on one page. */
import { Keys } from '../design/keys.tsx';
import type { MessageKey } from '../i18n/en/index.ts';
import { useI18n } from '../i18n/index.ts';
import settings from '../settings/settings.module.css';
import { type Combo, combosOf, isMac, keyCaps, type ShortcutId } from '../shell/keys/shortcuts.ts';
import css from './help.module.css';

interface Line {
  readonly words: MessageKey;
  /** Of the table, or keys that only one field knows. */
  readonly keys: ShortcutId | readonly Combo[];
}

const parts: readonly { readonly title: MessageKey; readonly lines: readonly Line[] }[] = [
  {
    title: 'keys.everywhere',
    lines: [
      { words: 'palette.label', keys: 'palette' },
      { words: 'side.new', keys: 'newConversation' },
      { words: 'side.newPrivate', keys: 'newPrivate' },
      { words: 'sessions.search', keys: 'search' },
      { words: 'keys.message', keys: 'message' },
      { words: 'keys.next', keys: 'next' },
      { words: 'keys.previous', keys: 'previous' },
      { words: 'keys.escape', keys: [{ key: 'escape' }] },
    ],
  },
  {
    title: 'room.conversations',
    lines: [
      { words: 'composer.send', keys: [{ key: 'enter' }] },
      { words: 'keys.line', keys: [{ key: 'enter', shift: true }] },
      { words: 'keys.stop', keys: [{ key: 'escape' }] },
      { words: 'keys.brain', keys: 'brain' },
      { words: 'find.label', keys: 'find' },
    ],
  },
  {
    title: 'side.rooms',
    lines: [
      { words: 'keys.lastConversation', keys: 'conversations' },
      { words: 'room.inspector', keys: 'inspector' },
      { words: 'room.mind', keys: 'mind' },
      { words: 'room.memory', keys: 'memory' },
      { words: 'room.tasks', keys: 'tasks' },
      { words: 'room.usage', keys: 'usage' },
      { words: 'room.settings', keys: 'settings' },
      { words: 'room.help', keys: 'help' },
    ],
  },
];

export function KeysPage() {
  const { t } = useI18n();
  const mac = isMac();
  return (
    <>
      <header className={settings.intro}>
        <h2>{t('help.keys')}</h2>
      </header>
      {parts.map(({ title, lines }) => (
        <section key={title} className={css.part} aria-label={t(title)}>
          <h3>{t(title)}</h3>
          <dl>
            {lines.map(({ words, keys }) => {
              const combos = typeof keys === 'string' ? combosOf(keys, mac) : keys;
              return (
                <div key={words} className={css.key}>
                  <dt>{t(words)}</dt>
                  <dd>
                    {combos.map((combo) => {
                      const caps = keyCaps(combo, mac);
                      return <Keys key={caps.join('+')} caps={caps} />;
                    })}
                  </dd>
                </div>
              );
            })}
          </dl>
        </section>
      ))}
    </>
  );
}
