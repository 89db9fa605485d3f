import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'tests/unit/**/*.test.ts',
      'tests/integration/**/*.test.ts',
      'tests/window/**/*.test.{ts,tsx}',
    ],
    pool: 'forks',
    maxWorkers: 2,
    // Generous, because a busy machine is no bug; nothing here waits on a clock.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
  },
});
