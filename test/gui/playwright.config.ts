import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumPath } from '../support/runner/programs.ts';

// A spec that is asked for by name runs all of its cases, as in the short run of faults (test/support/faults-run.ts).
if (process.argv.some((arg) => arg.includes('.spec.ts'))) process.env.LECTERN_FAULTS ??= 'short';

// Long days, sweeps and faults beside the one that stands for them are run by `npm run test:faults` or by name: specs
// called so, and tests with this tag.
const IS_SHORT = process.env.LECTERN_FAULTS === undefined;
const LONG = IS_SHORT ? ['**/*.long.spec.ts'] : [];

/** The window's tests, in the system's Chromium and, for desktop-*.spec.ts, in the application itself. */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: join(import.meta.dirname, '../../test-results'),
  fullyParallel: true,
  // The longest begins first: the application from morning to evening, whose chapters follow each other.
  projects: [
    { name: 'desktop', testMatch: 'desktop/**/*.spec.ts', testIgnore: LONG },
    { name: 'window', testIgnore: ['desktop/**', ...LONG] },
  ],
  ...(IS_SHORT && { grepInvert: /@long/ }),
  workers: 2,
  forbidOnly: true,
  // What passes only at the second attempt is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  // Only nets under a hang: the machine may be busy with something else.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: process.env.LECTERN_GUI_REPORT
    ? [['list'], ['json', { outputFile: process.env.LECTERN_GUI_REPORT }]]
    : [['list']],
  use: {
    // A click that is lost is told of where it was made, before the whole test is over.
    actionTimeout: 300_000,
    navigationTimeout: 300_000,
    viewport: { width: 1280, height: 800 },
    // Dialogs and menus come and go at once, so that nothing is met half way.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A page lives for seconds: the last compiler costs more than it saves, and the one before it saves in axe alone.
        '--js-flags=--no-opt --invocation-count-for-maglev=4000',
      ],
    },
  },
});
