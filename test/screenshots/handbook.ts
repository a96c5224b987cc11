// npm run screenshots:handbook: the pictures of the handbook, small, into docs/handbook/pages/images.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { FOLDER, HANDBOOK_SHOTS, REPOSITORY } from './handbook-shots.ts';
import { loadBuiltSample, openPage, startSession } from './session.ts';

const OUT = join(import.meta.dirname, '../../docs/handbook/pages/images');
const QUALITY = 0.86;

const scratch = mkdtempSync(join(tmpdir(), 'lectern-handbook-'));
const lectern = await startSession({ localUser: 'mira', builds: true }, scratch);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
});
try {
  await loadBuiltSample(browser, lectern);
  await lectern.desk('snapshots.take', { name: 'before-the-talk', note: 'Everything as the talk begins.' });
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  // The home folder of that Lectern is `scratch`.
  makeRepository(REPOSITORY.replace('~', scratch));
  makeFolder(FOLDER.replace('~', scratch));
  for (const shot of HANDBOOK_SHOTS) {
    const page = await openPage(browser, lectern, {
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    await page.goto(`${lectern.url}${shot.path}`);
    await page.getByRole('main').waitFor();
    await shot.prepare?.(page);
    await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
    await page.evaluate(() => document.fonts.ready);
    const png = await page.screenshot({ animations: 'disabled' });
    writeFileSync(join(OUT, `${shot.name}.webp`), await toWebp(browser, png));
    await page.context().close();
  }
  console.log(`${HANDBOOK_SHOTS.length} pictures in docs/handbook/pages/images`);
} finally {
  await browser.close();
  await lectern.stop();
  rmSync(scratch, { recursive: true, force: true });
}

/** Makes a small repository with MkDocs and a tag. */
function makeRepository(folder: string): void {
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', folder, ...args]);
  mkdirSync(join(folder, 'docs'), { recursive: true });
  const os = 'version: 2\nbuild:\n  os: ubuntu-24.04\n  tools: {python: "3.12"}\n';
  writeFileSync(join(folder, '.readthedocs.yaml'), `${os}mkdocs: {configuration: mkdocs.yml}\n`);
  writeFileSync(join(folder, 'mkdocs.yml'), 'site_name: Harbour guide\n');
  writeFileSync(join(folder, 'docs', 'index.md'), '# Harbour guide\n');
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('-c', 'user.name=mira', '-c', 'user.email=mira@example.org', 'commit', '-q', '-m', 'Begin');
  git('tag', '1.0');
}

/** Makes documentation with a table that has no heading. */
function makeFolder(folder: string): void {
  const build = 'sphinx-build -W --keep-going -b html docs $READTHEDOCS_OUTPUT/html';
  mkdirSync(join(folder, 'docs'), { recursive: true });
  writeFileSync(
    join(folder, '.readthedocs.yaml'),
    `version: 2\nbuild:\n  os: ubuntu-24.04\n  tools: {python: "3.12"}\n  commands:\n    - ${build}\n`,
  );
  writeFileSync(join(folder, 'docs', 'conf.py'), "project = 'Tide tables'\n");
  writeFileSync(join(folder, 'docs', 'index.rst'), 'Tide tables\n===========\n\n.. table-of-tides::\n');
}

/** Converts a picture by Chromium, whose own pictures are PNG, several times as large. */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async ({ data, quality }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.naturalWidth,
        height: image.naturalHeight,
      });
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    { data: png.toString('base64'), quality: QUALITY },
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
