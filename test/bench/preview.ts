import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { BUILDERS_PATH } from './programs/build-server.ts';
import { type ServerProcess, startPreview } from './programs/server-process.ts';
import { atMost, median, type Result } from './report.ts';
import { sphinxRepository } from './sites.ts';

const ROUNDS = 7;
const PAGES = 200;

const execute = promisify(execFile);

/** Measures the time from a save to the reloaded page, against Sphinx's own incremental run by hand. */
export async function measurePreview(scratch: string, note: (result: Result) => void): Promise<void> {
  const [folder, bare] = [join(scratch, 'site'), join(scratch, 'bare')];
  mkdirSync(folder, { recursive: true });
  sphinxRepository(folder, PAGES);
  cpSync(folder, bare, { recursive: true });
  await buildByHand(bare);
  const preview = await withBuilders(() => startPreview(folder, join(scratch, 'data')));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${preview.url}page-1.html`);
    await page.getByRole('heading', { name: 'Part 1' }).waitFor({ timeout: 0 });
    const [ours, theirs]: [number[], number[]] = [[], []];
    // The first round of each fills the caches.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const times = [await timeByHand(bare, round), await timeSave(page, folder, round)] as const;
      if (round === 0) continue;
      theirs.push(times[0]);
      ours.push(times[1]);
    }
    const ratio = median(ours.map((time, round) => time / (theirs[round] ?? Number.NaN)));
    const detail = `${Math.round(median(ours))} ms against ${Math.round(median(theirs))} ms`;
    note(atMost(`preview of ${PAGES} Sphinx pages, from a save to the reloaded page`, ratio, 1.3, detail));
  } finally {
    await browser.close();
    await preview.stop();
  }
}

/** Another Python earlier in PATH may lack Sphinx. */
async function withBuilders(work: () => Promise<ServerProcess>): Promise<ServerProcess> {
  const before = process.env.PATH;
  process.env.PATH = BUILDERS_PATH;
  try {
    return await work();
  } finally {
    process.env.PATH = before;
  }
}

function writeRound(folder: string, round: number): void {
  const file = join(folder, 'docs/page-1.rst');
  const text = readFileSync(file, 'utf8').replace(/\n\nRound \d+\.\n$/, '');
  writeFileSync(file, `${text}\n\nRound ${round}.\n`);
}

async function timeSave(page: Page, folder: string, round: number): Promise<number> {
  const startedAt = performance.now();
  writeRound(folder, round);
  // Looked for in each frame: a locator looks every half second after a while.
  const isShown = (text: string) => document.body?.innerText.includes(text);
  await page.waitForFunction(isShown, `Round ${round}.`, { polling: 'raf' });
  return performance.now() - startedAt;
}

async function timeByHand(folder: string, round: number): Promise<number> {
  writeRound(folder, round);
  const startedAt = performance.now();
  await buildByHand(folder);
  return performance.now() - startedAt;
}

async function buildByHand(folder: string): Promise<void> {
  const options = ['-T', '-b', 'html', '-d', '_build/doctrees', '-D', 'language=en'];
  await execute('sphinx-build', [...options, '.', join(folder, 'html')], {
    cwd: join(folder, 'docs'),
    maxBuffer: 2 ** 26,
    env: { PATH: BUILDERS_PATH, LANG: 'C.UTF-8', HOME: folder },
  });
}
