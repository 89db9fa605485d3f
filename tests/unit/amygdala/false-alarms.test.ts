/**
 * A dangerous command that runs unasked does harm; a harmless one that asks teaches its owner to say
 * yes. Both lists are data: the examples of the danger table, and tests/fixtures/commands.
 */
import { describe, expect, it } from 'vitest';
import { dangers } from '../../../brain/amygdala/dangers/index.ts';
import type { PermissionMode } from '../../../protocol/index.ts';
import { mustPass, mustStop, type Reasoned } from '../../fixtures/commands/index.ts';
import { openAmygdala, openScene } from '../../support/acting.ts';

/** Everything that can be loosened is: the sandbox is there, with a way out, and what it confines runs. */
async function loosest() {
  const scene = await openScene();
  scene.settings.set({
    permissions: { allow: ['Bash', 'Write', 'Edit', 'Read'], sandboxed: 'run' },
    sandbox: { network: ['example.org'] },
  });
  const { judge } = await openAmygdala(scene, {
    sandbox: async () => ({ available: true, message: '' }),
  });
  return async (mode: PermissionMode, groups: readonly Reasoned[]) => {
    const wrong: { command: string; level: string; reason: string; rule: string | undefined }[] =
      [];
    let count = 0;
    for (const { commands } of groups) {
      for (const command of commands) {
        count += 1;
        const { level, reason, rule } = await judge('Bash', { command }, mode);
        wrong.push({ command, level, reason, rule });
      }
    }
    return { count, judged: wrong };
  };
}

const asking: readonly Reasoned[] = [
  ...dangers.map(({ reason, asks }) => ({ reason, commands: asks })),
  ...mustStop,
];
const passing: readonly Reasoned[] = [
  ...dangers.map(({ reason, passes }) => ({ reason: `not: ${reason}`, commands: passes })),
  ...mustPass,
];

describe('commands that must stop', () => {
  it('do, in every mode and whatever is allowed; there are at least 300', async () => {
    const judge = await loosest();
    for (const mode of ['acceptEdits', 'bypassPermissions'] as const) {
      const { count, judged } = await judge(mode, asking);
      expect(judged.filter(({ level }) => level === 'safe')).toEqual([]);
      expect(count).toBeGreaterThanOrEqual(300);
    }
  });

  it('the hard ones are blocked', async () => {
    const judge = await loosest();
    const hard = dangers.filter(({ level }) => level === 'hard');
    const { judged } = await judge(
      'bypassPermissions',
      hard.map(({ reason, asks }) => ({ reason, commands: asks })),
    );
    expect(judged.filter(({ level }) => level !== 'block')).toEqual([]);
  });
});

describe('commands that must not stop', () => {
  it('run unasked in the sandbox; there are at least 300', async () => {
    const judge = await loosest();
    const { count, judged } = await judge('acceptEdits', passing);
    expect(judged.filter(({ level }) => level !== 'safe')).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(300);
  });
});

describe('the danger table', () => {
  it('has for every entry commands that it is about and commands that look alike', () => {
    for (const { reason, asks, passes } of dangers) {
      expect(asks.length, reason).toBeGreaterThan(0);
      expect(passes.length, reason).toBeGreaterThan(0);
    }
  });
});
