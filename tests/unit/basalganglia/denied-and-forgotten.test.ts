import { expect, it } from 'vitest';
import { createBasalGanglia } from '../../../brain/basalganglia/index.ts';
import type { ToolOutcome } from '../../../brain/regions.ts';
import type { HomePaths } from '../../../brain/shared/home.ts';
import { createRedactor } from '../../../brain/shared/redact.ts';
import { estimateTokens } from '../../../brain/shared/tokens.ts';
import { createStorage } from '../../../brain/storage/index.ts';
import { tempHome, testClock } from '../../support/mind-home.ts';

let calls = 0;
function open(paths: HomePaths, now: string) {
  const redactor = createRedactor();
  const ganglia = createBasalGanglia({
    paths,
    storage: createStorage(),
    clock: testClock(now),
    redactor,
  });
  const add = (tool: string, outcome: ToolOutcome['outcome'], detail: string, args = {}) => {
    calls += 1;
    const toolCallId = `c_${String(calls).padStart(26, '0')}`;
    return ganglia.recordOutcome([{ toolCallId, tool, outcome, args, detail, at: new Date(now) }]);
  };
  return { ganglia, add };
}

it('tells what the owner denied and corrected, frequent and recent things first, and why', async () => {
  const paths = await tempHome();
  const old = open(paths, '2026-10-20T10:00:00');
  await old.add('Bash', 'denial', 'The owner said no.', { command: 'npm publish' });
  const newer = open(paths, '2026-11-20T10:00:00');
  for (const _ of [1, 2]) {
    await newer.add('Bash', 'denial', 'The owner said no. Reason: use pnpm', { command: 'npm i' });
  }
  await newer.add('Write', 'denial', 'The owner said no.', { content: 'api_key=abcdefgh12345' });
  await newer.add('correct', 'success', 'Corrected', { old: 'Ada: Bergen', new: 'Ada: Oslo' });
  await newer.add('Bash', 'denial', 'Not allowed: a rule', { command: 'rm' });
  await newer.add('Read', 'success', 'The owner said no.', { file_path: 'x' });
  const today = open(paths, '2026-11-21T09:00:00');
  const digest = await today.ganglia.preferences();
  expect(digest?.path).toBe('basalganglia/2026-11-20.md');
  expect(digest?.text.split('\n')).toEqual([
    '- denied Bash {"command":"npm i"} (2 times, last 2026-11-20): use pnpm',
    '- corrected {"old":"Ada: Bergen","new":"Ada: Oslo"} (2026-11-20)',
    '- denied Write {"content":"api_key=[masked]"} (2026-11-20)',
    '- denied Bash {"command":"npm publish"} (2026-10-20)',
  ]);
});

it('says the same all day and after a restart, whatever is denied meanwhile; the next day knows', async () => {
  const paths = await tempHome();
  await open(paths, '2026-11-20T10:00:00').add('Bash', 'denial', 'The owner said no.');
  const today = open(paths, '2026-11-21T00:01:00');
  const first = await today.ganglia.preferences();
  await today.add('Write', 'denial', 'The owner said no.');
  expect(await today.ganglia.preferences()).toEqual(first);
  expect(await open(paths, '2026-11-21T23:59:00').ganglia.preferences()).toEqual(first);
  const tomorrow = await open(paths, '2026-11-22T00:00:00').ganglia.preferences();
  expect(tomorrow?.text).toContain('denied Write');
});

it('stays small whatever was denied, and is not there when nothing was', async () => {
  const paths = await tempHome();
  expect(await open(paths, '2026-11-20T10:00:00').ganglia.preferences()).toBeUndefined();
  const { add } = open(paths, '2026-11-20T10:00:00');
  for (let n = 0; n < 60; n += 1) {
    await add('Bash', 'denial', `The owner said no. Reason: ${'why '.repeat(40)}`, {
      command: `${'x '.repeat(80)}${n}`,
      n,
    });
  }
  const digest = await open(paths, '2026-11-21T10:00:00').ganglia.preferences();
  expect(estimateTokens(digest?.text ?? '')).toBeLessThanOrEqual(500);
  expect(digest?.text).toContain('denied Bash');
});
