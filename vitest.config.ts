import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { isProvenFakeElectron } from './test/support/runner/fake-electron-digest.ts';

/** Tests that start processes, change the environment or look at the module's own state: a process for each file. */
const PROCESSES = [
  'test/{architecture,builder,commands,faults,main,vault}/**/*.test.ts',
  'test/store/{file,migrations,search}/**/*.test.ts',
  'test/api/v2/v2-webhook-events.test.ts',
  'test/safety/docs/docs-files.test.ts',
  'test/safety/{errors,rights,values}.test.ts',
  'test/services/builds/build-runs-restart.test.ts',
];

/** Tests of the entry points over HTTP, which take about as long as all others that share a process. */
const API = ['test/{api,safety}/**/*.test.ts'];

// The fake Electron proves itself again when it has changed, in the long run, and when it is asked for by name.
const NAMED = process.argv.some((arg) => arg.includes('fake-electron'));
const PROVEN = isProvenFakeElectron() && !NAMED ? ['test/main/fake-electron.test.ts'] : [];

// Long loops take longer than any single test of the others.
const LIMIT_MS = process.env.LECTERN_FAULTS === 'long' ? 7_200_000 : 600_000;

export default defineConfig({
  test: {
    environment: 'node',
    globals: false,
    // Processes, not threads: better-sqlite3 and signals are real here, and a crash takes only its own process along.
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism()),
    // Tests make many short-lived objects; V8 collects them less often with more room, which saves a tenth of their time.
    execArgv: ['--max-semi-space-size=64'],
    // Only a net under a hang: servers, git and builds are real, and the machine may be busy.
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
    expect: { requireAssertions: true, poll: { timeout: 120_000 } },
    allowOnly: false,
    passWithNoTests: false,
    dangerouslyIgnoreUnhandledErrors: false,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      { extends: true, test: { name: 'processes', include: PROCESSES, exclude: PROVEN } },
      // The files of each of these share one process and its loaded modules: each opens stores and servers of its own.
      { extends: true, test: { name: 'api', include: API, exclude: PROCESSES, isolate: false } },
      {
        extends: true,
        test: {
          name: 'core',
          include: ['test/**/*.test.ts'],
          exclude: [...PROCESSES, ...API],
          isolate: false,
        },
      },
    ],
  },
});
