import { defineConfig } from 'vitest/config';

/** Here modules of Electron are replaced for a whole file: such files share nothing. */
const replacing = ['tests/unit/electron/**/*.test.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Generous, because a busy machine is no bug; nothing here waits on a clock.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 180_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    setupFiles: ['tests/support/same-cases.ts', 'tests/support/clean-up-after-each.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: [
            'tests/unit/**/*.test.ts',
            'tests/integration/**/*.test.ts',
            'tests/window/**/*.test.{ts,tsx}',
          ],
          exclude: replacing,
          // The program is loaded once for many files; what a test changes it changes back.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: replacing } },
    ],
  },
});
