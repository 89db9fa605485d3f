import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const limit = join(import.meta.dirname, '..', '..', '..', 'src-main', 'young-space.ts');
/** Makes much that lives for a while, which is what lets the space for new things grow. */
const script = `
  const { limitYoungSpace, youngSpaceBytes } = await import(${JSON.stringify(limit)});
  limitYoungSpace();
  let kept = [];
  for (let round = 0; round < 150; round += 1) {
    for (let i = 0; i < 10_000; i += 1) {
      kept.push({ i, list: [i] });
      if (kept.length > 150_000) kept = kept.slice(75_000);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  console.log(youngSpaceBytes() / 2 ** 20);
`;

// The limit is the whole process's and cannot be taken back: so it is tried in one of its own.
it('the space for new things stays at half of what it would grow to (64 MB, nearly all of it empty)', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '--eval',
    script,
  ]);
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThanOrEqual(32);
});
