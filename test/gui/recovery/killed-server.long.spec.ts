import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, type Route, test } from '@playwright/test';
import { spawnLectern } from '../../support/program/lectern-process.ts';
import { violations } from '../axe.ts';

const KILLER = new URL('../../support/program/kill-at-step.ts', import.meta.url).href;
const UNANSWERED = 'Lectern did not answer, so this may or may not be done.';
const IMPORT = /\/desk\/[^?]*import\.create/;
const SAVE = /\/desk\/[^?]*project\.update/;
const SET = /\/desk\/[^?]*projects\.setVariable/;

let folder: string;
let data: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-killed-'));
  data = join(folder, 'data');
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Starts Lectern on the data folder; `killAt` ends it by kill -9 at that change of a file of kits. */
async function start(port: string, killAt?: number) {
  const args = ['serve', '--json', '--keychain', 'off', '--gui', '--no-builds', '--user', 'mira'];
  const killer = {
    NODE_OPTIONS: `--import=${KILLER}`,
    KILL_IN: join(data, 'repositories'),
    KILL_AT: String(killAt),
  };
  const lectern = spawnLectern([...args, '--port', port, '--data', data], {
    ...(killAt !== undefined && { env: killer }),
  });
  const line: { window: string; url: string; tokens: Record<string, string> } = JSON.parse(
    await lectern.firstLine,
  );
  const headers = { authorization: `Token ${line.tokens.mira}` };
  const list = async (path: string) => {
    const answer = await fetch(`${line.url}/api/v3/${path}`, { headers });
    const { count, results } = (await answer.json()) as { count: number; results: Record<string, unknown>[] };
    return { count, results };
  };
  const hasVariable = async (slug: unknown, name: string) => {
    const { results } = await list(`projects/${slug}/environmentvariables/`);
    return results.some((variable) => variable.name === name);
  };
  return { ...lectern, ...line, list, hasVariable };
}

type Lectern = Awaited<ReturnType<typeof start>>;

/** Makes a small repository to import. */
function makeRepository(name: string): string {
  const repository = join(folder, name);
  mkdirSync(repository);
  writeFileSync(join(repository, 'mkdocs.yml'), `site_name: ${name}\n`);
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', repository, ...args]);
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('-c', 'user.name=mira', '-c', 'user.email=mira@example.org', 'commit', '-q', '-m', 'Begin');
  return repository;
}

/** Lets the server make the change, and kills it before the window has the answer. */
async function killBeforeAnswer(page: Page, url: RegExp, lectern: Lectern): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await route.fetch();
      await lectern.kill();
      await route.abort();
    },
    { times: 1 },
  );
}

/** The line above every screen; a dialog may say it too. */
const lostBar = (tab: Page) =>
  tab.getByRole('alert').filter({ hasText: 'Lectern is not responding. What you see' });
const isLost = (tab: Page) => expect(lostBar(tab)).toBeVisible();
const isServing = (tab: Page) => expect(tab.getByText('Serving', { exact: true })).toBeVisible();
const importButton = (page: Page) => page.getByRole('button', { name: 'Import', exact: true });

async function openImport(page: Page, url: string, repository: string, name: string): Promise<void> {
  await page.goto(`${url}/import`);
  await page.getByLabel('Folder or repository URL').fill(repository);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Repository contents' })).toContainText('main');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await expect(page.getByLabel('Slug')).not.toHaveValue('');
}

/** Opens the dialog that sets a variable on every project, filled in. */
async function openBulk(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/projects`);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Set variable…' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('dialog').getByLabel('Value', { exact: true }).fill('furrow');
}

const setButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Set on \d+$/ });

test('a server that is killed under a change leaves it whole or not begun, and the window goes on with what was typed', async ({
  page,
  context,
}) => {
  let lectern = await start('0', 25);
  const { url } = lectern;
  const port = new URL(url).port;
  const started = [lectern];
  /** Starts it again; every window goes on by itself. */
  async function startAgain(...tabs: readonly Page[]): Promise<void> {
    for (const tab of tabs) await isLost(tab);
    lectern = await start(port);
    started.push(lectern);
    for (const tab of tabs) {
      await isServing(tab);
      await expect(lostBar(tab)).toHaveCount(0);
    }
  }
  try {
    const tides = makeRepository('tides');
    await page.goto(lectern.window);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
    const repositories = join(data, 'repositories');

    await test.step('killed while the sample is loaded: nothing of it is there, and the dialog loads it again', async () => {
      await page.keyboard.press('1');
      const dialog = page.getByRole('dialog', { name: 'Load the sample library' });
      const load = dialog.getByRole('button', { name: 'Load', exact: true });
      await load.click();
      await lectern.exited;
      expect(readdirSync(repositories), 'it was cut off between its repositories').toHaveLength(1);
      await expect(dialog).toContainText(UNANSWERED);
      expect(await violations(page)).toEqual([]);
      await startAgain(page);
      expect(readdirSync(repositories)).toEqual([]);
      expect((await lectern.list('projects/')).count).toBe(0);
      await expect(dialog.getByText('Adds 48 projects')).toBeVisible();
      await load.click();
      await expect(page.getByRole('alert').filter({ hasText: 'Loaded 48 projects' })).toBeVisible();
      expect((await lectern.list('projects/')).count, 'those of mira').toBe(24);
    });

    const settings = await context.newPage();
    const bulk = await context.newPage();
    const name = settings.getByLabel('Name', { exact: true });
    const save = settings.getByRole('button', { name: 'Save changes' });

    await test.step('killed after an import, before its answer: the project is whole, and what was typed is still there', async () => {
      await openImport(page, url, tides, 'Tides of the harbour');
      await settings.goto(`${url}/projects/tidewater/settings`);
      await name.fill('Tidewater tables');
      await openBulk(bulk, url, 'DOCS_KILLED');
      await expect(setButton(bulk)).toBeVisible();
      const unsent = Promise.withResolvers<Route>();
      await bulk.route(SET, unsent.resolve, { times: 1 });
      await setButton(bulk).click();
      const request = await unsent.promise;
      await killBeforeAnswer(page, IMPORT, lectern);
      await importButton(page).click();
      await expect(page.getByRole('alert').filter({ hasText: UNANSWERED })).toBeVisible();
      for (const tab of [settings, bulk]) await isLost(tab);
      // Nobody receives these.
      await save.click();
      await expect(settings.getByRole('alert').filter({ hasText: UNANSWERED })).toBeVisible();
      await request.continue();
      await expect(bulk.getByRole('dialog')).toContainText(UNANSWERED);

      await startAgain(page, settings, bulk);
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Tides of the harbour');
      await expect(page.getByLabel('Folder or repository URL')).toHaveValue(tides);
      await expect(page.getByText('tides-of-the-harbour is taken.')).toBeVisible();
      const { results } = await lectern.list('projects/tides-of-the-harbour/versions/');
      expect(results.map(({ slug }) => slug)).toContain('latest');
      await page.getByRole('link', { name: 'open Tides of the harbour' }).click();
      await expect(page).toHaveURL(`${url}/projects/tides-of-the-harbour`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tides of the harbour');
    });

    await test.step('changes that nobody received are not there, and are made from what was typed', async () => {
      await expect(name).toHaveValue('Tidewater tables');
      expect(await lectern.hasVariable('tidewater', 'DOCS_KILLED')).toBe(false);
      await expect(bulk.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toHaveValue(
        'DOCS_KILLED',
      );
      await setButton(bulk).click();
      await expect(bulk.getByText(/^Set DOCS_KILLED on \d+ projects$/)).toBeVisible();
      expect(await lectern.hasVariable('tidewater', 'DOCS_KILLED')).toBe(true);
    });

    await test.step('killed after settings were saved, before the answer: they are saved, and the form says so', async () => {
      await expect(settings.getByText('1 changed')).toBeVisible();
      await openImport(page, url, tides, 'Second tides');
      await openBulk(bulk, url, 'TIDE_TABLE');
      await expect(setButton(bulk)).toBeVisible();
      await killBeforeAnswer(settings, SAVE, lectern);
      await save.click();
      await expect(settings.getByRole('alert').filter({ hasText: UNANSWERED })).toBeVisible();
      await expect(name).toHaveValue('Tidewater tables');
      await isLost(page);
      await importButton(page).click();
      await expect(page.getByRole('alert').filter({ hasText: UNANSWERED })).toBeVisible();

      await startAgain(page, settings, bulk);
      await expect(settings.getByText('No changes')).toBeVisible();
      await expect(name).toHaveValue('Tidewater tables');
      await expect(settings.getByRole('heading', { level: 1 })).toHaveText('Tidewater tables');
      await importButton(page).click();
      // The server has forgotten what it read of the repository; the window lets it be read again.
      await expect(page).toHaveURL(`${url}/projects/second-tides`);
    });

    await test.step('killed under a change of all projects: all of them have it or none, and the dialog knows', async () => {
      const sent = Promise.withResolvers<Route>();
      await bulk.route(SET, sent.resolve, { times: 1 });
      await setButton(bulk).click();
      // It is on its way when the server ends.
      await Promise.all([sent.promise.then((route) => route.continue()), lectern.kill()]);
      await expect(bulk.getByRole('dialog')).toContainText(UNANSWERED);
      await startAgain(bulk);
      const { results } = await lectern.list('projects/?limit=100');
      const found = await Promise.all(results.map(({ slug }) => lectern.hasVariable(slug, 'TIDE_TABLE')));
      expect(new Set(found), 'all or none').toHaveProperty('size', 1);
      const dialog = bulk.getByRole('dialog');
      if (found[0]) await expect(dialog).toContainText('Nothing will change.');
      else {
        await setButton(bulk).click();
        await expect(bulk.getByText(/^Set TIDE_TABLE on \d+ projects$/)).toBeVisible();
      }
    });
  } finally {
    for (const each of started) await each.kill();
  }
});
