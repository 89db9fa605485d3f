/** Every keyboard shortcut of the window: the only place that spells them. */

/** `mod` is Ctrl, and Command on a Mac. */
export interface Combo {
  /** As `KeyboardEvent.key` has it, in lower case. */
  readonly key: string;
  readonly mod?: true;
  readonly alt?: true;
  readonly ctrl?: true;
  readonly shift?: true;
}

interface Shortcut {
  /** The first one is shown; the others work, too. */
  readonly other: readonly Combo[];
  /** Where a Mac differs. */
  readonly mac?: readonly Combo[];
}

const mod = (key: string): Combo => ({ key, mod: true });
const alt = (key: string): Combo => ({ key, alt: true });
const ctrl = (key: string): Combo => ({ key, ctrl: true });

/** Browsers keep Ctrl+N, Ctrl+T, Ctrl+W and Ctrl+digit for themselves; the desktop window does not. */
const shortcuts = {
  palette: { other: [mod('k')] },
  newConversation: { other: [alt('n'), mod('n')], mac: [mod('n')] },
  newPrivate: {
    other: [
      { key: 'n', alt: true, shift: true },
      { key: 'n', mod: true, shift: true },
    ],
    mac: [{ key: 'n', mod: true, shift: true }],
  },
  message: { other: [mod('j')] },
  find: { other: [mod('f')] },
  search: { other: [{ key: 'f', mod: true, shift: true }] },
  brain: { other: [mod('b')] },
  previous: { other: [alt('arrowup')], mac: [{ key: 'arrowup', mod: true, alt: true }] },
  next: { other: [alt('arrowdown')], mac: [{ key: 'arrowdown', mod: true, alt: true }] },
  conversations: { other: [alt('1')], mac: [ctrl('1')] },
  inspector: { other: [alt('2')], mac: [ctrl('2')] },
  mind: { other: [alt('3')], mac: [ctrl('3')] },
  memory: { other: [alt('4')], mac: [ctrl('4')] },
  tasks: { other: [alt('5')], mac: [ctrl('5')] },
  usage: { other: [alt('6')], mac: [ctrl('6')] },
  settings: { other: [mod(','), alt('7')], mac: [mod(','), ctrl('7')] },
  help: { other: [mod('/'), { key: 'f1' }] },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutId = keyof typeof shortcuts;

export const shortcutIds = Object.keys(shortcuts) as readonly ShortcutId[];

export const isMac = (): boolean => /Mac OS|Macintosh/.test(navigator.userAgent);

export function combosOf(id: ShortcutId, mac: boolean): readonly Combo[] {
  const shortcut: Shortcut = shortcuts[id];
  return (mac ? shortcut.mac : undefined) ?? shortcut.other;
}

/** What of a `KeyboardEvent` decides. */
export interface Press {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export function shortcutOf(press: Press, mac: boolean): ShortcutId | undefined {
  return shortcutIds.find((id) => combosOf(id, mac).some((combo) => fits(press, combo, mac)));
}

function fits(press: Press, combo: Combo, mac: boolean): boolean {
  const wantsCtrl = combo.ctrl === true || (combo.mod === true && !mac);
  const wantsMeta = combo.mod === true && mac;
  return (
    press.ctrlKey === wantsCtrl &&
    press.metaKey === wantsMeta &&
    press.altKey === (combo.alt === true) &&
    press.shiftKey === (combo.shift === true) &&
    keyOf(press) === combo.key
  );
}

/** By what the key writes; by its place where that is no Latin letter (Arabic, Greek, Option on a Mac). */
function keyOf({ key, code }: Press): string {
  const lower = key.toLowerCase();
  if (lower.length > 1 || /[a-z,/]/.test(lower)) return lower;
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase() ?? lower;
}

const macSigns = { ctrl: '⌃', alt: '⌥', shift: '⇧', mod: '⌘' } as const;
const names: Readonly<Record<string, string>> = {
  arrowup: '↑',
  arrowdown: '↓',
  escape: 'Esc',
  enter: '↵',
};

/** The keys one by one: `['Ctrl', 'K']`, on a Mac `['⌘', 'K']`. */
export function keyCaps(combo: Combo, mac: boolean): readonly string[] {
  const key = names[combo.key] ?? combo.key.toUpperCase();
  if (mac) {
    const signs = (['ctrl', 'alt', 'shift', 'mod'] as const).filter((one) => combo[one]);
    return [...signs.map((one) => macSigns[one]), key];
  }
  return [
    ...(combo.mod || combo.ctrl ? ['Ctrl'] : []),
    ...(combo.alt ? ['Alt'] : []),
    ...(combo.shift ? ['Shift'] : []),
    key,
  ];
}

/** For a tooltip: `Ctrl+K`, `⌘K`. */
export function keysOf(id: ShortcutId, mac: boolean = isMac()): string {
  const [first] = combosOf(id, mac);
  return first === undefined ? '' : keyCaps(first, mac).join(mac ? '' : '+');
}
