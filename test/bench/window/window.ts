import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { openPage, startSession } from '../../screenshots/session.ts';
import { atMost, median, type Result } from '../report.ts';
import { measureSwitches } from '../switches.ts';
import { longestFrame, scrollThrough } from './frames.ts';
import { measureRequestScreen } from './request-screen.ts';

const ROUNDS = 7;
const SCROLL_MS = 6_000;
/** Code and style that the first screen loads, compressed. */
const FIRST_SCREEN_KB = 330;
const RENDERER = join(import.meta.dirname, '../../../out/renderer');

type Note = (result: Result) => void;

/** The folders that the window is measured on. */
export type WindowStores = {
  readonly full: string;
  readonly empty: string;
  /** One whose log of requests is full. */
  readonly requests: string;
  /** Where the workspaces are made, and what Home holds. */
  readonly workspaces: string;
  readonly home: { readonly projects: number; readonly builds: number };
};

/**
 * Measures the window in the system's Chromium on the headless host: time until Projects is usable with ten thousand
 * projects and with none, smoothness of that list and of a full log of requests, switches between workspaces, and size
 * of the code.
 */
export async function measureWindow(stores: WindowStores, note: Note): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  try {
    await measureStart(browser, stores, note);
    await measureScroll(browser, stores.full, note);
    await measureRequestScreen(browser, stores.requests, note);
    await measureSwitches(browser, stores.workspaces, stores.home, note);
  } finally {
    await browser.close();
  }
  measureSize(note);
}

async function measureStart(
  browser: Browser,
  { full, empty }: { readonly full: string; readonly empty: string },
  note: Note,
): Promise<void> {
  const times: { full: number[]; empty: number[] } = { full: [], empty: [] };
  await timeToUsable(browser, full, FIRST_ROW); // fills the file cache of the system
  for (let round = 0; round < ROUNDS; round++) {
    times.empty.push(await timeToUsable(browser, empty, EMPTY));
    times.full.push(await timeToUsable(browser, full, FIRST_ROW));
  }
  const ratio = median(times.full.map((time, round) => time / (times.empty[round] ?? Number.NaN)));
  const detail = `${Math.round(median(times.full))} ms with 10,000 projects, ${Math.round(median(times.empty))} ms with none`;
  note(atMost('start to a usable Projects screen', ratio, 1.5, detail));
}

const FIRST_ROW = (page: Page) =>
  page.getByRole('grid', { name: 'Projects' }).getByText('project-00000').waitFor();
const EMPTY = (page: Page) => page.getByRole('heading', { name: 'No projects yet' }).waitFor();

async function timeToUsable(
  browser: Browser,
  data: string,
  usable: (page: Page) => Promise<void>,
): Promise<number> {
  const startedAt = performance.now();
  const lectern = await startSession({ localUser: 'bench' }, data);
  const page = await openPage(browser, lectern, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${lectern.url}/projects`);
  await usable(page);
  const time = performance.now() - startedAt;
  await page.context().close();
  await lectern.stop();
  return time;
}

/** Scrolls the whole list at a constant speed and measures the time between frames. */
async function measureScroll(browser: Browser, data: string, note: Note): Promise<void> {
  const lectern = await startSession({ localUser: 'bench' }, data);
  try {
    const page = await openPage(browser, lectern, { viewport: { width: 1280, height: 800 } });
    await page.goto(`${lectern.url}/projects`);
    await FIRST_ROW(page);
    const frames = await scrollThrough(page, SCROLL_MS);
    note(longestFrame('longest frame while scrolling Projects', frames, 'over 10,000 rows'));
    await page.context().close();
  } finally {
    await lectern.stop();
  }
}

/** Measures the code and styles that Projects loads, and those of all screens. */
function measureSize(note: Note): void {
  const page = readFileSync(join(RENDERER, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, file = '']) => file,
  );
  const every = readdirSync(join(RENDERER, 'assets')).filter(
    (file) => /\.(js|css)$/.test(file) && !/^recovery/.test(file),
  );
  const whole = kilobytes(every.map((file) => `assets/${file}`));
  const detail = `${named.length} files, in kB; with every screen ever opened ${whole.toFixed(0)} kB in ${every.length} files`;
  note(atMost('code and style of the window, gzip', kilobytes(named), FIRST_SCREEN_KB, detail));
}

function kilobytes(files: readonly string[]): number {
  return (
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join(RENDERER, file)), { level: 9 }).length, 0) /
    1000
  );
}
