// `npm run conformance [part of a name]`: the official tests for MCP clients against ours, one after
// the other, and how many of their checks are passed.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { root } from './paths.mjs';
import { findRuntime, noRuntimeMessage } from './runtime.mjs';

await ensureInstalled();
const node = findRuntime();
if (node === undefined) {
  console.error(noRuntimeMessage);
  process.exit(1);
}
const tool = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const client = join(root, 'tests/conformance/client.ts');
const wanted = process.argv[2] ?? '';

const listed = execFileSync(node, [tool, 'list', '--client'], { encoding: 'utf8' });
const scenarios = [...listed.matchAll(/^\s+- (\S+) \[([^\]]*)\]/gm)]
  .map(([, name, versions]) => ({ name, versions }))
  .filter(({ name }) => name.includes(wanted));

// It leaves its protocols in the folder in which it runs.
const folder = mkdtempSync(join(tmpdir(), 'connectome-conformance-'));
const sum = { passed: 0, checks: 0, scenarios: 0 };
for (const { name, versions } of scenarios) {
  const command = `"${node}" --disable-warning=ExperimentalWarning "${client}"`;
  const ran = spawnSync(
    node,
    [tool, 'client', '--command', command, '--scenario', name, '--timeout', '60000'],
    { cwd: folder, encoding: 'utf8' },
  );
  const [, passed = '0', checks = '0'] = /Passed: (\d+)\/(\d+)/.exec(ran.stdout + ran.stderr) ?? [];
  const whole = ran.status === 0;
  sum.passed += Number(passed);
  sum.checks += Number(checks);
  if (whole) sum.scenarios += 1;
  console.log(`${whole ? 'passed' : 'FAILED'}  ${passed}/${checks}  ${name} [${versions}]`);
}
rmSync(folder, { recursive: true, force: true });
console.log(
  `${sum.scenarios} of ${scenarios.length} scenarios passed, ${sum.passed} of ${sum.checks} checks`,
);
