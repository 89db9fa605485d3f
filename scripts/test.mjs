/**
 * `npm test`: installs what is missing and runs everything: types, lint, unit and integration
 * tests, build, end-to-end tests. All of it runs even when an early part fails; the last line is
 * `N passed, N failed`, counted over all tests.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { modules, results, root } from './paths.mjs';
import { run } from './run.mjs';
import { findRuntime, noRuntimeMessage } from './runtime.mjs';

const vitestReport = join(results, 'vitest.json');
const playwrightReport = join(results, 'playwright.json');

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // The run ended before it could write its report; its exit code tells of the failure.
    return undefined;
  }
}

function counts() {
  const unit = readReport(vitestReport);
  const e2e = readReport(playwrightReport)?.stats;
  return {
    passed: (unit?.numPassedTests ?? 0) + (e2e?.expected ?? 0) + (e2e?.flaky ?? 0),
    failed: (unit?.numFailedTests ?? 0) + (e2e?.unexpected ?? 0),
    skipped: (unit?.numPendingTests ?? 0) + (e2e?.skipped ?? 0),
  };
}

await ensureInstalled();
const runtime = findRuntime();
if (runtime === undefined) {
  console.error(noRuntimeMessage);
  process.exit(1);
}
rmSync(vitestReport, { force: true });
rmSync(playwrightReport, { force: true });
mkdirSync(results, { recursive: true });

const inModules = (...parts) => join(modules, ...parts);
const stages = [
  ['types (program)', inModules('typescript', 'bin', 'tsc'), ['-p', 'tsconfig.node.json']],
  ['types (window)', inModules('typescript', 'bin', 'tsc'), ['-p', 'tsconfig.web.json']],
  ['lint', inModules('@biomejs', 'biome', 'bin', 'biome'), ['check', '.']],
  ['build', join(root, 'scripts', 'build.mjs'), []],
  [
    'unit and integration',
    inModules('vitest', 'vitest.mjs'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  ],
  ['end to end', join(root, 'scripts', 'e2e.mjs'), []],
];

const failedStages = [];
for (const [name, script, args] of stages) {
  console.log(`\n== ${name}`);
  const code = await run(runtime, [script, ...args]);
  if (code !== 0) failedStages.push(name);
}

const { passed, failed, skipped } = counts();
console.log('');
if (skipped > 0) console.log(`${skipped} skipped`);
for (const name of failedStages) console.log(`FAILED: ${name}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failedStages.length === 0 ? 0 : 1;
