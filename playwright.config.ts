import { defineConfig, devices } from '@playwright/test';

/** Set by scripts/e2e.mjs to a browser that is already on the machine. */
const executablePath = process.env.CHROMIUM_PATH;
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  workers: 2,
  retries: 0,
  // Generous, because a busy machine is no bug.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    // What fades or turns while it is looked at looks different each time.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test costs a third of all time; `npm run e2e -- --trace on <spec>` makes one.
    trace: 'off',
    actionTimeout: 120_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: executablePath === '' ? undefined : executablePath,
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        // Chromium's sandbox refuses to run as root, as it is in most containers.
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
});
