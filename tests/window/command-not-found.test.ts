/** The palette: what was meant must stand first, and what was not typed must not be there. */
import { describe, expect, it } from 'vitest';
import { type Command, pick } from '../../src-renderer/shell/palette/command.ts';
import { fuzzy } from '../../src-renderer/shell/palette/fuzzy.ts';

function command(label: string, more: Partial<Command> = {}): Command {
  return { id: label, group: 'rooms', label, run: () => {}, ...more };
}

const labels = (groups: ReturnType<typeof pick>): readonly string[] =>
  groups.flatMap(({ offers }) => offers.map(({ command: { label } }) => label));

describe('what was typed', () => {
  it('finds whole words before beginnings, beginnings before middles, and scattered letters last', () => {
    const texts = ['The memory', 'Memorial', 'Immemorial', 'Models every morning', 'Memory'];
    const found = pick(
      texts.map((text) => command(text)),
      'memor',
      [],
    );
    expect(labels(found).slice(0, 4)).toEqual(['Memory', 'Memorial', 'The memory', 'Immemorial']);
    expect(labels(pick([command('Memory'), command('Memo: rest')], 'memo', []))[0]).toBe(
      'Memo: rest',
    );
  });

  it('needs every word, in any order', () => {
    expect(fuzzy('rounding shop', 'The shop and its rounding')).toBeDefined();
    expect(fuzzy('rounding bank', 'The shop and its rounding')).toBeUndefined();
  });

  it('does not take letters from all over a long text', () => {
    expect(fuzzy('mind', 'My invoice has no date')).toBeUndefined();
    expect(fuzzy('nc', 'New conversation')).toBeDefined();
  });

  it('is blind to accents and case, and marks the right letters', () => {
    expect(fuzzy('cafe', 'Im CAFÉ')?.ranges).toEqual([[3, 7]]);
    expect(fuzzy('ß', 'İstanbul Straße')?.ranges).toEqual([[13, 14]]);
  });

  it('finds by other words for it, below those that are called so', () => {
    const dark = command('Theme: dark', { words: 'appearance' });
    expect(labels(pick([dark, command('Appearance')], 'appear', []))).toEqual([
      'Appearance',
      'Theme: dark',
    ]);
  });
});

it('what was found inside stands beside the name, and leads there, only where the name does not fit', () => {
  const inside = { snippet: 'a pear', run: () => {} };
  const [named] = pick([command('The pear', { inside })], 'pear', [])[0]?.offers ?? [];
  const [held] = pick([command('Fruit', { inside })], 'pear', [])[0]?.offers ?? [];
  expect([named?.inside, held?.inside]).toEqual([false, true]);
});

describe('what was used last', () => {
  const all = [command('Inspector'), command('Tasks'), command('Memory')];
  it('stands first when nothing is typed, and only there', () => {
    expect(labels(pick(all, '', ['Memory', 'gone']))).toEqual(['Memory', 'Inspector', 'Tasks']);
  });
  it('wins between two that fit alike', () => {
    const two = [command('Export as JSON'), command('Export as CSV1')];
    expect(labels(pick(two, 'export', ['Export as CSV1']))[0]).toBe('Export as CSV1');
  });
});
