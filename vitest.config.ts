import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { isProvenFakeElectron } from './test/support/runner/fake-electron-digest.ts';

// Each thread of a Lectern loads its modules and strips their types, unless it finds them compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/lectern');

/** Tests that start processes and change the environment, which `restore-environment.ts` gives back after each. */
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

// A file that is asked for by name runs all of its cases, as in the short run of faults (test/support/faults-run.ts).
if (process.argv.some((arg) => arg.endsWith('.test.ts'))) process.env.LECTERN_FAULTS ??= 'short';

// Kills, full disks, packages and many builds with tools of Python: run by `npm run test:faults` or by name.
const WITH_FAULTS =
  process.env.LECTERN_FAULTS !== undefined || process.argv.some((arg) => arg.includes('test/faults'));
const FAULTS = WITH_FAULTS ? [] : ['test/faults/**', '**/*.long.test.ts'];

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
    setupFiles: ['test/support/runner/restore-environment.ts'],
    // Files share processes and loaded modules, which take longer to load than most tests: each opens stores and
    // servers of its own. The next file runs in whichever process is free.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'processes', include: PROCESSES, exclude: [...PROVEN, ...FAULTS] } },
      { extends: true, test: { name: 'api', include: API, exclude: [...PROCESSES, ...FAULTS] } },
      {
        extends: true,
        test: {
          name: 'core',
          include: ['test/**/*.test.ts'],
          exclude: [...PROCESSES, ...API, ...FAULTS],
        },
      },
    ],
  },
});
