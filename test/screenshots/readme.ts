// npm run screenshots:readme: the four pictures of the README, of the sample library, into docs/pictures.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { loadBuiltSample, openPage, startSession } from './session.ts';

const SHOTS = [
  { name: 'projects-light', path: '/projects', colorScheme: 'light' },
  { name: 'versions-dark', path: '/projects/tidewater/versions', colorScheme: 'dark' },
  {
    name: 'build-light',
    path: '/projects/driftline-orm/builds',
    colorScheme: 'light',
    row: /Failed/,
    until: 'Running Sphinx',
  },
  { name: 'redirects-dark', path: '/projects/tidewater/redirects', colorScheme: 'dark' },
] as const;
const OUT = join(import.meta.dirname, '../../docs/pictures');

const scratch = mkdtempSync(join(tmpdir(), 'lectern-pictures-'));
const lectern = await startSession({ localUser: 'mira', builds: true, trustBuilds: true }, scratch);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
});
try {
  mkdirSync(OUT, { recursive: true });
  await loadBuiltSample(browser, lectern);
  for (const shot of SHOTS) {
    const viewport = { width: 1280, height: 800 };
    const page = await openPage(browser, lectern, { viewport, colorScheme: shot.colorScheme });
    await page.goto(`${lectern.url}${shot.path}`);
    await page.getByRole('main').waitFor();
    if ('row' in shot) {
      await page.getByRole('row').filter({ hasText: shot.row }).first().click();
      await page.getByText(shot.until).first().waitFor();
    }
    await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(OUT, `${shot.name}.png`), animations: 'disabled' });
    await page.context().close();
  }
} finally {
  await browser.close();
  await lectern.stop();
  rmSync(scratch, { recursive: true, force: true });
}
