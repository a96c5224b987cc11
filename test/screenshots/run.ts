/*
 * npm run screenshots [SCENARIO …] [-- --only=NAME]: every screen, light and dark, 1920×1080, 1280×800 and 900×600, with no data, a
 * pulled account, one row, ten thousand rows, a talk with 50,000 requests, a course in a workspace and the longest legal
 * names, into screenshots/; with `--only`, those whose name begins so. Not a test: people look at them.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { startLiveAccount } from './live-account.ts';
import { liveShots } from './live-shots.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { openPage, startSession } from './session.ts';
import { COURSE_SHOTS, DIALOG_SHOTS, SETTINGS_SHOTS } from './settings-shots.ts';
import { GLOBAL_SHOTS, projectShots } from './shots.ts';
import { TRAINING_SHOTS } from './training-shots.ts';

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
];
const ONLY = '--only=';
const OUT = join(import.meta.dirname, '../../screenshots');

async function main(args: readonly string[]): Promise<void> {
  const names = args.filter((arg) => !arg.startsWith(ONLY));
  const only = args.find((arg) => arg.startsWith(ONLY))?.slice(ONLY.length) ?? '';
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  try {
    for (const scenario of SCENARIOS) {
      if (names.length === 0 || names.includes(scenario.name)) await take(browser, scenario, only);
    }
  } finally {
    await browser.close();
  }
}

async function take(browser: Browser, scenario: Scenario, only: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'lectern-screenshots-'));
  const lectern = await startSession(scenario, scratch);
  const account = scenario.hasAccount ? await startLiveAccount() : undefined;
  try {
    await account?.prepare(lectern.desk);
    const { project, localUser } = scenario;
    const buildId = project === undefined ? undefined : await lectern.newestBuild(project);
    const shots = [
      ...GLOBAL_SHOTS,
      ...TRAINING_SHOTS,
      ...SETTINGS_SHOTS,
      ...(account ? liveShots(account.there) : []),
      ...(scenario.hasSnapshot ? DIALOG_SHOTS : []),
      ...(scenario.workspace === undefined ? [] : COURSE_SHOTS),
      ...(project === undefined ? [] : projectShots(project, buildId, localUser)),
    ].filter(({ name }) => name.startsWith(only));
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const size of SIZES) {
        const folder = join(OUT, scenario.name);
        mkdirSync(folder, { recursive: true });
        const page = await openPage(browser, lectern, {
          viewport: size,
          colorScheme,
          reducedMotion: 'reduce',
        });
        for (const shot of shots) {
          await page.goto(`${lectern.url}${shot.path}`);
          await page.getByRole('main').first().waitFor();
          await shot.prepare?.(page);
          await page.evaluate(() => document.fonts.ready);
          await page
            .waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null, null, {
              timeout: 5000,
            })
            .catch(() => console.error(`${shot.name}: still skeletons`));
          const file = `${shot.name}-${colorScheme}-${size.width}x${size.height}.png`;
          await page.screenshot({ path: join(folder, file), animations: 'disabled' });
          await shot.cleanUp?.(page);
        }
        await page.context().close();
      }
    }
    console.log(
      `${scenario.name}: ${shots.length * 2 * SIZES.length} pictures in screenshots/${scenario.name}`,
    );
  } finally {
    await lectern.stop();
    await account?.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));
