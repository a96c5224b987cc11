import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, type Route, test } from '@playwright/test';
import { spawnLectern } from '../../support/program/lectern-process.ts';
import { violations } from '../axe.ts';

let folder: string;
let gui: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-build-'));
  gui = join(folder, 'gui');
  cpSync(join(import.meta.dirname, '../../../out/renderer'), gui, { recursive: true });
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Starts Lectern with a copy of the window's files, and a data folder that outlives it. */
async function start(port = '0') {
  const data = ['--data', join(folder, 'data')];
  const args = ['serve', '--json', '--keychain', 'off', '--gui', '--no-builds', '--port', port, ...data];
  const lectern = spawnLectern(args, { env: { LECTERN_GUI: gui } });
  const line: { window: string; url: string } = JSON.parse(await lectern.firstLine);
  return { ...lectern, ...line };
}

async function welcome(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Your name' }).fill('mira');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
}

/** Gives the code of the window other file names, as a newer build does. */
function buildAnew(): void {
  const assets = join(gui, 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const newNames = new Map(scripts.map((name) => [name, name.replace(/\.js$/, 'new.js')]));
  const files = [...scripts.map((name) => join(assets, name)), join(gui, 'index.html')];
  for (const file of files) {
    let text = readFileSync(file, 'utf8');
    for (const [name, newName] of newNames) text = text.replaceAll(name, newName);
    writeFileSync(file, text);
  }
  for (const [name, newName] of newNames) renameSync(join(assets, name), join(assets, newName));
}

const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const SETTINGS_CODE = /\/assets\/settings-screen-[^/]*\.js$/;
const PEOPLE_CODE = /\/assets\/people-screen-[^/]*\.js$/;
const SETTINGS_STYLE = /\/assets\/settings-screen-[^/]*\.css$/;
const CHART_CODE = /\/assets\/lanes-[^/]*\.js$/;
const missing = (route: Route) => route.fulfill({ status: 404, body: 'Not found.' });

/** Returns the addresses of the stylesheets that have rules. Runs in the page. */
function loadedStyles(): string[] {
  return [...document.styleSheets]
    .filter(({ cssRules }) => cssRules.length > 0)
    .map(({ href }) => href ?? '');
}

test('a screen or chart whose code or style cannot be loaded says so and is tried again; idle windows have all of it', {
  tag: '@long',
}, async ({ page }) => {
  const lectern = await start();
  try {
    await page.route(PEOPLE_CODE, (route) => route.abort());
    for (const asset of [CHART_CODE, SETTINGS_STYLE]) await page.route(asset, missing);
    await welcome(page, lectern.window);
    await place(page, 'Tokens and people').click();
    const failure = page.getByRole('region', { name: 'Could not load this screen' });
    await expect(failure).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(failure).toBeVisible();
    // What is around the screen is still there, and so are the other screens.
    await place(page, 'Projects').click();
    await expect(heading(page)).toHaveText('Projects');
    await place(page, 'Tokens and people').click();
    await expect(failure).toBeVisible();
    await page.unroute(PEOPLE_CODE);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(heading(page)).toHaveText('Tokens and people');

    // Without its stylesheet a screen would be shown in disorder.
    await place(page, 'Settings').click();
    await expect(failure).toBeVisible();
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(failure).toBeVisible();
    await page.unroute(SETTINGS_STYLE);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(heading(page)).toHaveText('Settings');
    expect(await page.evaluate(loadedStyles)).toContainEqual(expect.stringMatching(SETTINGS_STYLE));

    // A chart fails alone.
    await place(page, 'Builds').click();
    const chart = page.getByRole('region', { name: 'Could not load this part' });
    await expect(chart).toBeVisible();
    await expect(heading(page)).toHaveText('Builds');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    expect(await violations(page)).toEqual([]);
    await page.unroute(CHART_CODE);
    await chart.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('region', { name: 'What ran when' })).toBeVisible();

    // Nobody opens Settings here: its code comes while the window is idle.
    const [settings] = await Promise.all([
      page.waitForEvent('requestfinished', (request) => SETTINGS_CODE.test(request.url())),
      page.goto(`${lectern.url}/projects`),
    ]);
    expect((await settings.response())?.status()).toBe(200);
    await lectern.stop();
    await expect(page.getByText('Not responding', { exact: true })).toBeVisible();
    await place(page, 'Settings').click();
    await expect(heading(page)).toHaveText('Settings');
  } finally {
    await lectern.kill();
  }
});

test('R18 windows that are older than their server are reloaded where they were, with their drafts', {
  tag: '@long',
}, async ({ page, context }) => {
  const first = await start();
  let second: typeof first | undefined;
  try {
    await welcome(page, first.window);
    await page.goto(`${first.url}/import`);
    const field = page.getByRole('textbox', { name: 'Repository URL' });
    await field.fill('https://git.example.org/typed.git');
    const other = await context.newPage();
    await other.goto(`${first.url}/people`);
    await other.getByRole('button', { name: 'Add person' }).click();
    const name = other.getByRole('dialog').getByRole('textbox').first();
    await name.fill('tom');

    await first.stop();
    for (const tab of [page, other])
      await expect(tab.getByText('Not responding', { exact: true })).toBeVisible();
    buildAnew();
    second = await start(new URL(first.url).port);
    const reloaded = page.waitForEvent('load');
    const third = await context.newPage();
    await third.goto(second.window);
    await reloaded;
    await expect(page.getByText('Lectern was updated, so this window was reloaded.')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/import');
    await expect(field).toHaveValue('https://git.example.org/typed.git');
    expect(await page.locator('script[type="module"]').getAttribute('src')).toContain('new.js');

    // What stands in a dialog would be lost, so this window waits for its person.
    const notice = other.getByRole('alert').filter({ hasText: 'this window is older' });
    await expect(notice).toBeVisible();
    await expect(name).toHaveValue('tom');
    await other.keyboard.press('Escape');
    await notice.getByRole('button', { name: 'Reload' }).click();
    await expect(heading(other)).toHaveText('Tokens and people');
    await expect(notice).toHaveCount(0);
    expect(await other.locator('script[type="module"]').getAttribute('src')).toContain('new.js');
  } finally {
    await first.kill();
    await second?.stop();
  }
});
