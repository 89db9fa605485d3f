/**
 * What only looks runs unasked in every mode. A command that looks alike and writes or runs another
 * program would do so before anybody saw it; both lists are data, in tests/fixtures/commands.
 */
import { expect, it } from 'vitest';
import { doesMore, looksOnly } from '../../fixtures/commands/looks-only.ts';
import { openAmygdala, openScene } from '../../support/acting.ts';

async function open() {
  const scene = await openScene();
  return openAmygdala(scene, { sandbox: async () => ({ available: true, message: '' }) });
}
const all = (groups: typeof looksOnly) => groups.flatMap(({ commands }) => commands);

it('a command that does more than look asks, with no rule and in the mode that asks', async () => {
  const { judge } = await open();
  for (const command of all(doesMore)) {
    expect((await judge('Bash', { command })).level, command).not.toBe('safe');
  }
});

it('a command that only looks does not ask', async () => {
  const { judge } = await open();
  for (const command of all(looksOnly)) {
    expect((await judge('Bash', { command })).source, command).toBe('vetted');
  }
});
