/** A mind that has grown: what it sends must not grow with it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homePaths } from '../../brain/shared/home.ts';
import { connect, say } from '../support/brain-client.ts';
import { modelHome, startBrainIn } from '../support/model-home.ts';

async function promptOf(notes: number) {
  const { home, model } = await modelHome([{ text: 'fine' }]);
  const folder = join(homePaths(home).workspace, 'notes');
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: notes }, (_, n) => n);
  await Promise.all(
    names.map((n) => {
      const filler = `Dogs like stick number ${n} and garden ${n * 7}. `.repeat(
        notes > 100 ? 3 : 30,
      );
      return writeFile(join(folder, `dog-${n}.md`), `# Dog ${n}\n\n${filler}\n`);
    }),
  );
  const client = connect(await startBrainIn(home));
  await expect
    .poll(async () => (await client.call('health.get', {})).index, {
      timeout: 500_000,
      interval: 200,
    })
    .toMatchObject({ state: 'ready' });
  const { turnId } = await say(client, { text: 'which stick do the dogs like?' });
  const context = await client.event('context', (event) => event.turnId === turnId);
  return { budget: context.budget, body: JSON.stringify(model.chats[0]?.body), context };
}

it('ten thousand notes are held to the same caps as ten, and each that was looked at has its reason', async () => {
  const [few, many] = [await promptOf(10), await promptOf(10_000)];
  // What memory leaves goes to the skills, and that is not the same.
  const capsOf = ({ budget: { skills: _, ...fixed } }: typeof few) =>
    Object.entries(fixed).map(([name, { cap }]) => [name, cap]);
  expect(capsOf(many)).toEqual(capsOf(few));
  for (const [name, { cap, used }] of Object.entries(many.budget)) {
    expect([name, used <= cap]).toEqual([name, true]);
  }
  expect(many.budget.memory.used).toBeGreaterThan(0);
  expect(many.context.dropped.every(({ reason }) => reason !== undefined && reason !== '')).toBe(
    true,
  );
  const seen = [...many.context.included, ...many.context.dropped].filter(
    ({ category }) => category === 'memory',
  );
  expect(seen.length).toBeLessThanOrEqual(200);
  // Ten long notes fill the cap, too: the whole request stays within a tenth of theirs.
  expect(many.body.length).toBeLessThan(few.body.length * 1.1 + 4 * many.budget.memory.cap);
});
