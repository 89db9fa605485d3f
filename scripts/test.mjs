/**
 * `npm test`: installs what is missing and runs everything: types, lint, unit and integration
 * tests, build, end-to-end tests. All of it runs even when an early part fails. The end of what it
 * prints is enough to know what happened: how long each part took, the failed tests by name with
 * the first lines of their errors and what the window showed, and as the last line `N passed, N failed`
 * over all tests.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
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

/** @returns {{ name: string, error: string }[]} the failed unit and integration tests */
function failedInVitest() {
  return (readReport(vitestReport)?.testResults ?? []).flatMap((file) => {
    const path = relative(root, file.name);
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    // A file that could not even be loaded, or whose hooks failed, has no failed test of its own.
    if (failed.length === 0 && file.status === 'failed') {
      return [{ name: path, error: file.message ?? '' }];
    }
    return failed.map((test) => ({
      name: `${path} > ${test.fullName}`,
      error: test.failureMessages.join('\n'),
    }));
  });
}

/** The window's content, as Playwright writes it beside a failed test; without what stands in every one. */
function pageIn(path) {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const lines = (/```yaml\n([\s\S]*?)```/.exec(text)?.[1] ?? '').split('\n');
  const room = lines.findIndex((line) => /^\s*- main\b/.test(line));
  return lines
    .slice(Math.max(0, room))
    .filter((line) => !line.includes('- /url:'))
    .join('\n');
}

/** @returns {{ name: string, error: string, page?: string }[]} the failed end-to-end tests */
function failedInPlaywright() {
  const failed = [];
  const visit = (suite) => {
    for (const spec of suite.specs ?? []) {
      if (spec.ok) continue;
      const results = spec.tests.flatMap((test) => test.results);
      const errors = results.flatMap((result) => result.errors);
      const attached = results.flatMap((result) => result.attachments);
      const page = attached.find(({ name }) => name === 'error-context')?.path;
      failed.push({
        name: `${suite.file}:${spec.line} > ${spec.title}`,
        error: errors.map((error) => error.message).join('\n'),
        ...(page === undefined ? {} : { page: pageIn(page) }),
      });
    }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  for (const suite of readReport(playwrightReport)?.suites ?? []) visit(suite);
  return failed;
}

/** The first and, where it is longer, the last lines of a text. */
function ends(text, first, last) {
  const lines = stripVTControlCharacters(text).trimEnd().split('\n');
  if (lines.length <= first + last) return lines.join('\n');
  const left = `... (${lines.length - first - last} lines)`;
  return [...lines.slice(0, first), left, ...lines.slice(-last)].join('\n');
}

function printFailed() {
  const failed = [...failedInVitest(), ...failedInPlaywright()];
  for (const [at, { name, error, page }] of failed.entries()) {
    console.log(`\nFAILED: ${name}`);
    console.log(ends(error, 20, 4));
    // What the first ones met, the others often met too.
    if (page && at < 2) console.log(`The window showed:\n${ends(page, 30, 12)}`);
  }
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

// The tests start hundreds of programs and threads from the sources: each file is compiled once.
const env = { NODE_COMPILE_CACHE: join(modules, '.cache', 'node-compile') };
const failedStages = [];
const seconds = [];
for (const [name, script, args] of stages) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const code = await run(runtime, [script, ...args], { env });
  seconds.push(`${name} ${Math.round((performance.now() - started) / 1000)} s`);
  if (code !== 0) failedStages.push(name);
}

printFailed();
const { passed, failed, skipped } = counts();
console.log(`\n${seconds.join(', ')}`);
if (skipped > 0) console.log(`${skipped} skipped`);
for (const name of failedStages) console.log(`FAILED: ${name}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failedStages.length === 0 ? 0 : 1;
