import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    globals: false,
    // A process per file: better-sqlite3 and signals are real here, and a crash takes only its own file along.
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism()),
    // Only a net under a hang: servers, git and builds are real, and the machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { requireAssertions: true },
    allowOnly: false,
    passWithNoTests: false,
    dangerouslyIgnoreUnhandledErrors: false,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
