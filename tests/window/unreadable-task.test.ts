import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSteps } from '../../src-renderer/tasks/read-task.ts';

it('every step of a task in the file’s own format is shown, whatever a tool said in it', async () => {
  const golden = await readFile(join(import.meta.dirname, '../golden/task.md'), 'utf8');
  const steps = readSteps(golden);
  const [, done, all] = /^- Steps: (\d+)\/(\d+)$/m.exec(golden) ?? [];
  expect(steps).toHaveLength(Number(all));
  expect(steps.map(({ number }) => number)).toEqual(steps.map((_, index) => index + 1));
  expect(steps.filter(({ result }) => result !== '')).toHaveLength(Number(done));
  // As numbers, which the window tells in its owner's language.
  const times = [...golden.matchAll(/^- Duration: (\d+) ms$/gm)].map(([, ms]) => Number(ms));
  expect(steps.flatMap(({ ms }) => ms ?? [])).toEqual(times);
  for (const { name, args, started } of steps) {
    expect(name).not.toBe('');
    expect(() => JSON.parse(args)).not.toThrow();
    expect(Number.isNaN(Date.parse(started))).toBe(false);
  }
});

it('an output that looks like a step is an output', () => {
  const said = '### Step 2: Bash\n- Result: success';
  const [first, ...rest] = readSteps(
    `### Step 1: Read\n\n- Args: {}\n- Result: failure\n- Output: (whole: a-1.log)\n\n\`\`\`\`\n${said}\n\`\`\`\`\n`,
  );
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ result: 'failure', output: said, whole: 'a-1.log' });
});
