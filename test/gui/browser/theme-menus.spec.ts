import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasProgram } from '../../support/runner/programs.ts';
import { violations } from '../axe.ts';
import { expect, type HeadlessApp, test } from '../headless-app.ts';
import { createThemeRepository, PLAIN_PAGE } from './theme-repository.ts';

let parent: string;
test.beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'lectern-theme-'));
  createThemeRepository(join(parent, 'almanac'));
});
test.afterAll(() => rmSync(parent, { recursive: true, force: true }));

test.skip(!hasProgram('sphinx-build'), 'Needs Sphinx');
test.use({ startsAt: null, builds: true });

const PROJECT = '/api/v3/projects/almanac/';
const SCRIPT = '<script async src="/_/static/javascript/readthedocs-addons.js"></script>';

/** Imports and builds `latest` and `old` with the programs of this computer; gives the folder of the built pages. */
async function buildBoth(app: HeadlessApp): Promise<(slug: string) => Promise<string>> {
  const url = `file://${join(parent, 'almanac')}`;
  const body = { name: 'Almanac', repository: { url, type: 'git' } };
  expect((await app.api('POST', '/api/v3/projects/', body)).status).toBe(201);
  await app.desk('project.update', { slug: 'almanac', body: { build_tools: 'machine' } });
  await app.desk('builds.trust', [{ slug: 'almanac', repositoryUrl: url }]);
  const newest = async (slug: string) => {
    const { json } = await app.api('GET', `${PROJECT}versions/${slug}/builds/`);
    return (json as { results: { id: number; state: { code: string }; success: boolean | null }[] })
      .results[0];
  };
  const version = async (slug: string) =>
    (await app.api('GET', `${PROJECT}versions/${slug}/`)).json as { id: number };
  await app.api('POST', `${PROJECT}versions/latest/builds/`);
  await expect.poll(() => newest('latest'), { timeout: 120_000 }).toMatchObject({ success: true });
  await app.api('PATCH', `${PROJECT}versions/old/`, { active: true });
  await expect.poll(() => newest('old'), { timeout: 120_000 }).toMatchObject({ success: true });
  return async (slug) => {
    const [{ id }, build] = await Promise.all([version(slug), newest(slug)]);
    return join(app.data, 'docs', String(id), String(build?.id), 'html');
  };
}

test('a theme’s own version menu and search box work on local pages, by keyboard alone', async ({
  page,
  app,
}) => {
  const folderOf = await buildBoth(app);
  const { port } = new URL(app.url);
  const origin = `http://almanac.localhost:${port}`;
  const menu = page.getByLabel('Version');
  const search = page.getByRole('dialog', { name: 'Search' });
  const box = search.getByRole('combobox');
  const sent = (path: string) => page.evaluate(async (asked) => (await fetch(asked)).text(), path);
  const built = async (path: string) => readFileSync(join(await folderOf('latest'), path), 'utf8');

  await test.step('the menu has the versions that are served and leads to the same page', async () => {
    await page.goto(`${origin}/en/latest/tides.html`);
    await expect(menu.getByRole('option')).toHaveText(['latest', 'old']);
    await expect(menu.getByRole('option', { selected: true })).toHaveText('latest');
    await page.keyboard.press('Tab');
    await expect(menu).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.waitForURL(`${origin}/en/old/tides.html`);
    await expect(page.getByText('The tides of one.')).toBeVisible();
    await expect(menu.getByRole('option', { selected: true })).toHaveText('old');
    await page.goto(`${origin}/en/latest/`);
    await expect(menu.getByRole('option')).toHaveText(['latest', 'old']);
  });

  await test.step('the search opens, finds, and Enter opens what was found', async () => {
    const indexed = async () => JSON.parse(await sent('/_/api/v3/search/?q=project:almanac+heron')).count;
    await expect.poll(indexed).toBe(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(box).toBeFocused();
    await expect(search.getByRole('status')).toHaveText('Type what to look for.');
    await page.keyboard.type('tides');
    await expect(search.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    expect(await search.getByRole('option').count()).toBeGreaterThan(2);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await expect(search.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(search.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');

    // A phrase is found while it is typed; what no page has is told of.
    await box.fill('"heron waits');
    await expect(search.getByRole('status')).toHaveText('1 page');
    await box.fill('zeppelin');
    await expect(search.getByRole('status')).toHaveText('No page has “zeppelin”. Try other words.');
    await expect(search.getByRole('option')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
    await expect(page.getByLabel('Find')).not.toBeFocused();

    await page.evaluate(() => document.dispatchEvent(new CustomEvent('readthedocs-search-show')));
    await expect(box).toBeFocused();
    await page.evaluate(() => document.dispatchEvent(new CustomEvent('readthedocs-search-hide')));
    await expect(search).toBeHidden();
    await page.getByLabel('Find').focus();
    // Enter waits for the answer to what was typed last.
    await box.fill('heron');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin}/en/latest/tides.html#spring-tides`);

    await page.getByLabel('Find').focus();
    await box.fill('low water');
    const option = search.getByRole('option').first();
    await expect(option).toHaveText(/Tides › Spring tides.*The heron waits for <b>low<\/b> water & mud/);
    await expect(option.locator('mark').first()).toHaveText('low');
    await expect(option.locator('b')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(search).toBeHidden();
  });

  await test.step('nothing but the script is added, and nothing at all where nothing asks', async () => {
    const page200 = await built('tides.html');
    expect(page200).toContain('readthedocs-addons-api-version');
    expect(await sent('/en/latest/tides.html')).toBe(page200.replace(/(?=<\/head>)/, SCRIPT));
    expect(await sent('/en/latest/plain.html')).toBe(PLAIN_PAGE);
    await app.desk('settings.set', { pageMenus: false });
    for (const path of ['index.html', 'tides.html', 'moon.html', 'search.html', 'plain.html'])
      expect(await sent(`/en/latest/${path}`), path).toBe(await built(path));
    await app.desk('settings.set', { pageMenus: true });
  });

  await test.step('a reader without a session does not see a private version', async () => {
    const body = { privacy_level: 'private' };
    await app.desk('versions.update', { slug: 'almanac', version: 'old', body });
    await page.goto(`${origin}/en/latest/tides.html`);
    await expect(menu.getByRole('option')).toHaveText(['latest', 'old']);
    await app.desk('settings.set', { askBeforePrivateDocs: true });
    await page.reload();
    await expect(menu.getByRole('option')).toHaveText(['latest']);
  });
});
