import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { openPage, startSession } from '../screenshots/session.ts';
import { atMost, median, type Result } from './report.ts';

const ROUNDS = 7;
const SCROLL_MS = 6_000;
const SETTLE_MS = 1_000;
const RENDERER = join(import.meta.dirname, '../../out/renderer');

type Note = (result: Result) => void;

/**
 * Measures the window in the system's Chromium on the headless host: time until Projects is usable with ten thousand
 * projects and with none, smoothness of scrolling that list, and size of the code.
 */
export async function measureWindow(
  stores: { readonly full: string; readonly empty: string },
  note: Note,
): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  try {
    await measureStart(browser, stores, note);
    await measureScroll(browser, stores.full, note);
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
    const frames = await page.evaluate(scrollThrough, SCROLL_MS);
    const later = frames.filter(({ at }) => at > SETTLE_MS);
    const longest = Math.max(...later.map(({ duration }) => duration));
    const middle = median(later.map(({ duration }) => duration));
    const detail = `${later.length} frames over 10,000 rows, the middle one ${middle.toFixed(1)} ms, in milliseconds`;
    note(atMost('longest frame while scrolling Projects', longest, 50, detail));
    await page.context().close();
  } finally {
    await lectern.stop();
  }
}

/** Runs in the page: scrolls through the list once and returns the frame times in milliseconds. */
function scrollThrough(duration: number): Promise<{ at: number; duration: number }[]> {
  const list = document.querySelector('[role="grid"]');
  if (!list) throw new Error('there is no list');
  const end = list.scrollHeight - list.clientHeight;
  return new Promise((resolve) => {
    const frames: { at: number; duration: number }[] = [];
    const startedAt = performance.now();
    let last = startedAt;
    const step = (now: number) => {
      frames.push({ at: now - startedAt, duration: now - last });
      last = now;
      const part = Math.min(1, (now - startedAt) / duration);
      list.scrollTop = end * part;
      if (part < 1) requestAnimationFrame(step);
      else resolve(frames);
    };
    requestAnimationFrame(step);
  });
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
  note(atMost('code and style of the window, gzip', kilobytes(named), 350, detail));
}

function kilobytes(files: readonly string[]): number {
  return (
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join(RENDERER, file)), { level: 9 }).length, 0) /
    1000
  );
}
