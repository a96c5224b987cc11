import { chromium, type Page } from '@playwright/test';
import { openPage, startSession } from '../../screenshots/session.ts';
import { atMost, median, type Result } from '../report.ts';
import { armLatency, calibrate, scrollWatchingTasks } from './in-page.ts';
import { LATENCIES, type Latency, SCROLLED } from './steps.ts';

const ROUNDS = 5;
/** From the key or click to the frame that shows the result. */
const BOUND_MS = 300;
const TASK_MS = 50;
const SCROLL_MS = 4_000;

type Note = (result: Result) => void;

/** Measures how long the window takes to answer a key or a click, and its longest task while lists are scrolled. */
export async function measureLatencies(scratch: string, note: Note): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  const lectern = await startSession({ localUser: 'bench' }, scratch);
  try {
    const page = await openPage(browser, lectern, { viewport: { width: 1280, height: 800 } });
    await page.goto(`${lectern.url}/projects`);
    await page.getByRole('row').nth(2).waitFor();
    const results: (readonly [Latency, readonly number[]])[] = [];
    // The machine is compared with itself at the time of each measurement.
    const calibrations: number[] = [];
    for (const latency of LATENCIES) {
      results.push([latency, await measure(page, lectern.url, latency)]);
      calibrations.push(await page.evaluate(calibrate));
    }
    for (const [latency, times] of results) note(describe(latency, times, median(calibrations)));
    for (const screen of SCROLLED) note(await measureScroll(page, lectern.url, screen));
  } finally {
    await browser.close();
    await lectern.stop();
  }
}

async function measure(page: Page, url: string, latency: Latency): Promise<readonly number[]> {
  const times: number[] = [];
  await page.goto(url + latency.path);
  await page.getByRole('row').nth(2).waitFor();
  // The first round also fills what is filled once.
  for (let round = 0; round <= ROUNDS; round++) {
    await latency.prepare?.(page, round);
    await page.evaluate(armLatency, latency.shown(round));
    await latency.act(page, round);
    times.push(await page.evaluate(() => window.measuredLatency ?? Number.NaN));
    await latency.reset?.(page, round);
  }
  return times;
}

function describe({ name }: Latency, times: readonly number[], unit: number): Result {
  const [first = 0, ...later] = times;
  const middle = median(later);
  const detail = `the worst of ${ROUNDS}, in milliseconds; the middle one ${Math.round(middle)}, ${(middle / unit).toFixed(1)} times a bare table of 1,000 rows (${unit.toFixed(1)} ms); the first time ${Math.round(first)}`;
  return atMost(name, Math.max(...later), BOUND_MS, detail);
}

async function measureScroll(
  page: Page,
  url: string,
  { name, path }: { readonly name: string; readonly path: string },
): Promise<Result> {
  await page.goto(url + path);
  await page.getByRole('row').nth(2).waitFor();
  const { frames, tasks } = await page.evaluate(scrollWatchingTasks, SCROLL_MS);
  const detail = `in milliseconds, 0 for none over 50; ${tasks.length} such tasks in ${frames} frames`;
  return atMost(`longest task while scrolling ${name}`, Math.max(0, ...tasks), TASK_MS, detail);
}
