import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('docs/config.schema.json is what protocol/config.ts says', () => {
  const script = fileURLToPath(new URL('../../../scripts/config-schema.mjs', import.meta.url));
  const run = () => execFileSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(run).not.toThrow();
});
