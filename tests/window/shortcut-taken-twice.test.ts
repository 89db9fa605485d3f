/** Two actions on one key, or a key that does nothing on one of the platforms or keyboards. */
import { describe, expect, it } from 'vitest';
import {
  type Combo,
  combosOf,
  keyCaps,
  keysOf,
  type Press,
  shortcutIds,
  shortcutOf,
} from '../../src-renderer/shell/keys/shortcuts.ts';

const press = (combo: Combo, mac: boolean, more: Partial<Press> = {}): Press => ({
  key: combo.key,
  code: '',
  ctrlKey: combo.ctrl === true || (combo.mod === true && !mac),
  metaKey: combo.mod === true && mac,
  altKey: combo.alt === true,
  shiftKey: combo.shift === true,
  ...more,
});

describe.each([
  ['a Mac', true],
  ['another computer', false],
])('on %s', (_name, mac) => {
  it('every combination means the one thing it stands for', () => {
    for (const id of shortcutIds) {
      for (const combo of combosOf(id, mac)) {
        expect([id, shortcutOf(press(combo, mac), mac)]).toEqual([id, id]);
      }
    }
  });

  it('no two things have the same keys', () => {
    const all = shortcutIds.flatMap((id) =>
      combosOf(id, mac).map((combo) => keyCaps(combo, mac).join('+')),
    );
    expect(all).toEqual([...new Set(all)]);
  });
});

it('a keyboard without Latin letters is known by the place of its keys', () => {
  const arabic = press({ key: 'ن', mod: true }, false, { code: 'KeyK' });
  expect(shortcutOf(arabic, false)).toBe('palette');
  // Option+1 writes "¡" on a Mac.
  expect(shortcutOf(press({ key: '¡', ctrl: true }, true, { code: 'Digit1' }), true)).toBe(
    'conversations',
  );
});

it('a letter alone, or with another modifier, is typing and no shortcut', () => {
  expect(shortcutOf(press({ key: 'k' }, false), false)).toBeUndefined();
  expect(shortcutOf(press({ key: 'k', mod: true, shift: true }, false), false)).toBeUndefined();
  // AltGr writes letters: Windows tells Ctrl+Alt.
  expect(shortcutOf(press({ key: 'n', alt: true, ctrl: true }, false), false)).toBeUndefined();
});

it('is spelled as each system does', () => {
  expect([keysOf('palette', false), keysOf('palette', true)]).toEqual(['Ctrl+K', '⌘K']);
  expect([keysOf('newPrivate', false), keysOf('newPrivate', true)]).toEqual(['Alt+Shift+N', '⇧⌘N']);
});
