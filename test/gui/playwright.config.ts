import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** The window's tests, in the system's Chromium and, for desktop-*.spec.ts, in the application itself. */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: join(import.meta.dirname, '../../test-results'),
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.LECTERN_GUI_REPORT
    ? [['list'], ['json', { outputFile: process.env.LECTERN_GUI_REPORT }]]
    : [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
