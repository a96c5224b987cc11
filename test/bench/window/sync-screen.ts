import { type Browser, chromium, type Page } from '@playwright/test';
import { openPage, type ScreenshotSession, startSession } from '../../screenshots/session.ts';
import { atMost, median, type Result } from '../report.ts';
import { longestFrame, watchFrames } from './frames.ts';

const MEASURED_MS = 8_000;
const ROUNDS = 5;
const VIEWPORT = { viewport: { width: 1280, height: 800 } } as const;

type Note = (result: Result) => void;
/** What is pulled while frames are measured. */
export type PulledAccount = { readonly url: string; readonly token: string; readonly projects: number };
/** A folder whose `data` has a remote with changes in each of so many linked projects. */
export type LinkedData = { readonly scratch: string; readonly remote: string; readonly projects: number };

/**
 * Measures the longest frame of Projects and of the live service's page while an account is pulled, and how long Outgoing
 * takes to open, in the system's Chromium on the headless host.
 */
export async function measureSyncScreens(
  { scratch, account, linked }: { scratch: string; account: PulledAccount; linked: LinkedData },
  note: Note,
): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  try {
    await measureFrames(browser, scratch, account, note);
    await measureOpening(browser, linked, note);
  } finally {
    await browser.close();
  }
}

async function measureFrames(
  browser: Browser,
  scratch: string,
  { url, token, projects }: PulledAccount,
  note: Note,
): Promise<void> {
  const lectern = await startSession({ localUser: 'bench' }, scratch);
  try {
    await lectern.desk('sync.connect', { name: 'other', address: url, token });
    const [remote] = (await lectern.desk('sync.remotes')) as readonly { readonly id: number }[];
    await lectern.desk('sync.choose', { remote: remote?.id, choices: 'all' });
    const page = await openPage(browser, lectern, VIEWPORT);
    await lectern.desk('sync.pull', { remote: remote?.id, full: true });
    const what = `while ${projects.toLocaleString('en')} projects were pulled`;
    await page.goto(`${lectern.url}/projects`);
    note(longestFrame('longest frame of Projects during a pull', await framesOf(page, 'Projects'), what));
    await page.goto(`${lectern.url}/live/other/projects`);
    const frames = await framesOf(page, 'Projects of the account');
    note(longestFrame('longest frame of Live service during a pull', frames, what));
    await requireRunning(lectern, remote?.id);
    await lectern.desk('sync.stop', { remote: remote?.id });
    await page.context().close();
  } finally {
    await lectern.stop();
  }
}

async function framesOf(page: Page, list: string) {
  await page.getByRole('grid', { name: list, exact: true }).getByText('manual-00000').first().waitFor();
  return watchFrames(page, MEASURED_MS);
}

/** @throws Error when the pull ended before the frames were measured */
async function requireRunning({ desk }: ScreenshotSession, remote: number | undefined): Promise<void> {
  const { progress } = (await desk('sync.state', { remote })) as { readonly progress: unknown };
  if (progress === null) throw new Error('The pull ended while frames were measured: pull more projects.');
}

async function measureOpening(
  browser: Browser,
  { scratch, remote, projects }: LinkedData,
  note: Note,
): Promise<void> {
  const lectern = await startSession({ localUser: 'bench' }, scratch);
  try {
    const page = await openPage(browser, lectern, VIEWPORT);
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      await page.goto(`${lectern.url}/live/${remote}/history`);
      await page.getByRole('link', { name: /^Outgoing/ }).waitFor();
      times.push(await page.evaluate(timeOpening, 'manual-00000'));
    }
    const [first = 0, ...later] = times;
    const detail = `from the click to the first row, with changes in ${projects.toLocaleString('en')} linked projects; the first time ${Math.round(first)} ms, the slowest after it ${Math.round(Math.max(...later))} ms`;
    note(atMost('Outgoing opens, ms', median(later), 200, detail));
    await page.context().close();
  } finally {
    await lectern.stop();
  }
}

/** Opens Outgoing and returns the milliseconds until a frame shows the row with this text. Runs in the page. */
function timeOpening(row: string): Promise<number> {
  const tabs = [...document.querySelectorAll<HTMLElement>('nav a')];
  const tab = tabs.find(({ textContent }) => textContent.startsWith('Outgoing'));
  if (!tab) throw new Error('there is no tab Outgoing');
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const look = () => {
      const list = document.querySelector('[role="grid"][aria-label="Projects with changes"]');
      if (list?.textContent.includes(row)) resolve(performance.now() - startedAt);
      else requestAnimationFrame(look);
    };
    tab.click();
    requestAnimationFrame(look);
  });
}
