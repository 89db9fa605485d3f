/** A control that cannot be pressed says why: `why` and `hint` of the buttons disable them and tell it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../src-renderer');

/** Work that is under way, and shows it: these end by themselves. */
const passing = /^(?:busy|saving|running|share !== undefined|props\.disabled === true .*)$/;

/** What says otherwise why it cannot be used. */
const told = new Map([
  // Its fields say what is wrong with them, and the button is described by that.
  ['busy || isTaken || isBad', 'settings/add-provider.tsx'],
  // It was added; the form says so, and only its key can still be given.
  ['added', 'settings/add-provider.tsx'],
  // The list of what was found is being read anew.
  ['found.beside !== names', 'settings/found-servers.tsx'],
  // The problem stands below the name.
  ['problem !== undefined', 'settings/skill-reviews.tsx'],
  // Named by its state in the same line.
  ["!usable && provider.state !== 'unknown'", 'conversation/model-picker.tsx'],
  // Its title says it in each of these.
  ['busy || unsaved', 'mind/file-history.tsx'],
  ['!canSend', 'conversation/composer.tsx'],
  ['file.diff === undefined', 'conversation/changed-files.tsx'],
  // Handed on; who uses the menu names the reason in the line.
  ['disabled', 'design/menu.tsx'],
]);

it('no control is grey without a word', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const silent = files.flatMap((name) => {
    const source = readFileSync(join(root, name), 'utf8');
    return [...source.matchAll(/\bdisabled=\{([^}]*)\}/g)]
      .map(([, condition = '']) => condition.trim())
      .filter((condition) => !passing.test(condition))
      .filter((condition) => told.get(condition) !== name.replaceAll('\\', '/'))
      .map((condition) => `${name}: ${condition}`);
  });
  expect(silent).toEqual([]);
});
