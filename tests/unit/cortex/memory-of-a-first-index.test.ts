import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const file = join(import.meta.dirname, '..', '..', '..', 'brain', 'cortex', 'spare-memory.ts');
/** Much that lives for a while and is then needed no more, as while all files are looked through. */
const script = `
  const { giveMemoryBack } = await import(${JSON.stringify(file)});
  const { getHeapStatistics } = await import('node:v8');
  const size = () => getHeapStatistics().total_physical_size / 2 ** 20;
  let letGo = 0;
  await giveMemoryBack(() => { letGo += 1; });
  const idle = letGo;
  let kept = Array.from({ length: 800_000 }, (_, i) => ({ i, list: [i] }));
  const before = size();
  await giveMemoryBack(() => { letGo += 1; kept = []; });
  console.log(JSON.stringify({ idle, letGo, before, after: size() }));
`;

// In a process of its own: what a test runner has in its memory is not ours to measure.
it('what looking through all files took is given back (a hundred megabytes that nobody uses again)', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '--eval',
    script,
  ]);
  const { idle, letGo, before, after } = JSON.parse(stdout);
  expect(idle).toBe(0);
  expect(letGo).toBe(1);
  expect(before).toBeGreaterThan(60);
  expect(after).toBeLessThan(32);
});
