import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Locator, type Page, test as plain } from '@playwright/test';
import { gatesIn } from '../../support/program/build-gates.ts';
import { startLectern } from '../../support/program/lectern-process.ts';
import { hasProgram } from '../../support/runner/programs.ts';
import { createE2eRepository, RESUMED_OUTPUT, TAGS, WAITING_OUTPUT } from '../desktop/e2e-repository.ts';
import { collectMessages, expect, type HeadlessApp, test } from '../headless-app.ts';
import { projectSeed } from '../projects/project-seed.ts';

// Parts of a maintainer's day in a browser that differ from the application's.

const MAIN = '/api/v3/projects/tidewater/';

type ListResponse = { readonly results: readonly Readonly<Record<string, unknown>>[] };

async function listAll(app: HeadlessApp, path: string): Promise<ListResponse['results']> {
  const { status, json } = await app.api('GET', `${path}?limit=100`);
  expect(status).toBe(200);
  return (json as ListResponse).results;
}

const toast = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

plain(
  'the printed link opens the first run, which asks for a name and stays open over a reload',
  async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-first-'));
    const lectern = await startLectern(['--gui', '--data', join(folder, 'data')]);
    try {
      const messages = collectMessages(page);
      const { window: link }: { window: string } = JSON.parse(await lectern.firstLine);
      await page.goto(link);
      await page.getByRole('textbox', { name: 'Your name' }).fill('mira');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
      await page.getByRole('button', { name: 'Run here' }).click();
      await expect(page.getByRole('region', { name: 'Try it now' })).toContainText('200 in');
      await page.reload();
      await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
      expect(messages, 'the console stays empty').toEqual([]);
    } finally {
      await lectern.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('a project is imported by its URL and one of its versions activated', async ({ page, app }) => {
  test.skip(!hasProgram('git'), 'Needs git');
  const repository = join(app.data, '..', 'almanac');
  createE2eRepository(repository);
  const { href } = pathToFileURL(repository);
  await app.show(page, '/import');
  await page.getByRole('textbox', { name: 'Repository URL' }).fill(href);
  await expect(page.getByRole('region', { name: 'Repository contents' })).toContainText('v2.1');
  expect(await listAll(app, '/api/v3/projects/'), 'nothing is imported yet').toEqual([]);
  await page.getByRole('checkbox', { name: 'Allow builds to run its code' }).check();
  await page.getByRole('button', { name: 'Import and build' }).click();
  await expect(page).toHaveURL(/\/projects\/almanac$/);
  const { json } = await app.api('GET', '/api/v3/projects/almanac/');
  expect(json).toMatchObject({ name: 'Almanac', repository: { url: href }, default_branch: 'main' });

  await app.show(page, '/projects/almanac/versions');
  await page.getByRole('switch', { name: 'Active: v1.1' }).click();
  await expect(toast(page, 'Activated v1.1')).toBeVisible();
  const versions = await listAll(app, '/api/v3/projects/almanac/versions/');
  const active = versions.filter((version) => version.active).map(({ slug }) => slug);
  expect(active.sort()).toEqual(['latest', 'stable', 'v1.1']);
  expect(versions.map(({ slug }) => slug)).toEqual(expect.arrayContaining([...TAGS]));
});

test.describe('with builds', () => {
  test.use({ builds: true, ownProcess: true });
  test.skip(!hasProgram('git') || !hasProgram('sphinx-build'), 'Needs git and Sphinx');

  test('follows one build live from trigger to the opened page', async ({ page, app, context }) => {
    const gates = gatesIn(join(app.data, '..', 'gates'));
    const repository = createE2eRepository(join(app.data, '..', 'almanac'), gates);
    repository.commit('Spring tide', { 'docs/changes.rst': 'Changes\n=======\n\nA spring tide\n' });
    await importToBuild(app, repository.folder);
    const storedIn = async (place: string) =>
      expect.poll(() => gates.isReached(place), `comes to ${place}`).toBe(true);
    for (const place of ['cloning', 'installing', 'building']) gates.hold(place);

    await app.show(page, '/projects/almanac/builds');
    const trigger = async (): Promise<Locator> => {
      await page.getByRole('button', { name: 'Build…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Build a version' });
      await expect(dialog.getByRole('combobox', { name: 'Version' })).toHaveValue('latest');
      await dialog.getByRole('button', { name: 'Build latest' }).click();
      return toast(page, /^Queued build \d+ of latest/).first();
    };
    // Builds of a version run one after the other, so the next one is seen waiting.
    const before = await buildIn(await trigger());
    await storedIn('cloning');
    gates.hold('cloning');
    const queued = toast(page, `Queued build ${before + 1}`);
    await trigger();
    await queued.getByRole('button', { name: 'Open build' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Build ${before + 1}`);
    const expectVisible = (text: RegExp) => expect(page.getByText(text).first()).toBeVisible();
    await expect(page.getByText('Queued', { exact: true })).toBeVisible();

    await app.desk('build.cancel', { project: 'almanac', id: before });
    await expectVisible(/^Cloning \d/);
    await storedIn('cloning');
    gates.open('cloning');
    await expectVisible(/^Installing \d/);
    await storedIn('installing');
    gates.open('installing');
    await expectVisible(/^Building \d/);
    const log = page.getByRole('region', { name: 'Log' });
    await expect(log.getByText(WAITING_OUTPUT, { exact: true })).toBeInViewport();
    await expect(log.getByRole('button', { name: /^sphinx-build/ })).toContainText('running');
    await expect(log.getByText(RESUMED_OUTPUT, { exact: true })).toHaveCount(0);
    const path = `/api/v3/projects/almanac/builds/${before + 1}/`;
    expect((await app.api('GET', path)).json).toMatchObject({ state: { code: 'building' }, success: null });
    gates.open('building');
    await expectVisible(/^Passed \d/);
    await expect(log.getByText(RESUMED_OUTPUT, { exact: true }).first()).toBeAttached();
    expect((await app.api('GET', path)).json).toMatchObject({ state: { code: 'finished' }, success: true });

    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Open docs' }).click();
    const docs = await opened;
    const { port } = new URL(app.url);
    await docs.waitForURL(`http://almanac.localhost:${port}/en/latest/`);
    await expect(docs.getByText('The tides of the harbour.')).toBeVisible();
    await docs.getByRole('link', { name: 'Changes' }).first().click();
    await expect(docs.getByText('A spring tide')).toBeVisible();
    await docs.goto(`http://almanac.localhost:${port}/`);
    expect(docs.url()).toBe(`http://almanac.localhost:${port}/en/latest/`);
  });

  /** Creates a trusted project that builds with the programs of this machine. Its first builds were refused. */
  async function importToBuild(app: HeadlessApp, repositoryUrl: string): Promise<void> {
    const body = { name: 'Almanac', repository: { url: repositoryUrl, type: 'git' } };
    expect((await app.api('POST', '/api/v3/projects/', body)).status).toBe(201);
    await app.desk('project.update', { slug: 'almanac', body: { build_tools: 'machine' } });
    const running = async () => app.api('GET', '/api/v3/projects/almanac/builds/?running=true');
    await expect.poll(running).toMatchObject({ json: { count: 0 } });
    await app.desk('builds.trust', [{ slug: 'almanac', repositoryUrl }]);
  }

  async function buildIn(alert: Locator): Promise<number> {
    return Number(/\d+/.exec(await alert.innerText())?.[0]);
  }
});

test.describe('with projects', () => {
  test.use({ seed: projectSeed });

  test('a redirect is added, removed and restored', async ({ page, app }) => {
    await app.show(page, '/projects/tidewater/redirects');
    await page.getByRole('button', { name: 'Add a redirect' }).click();
    const panel = page.getByRole('complementary', { name: 'New redirect' });
    await panel.getByLabel('From', { exact: true }).fill('/tides.html');
    await panel.getByLabel('To', { exact: true }).fill('/tables.html');
    await panel.getByRole('button', { name: 'Add redirect' }).click();
    await expect(panel).toBeHidden();
    const [added] = await listAll(app, `${MAIN}redirects/`);
    expect(added).toMatchObject({ type: 'page', from_url: '/tides.html', to_url: '/tables.html' });

    await page.getByRole('button', { name: 'Actions for redirect 1' }).click();
    await page.getByRole('menuitem', { name: 'Remove redirect…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove redirect' }).click();
    await expect(page.getByRole('heading', { name: 'No redirects yet' })).toBeVisible();
    expect(await listAll(app, `${MAIN}redirects/`)).toEqual([]);
    await toast(page, 'Removed').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Actions for redirect 1' })).toBeVisible();
    expect(await listAll(app, `${MAIN}redirects/`)).toEqual([added]);
  });

  test('projects are removed together, and undone together', async ({ page, app }) => {
    const before = await listAll(app, '/api/v3/projects/');
    await page.getByRole('checkbox', { name: 'Select Tidewater client' }).click();
    await page.getByRole('checkbox', { name: 'Select Tidewater auf Deutsch' }).click();
    await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Remove…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('2');
    await dialog.getByRole('button', { name: /^Remove 2/ }).click();
    await expect(page.getByRole('link', { name: 'Tidewater client' })).toBeHidden();
    expect((await listAll(app, '/api/v3/projects/')).map(({ slug }) => slug)).toEqual(['tidewater']);
    await page.keyboard.press('Control+Z');
    await expect(page.getByRole('link', { name: 'Tidewater client' })).toBeVisible();
    expect(await listAll(app, '/api/v3/projects/')).toEqual(before);
  });

  test('acting as another user shows what that user sees', async ({ page, app }) => {
    await app.api('PATCH', MAIN, { homepage: 'https://tide.example.org/' });
    await app.desk('project.update', { slug: 'tidewater-client', body: { privacy_level: 'private' } });
    const projectList = page.getByRole('grid', { name: 'Projects' });
    await expect(projectList.getByRole('link', { name: 'Tidewater client' })).toBeVisible();
    await app.show(page, '/people/tobi');
    await page.getByRole('button', { name: 'Act as' }).click();
    await expect(page.getByRole('button', { name: 'Acting as tobi. Stop' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Tidewater client' })).toBeHidden();
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'Settings not available' })).toBeVisible();
    await page.getByRole('button', { name: 'Acting as tobi. Stop' }).click();
    await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible();
    await page.getByRole('link', { name: 'Projects', exact: false }).first().click();
    await expect(projectList.getByRole('link', { name: 'Tidewater client' })).toBeVisible();
  });
});

test('the colour scheme survives a reload', async ({ page, app }) => {
  await app.show(page, '/settings');
  const html = page.locator('html');
  const choose = (name: string) =>
    page.getByRole('radiogroup', { name: 'Colours' }).getByText(name, { exact: true }).click();
  for (const [name, scheme] of [
    ['Dark', 'dark'],
    ['Light', 'light'],
  ] as const) {
    await choose(name);
    await expect(html).toHaveAttribute('data-mantine-color-scheme', scheme);
    await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'light' : 'dark' });
    await page.reload();
    await expect(page.getByRole('radio', { name })).toBeChecked();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', scheme);
  }
  await choose('System');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(html).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  }
  await page.reload();
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
});
