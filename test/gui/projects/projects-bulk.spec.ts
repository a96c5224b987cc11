import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, type HeadlessApp, test } from '../headless-app.ts';
import { overlaps, SIZES } from '../overlap.ts';
import { projectListSeed } from './project-list-seed.ts';

test.use({ seed: projectListSeed(), users: ['jona'] });

const bar = (page: Page) => page.getByRole('region', { name: 'Selected' });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });

async function select(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await box(page, name).check();
  await expect(bar(page)).toContainText(`${names.length} selected`);
}

/** Returns the id of a project; undefined once it is removed. */
async function idOf(app: HeadlessApp, slug: string): Promise<number | undefined> {
  const { status, json } = await app.api('GET', `/api/v3/projects/${slug}/`);
  return status === 200 ? (json as { id: number }).id : undefined;
}

async function listAll(app: HeadlessApp, path: string): Promise<readonly Record<string, unknown>[]> {
  const { json } = await app.api('GET', path);
  return (json as { results: Record<string, unknown>[] }).results;
}

test('projects are selected, given a variable and a person, and built', async ({ page, app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await test.step('nothing can be selected before there are rows', async () => {
    const asked = Promise.withResolvers<void>();
    await page.route(/\/desk\/[^?]*projects\.page/, async (route) => {
      await asked.promise;
      await route.continue();
    });
    await page.goto(`${app.url}/projects`);
    await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeDisabled();
    asked.resolve();
    await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeEnabled();
    await page.unrouteAll({ behavior: 'wait' });
  });
  await test.step('rows are selected by checkbox, range and keyboard, and Escape clears the selection', async () => {
    await box(page, 'Almanac').click();
    await box(page, 'Cartouche').click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('4 selected');
    await page.getByRole('link', { name: 'Fathom Metrics' }).click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('7 selected');
    await expect(page).toHaveURL(/\/projects$/);
    await page.getByRole('row').filter({ hasText: 'Gannet CLI' }).focus();
    await page.keyboard.press('Space');
    await expect(bar(page)).toContainText('6 selected');
    await expect(page.getByRole('row').filter({ hasText: 'Gannet CLI' })).toHaveAttribute(
      'aria-selected',
      'false',
    );
    await page.keyboard.press('Escape');
    await expect(bar(page)).toBeHidden();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await expect(bar(page)).toContainText('15 selected');
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await expect(bar(page)).toBeHidden();
  });
  await test.step('a toast covers neither the last row nor the status line', async () => {
    await page.getByRole('button', { name: 'Actions for Almanac' }).click();
    await page.getByRole('menuitem', { name: 'Copy slug' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Copied almanac' });
    await expect(toast).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const list = page.getByRole('grid', { name: 'Projects' });
      await list.evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
      for (const covered of [list, page.getByRole('main').locator('footer')])
        await expect.poll(() => overlaps(toast, covered)).toBe(false);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('a variable is set on several projects after a preview, and undone as one change', async () => {
    await app.api('POST', '/api/v3/projects/almanac/environmentvariables/', {
      name: 'DOCS_THEME',
      value: 'furrow',
    });
    await select(page, 'Almanac', 'Tidewater', 'Lodestar');
    await bar(page).getByRole('button', { name: 'Set variable…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set a variable' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('READTHEDOCS_X');
    await dialog.getByLabel('Value', { exact: true }).fill('furrow');
    await expect(dialog).toContainText("Variable name can't start with READTHEDOCS");
    await expect(dialog.getByRole('button', { name: 'Set', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await dialog.getByRole('textbox', { name: 'Name' }).fill('DOCS_THEME');
    await expect(dialog).toContainText('2 projects will change, 1 stays as it is');
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Almanac' })).toContainText(
      'Already has this value',
    );
    expect(await listAll(app, '/api/v3/projects/tidewater/environmentvariables/')).toEqual([]);
    await dialog.getByRole('button', { name: 'Set on 2' }).click();
    await expect(page.getByText('Set DOCS_THEME on 2 projects')).toBeVisible();
    for (const slug of ['tidewater', 'lodestar', 'almanac']) {
      const variables = await listAll(app, `/api/v3/projects/${slug}/environmentvariables/`);
      expect(variables.map(({ name }) => name)).toEqual(['DOCS_THEME']);
    }
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/^Undone/)).toBeVisible();
    expect(await listAll(app, '/api/v3/projects/tidewater/environmentvariables/')).toEqual([]);
    expect(await listAll(app, '/api/v3/projects/almanac/environmentvariables/')).toHaveLength(1);
  });
  await test.step('a preview that gets no answer leaves the list of projects, and is asked for again', async () => {
    // A tab of its own, since the browser tells a console of each answer that is missing.
    const tab = await context.newPage();
    await tab.goto(`${app.url}/projects`);
    await select(tab, 'Almanac', 'Tidewater');
    await bar(tab).getByRole('button', { name: 'Set variable…' }).click();
    const dialog = tab.getByRole('dialog', { name: 'Set a variable' });
    await dialog.getByLabel('Value', { exact: true }).fill('furrow');
    await tab.route(/\/desk\/[^?]*projects\.previewVariable/, (route) => route.abort());
    await dialog.getByRole('textbox', { name: 'Name' }).fill('DOCS_OUTAGE');
    await expect(dialog).toContainText('Lectern is not responding.');
    await expect(dialog.getByRole('listitem')).toHaveText([/^almanac/, /^tidewater/]);
    await tab.unrouteAll({ behavior: 'wait' });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog).toContainText('2 projects will change');
    await tab.close();
  });
  await test.step('a person is added to several projects; an unknown one is refused beside the field', async () => {
    await page.keyboard.press('Escape');
    await expect(bar(page)).toBeHidden();
    await select(page, 'Almanac', 'Gannet CLI');
    await bar(page).getByRole('button', { name: 'Add person…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a person' });
    await dialog.getByLabel('Username').fill('nobody');
    await expect(dialog).toContainText('There is no user called "nobody".');
    await dialog.getByLabel('Username').fill('jona');
    await dialog.getByRole('button', { name: 'Add to 2' }).click();
    await expect(page.getByText('Added jona to 2 projects')).toBeVisible();
    const { json } = await app.api('GET', '/api/v3/projects/gannet-cli/');
    expect((json as { users: { username: string }[] }).users.map(({ username }) => username)).toEqual([
      'anke',
      'jona',
    ]);
    await expect(page.getByRole('row').filter({ hasText: 'Gannet CLI' })).toContainText('anke, jona');
  });
  await test.step('default versions are built', async () => {
    await page.keyboard.press('Escape');
    await expect(bar(page)).toBeHidden();
    await select(page, 'Lodestar', 'Brasscompass');
    await bar(page).getByRole('button', { name: 'Build defaults' }).click();
    await expect(page.getByText('Building 2 defaults')).toBeVisible();
    for (const [slug, version] of [
      ['lodestar', 'stable'],
      ['brasscompass', 'latest'],
    ]) {
      const [newest] = await listAll(app, `/api/v3/projects/${slug}/builds/?limit=1`);
      expect(newest).toMatchObject({ version, state: { code: 'triggered' } });
    }
    await expect(page.getByRole('button', { name: 'Running 5' })).toBeVisible();
  });
});

test('several projects are removed only after their number is typed, and undo restores them', async ({
  page,
  app,
}) => {
  const before = await idOf(app, 'almanac');
  await select(page, 'Almanac', 'Tidewater');
  await bar(page).getByRole('button', { name: 'Remove…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove 2 projects' });
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Almanac' })).toContainText(
    '2 versions, 12 builds',
  );
  await expect(dialog.getByRole('button', { name: 'Remove 2' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Type 2 to confirm').fill('3');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Type the number first.');
  expect(await idOf(app, 'almanac')).toBe(before);
  await dialog.getByLabel('Type 2 to confirm').fill('2');
  await dialog.getByRole('button', { name: 'Remove 2' }).click();
  await expect(page.getByText('Removed 2 projects')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  expect([await idOf(app, 'almanac'), await idOf(app, 'tidewater')]).toEqual([undefined, undefined]);
  await expect(page.getByRole('main').getByRole('status')).toHaveText('13 projects');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('15 projects');
  expect(await idOf(app, 'almanac')).toBe(before);
  expect(await listAll(app, '/api/v3/projects/almanac/builds/')).toHaveLength(10);
});

test('one project is removed from its menu without typing, and selected ones are exported, no cell a formula', async ({
  page,
  app,
}) => {
  await test.step('one project is removed from its menu without typing', async () => {
    await page.getByRole('row').filter({ hasText: 'Cartouche' }).hover();
    await page.getByRole('button', { name: 'Actions for Cartouche' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Cartouche' }).click();
    await expect(page.getByText('Removed Cartouche')).toBeVisible();
    expect(await idOf(app, 'cartouche')).toBeUndefined();
  });
  await test.step('selected projects are exported, and no cell is a formula', async () => {
    await app.api('PATCH', '/api/v3/projects/almanac/', { name: '=1+1' });
    await expect(page.getByRole('link', { name: '=1+1' })).toBeVisible();
    await select(page, '=1+1', 'Kelpie UI');
    const csv = await download(page, 'As CSV');
    expect(csv.name).toBe('projects.csv');
    const [head, first, second] = csv.text.replace('\uFEFF', '').split('\r\n');
    expect(head).toMatch(/^slug,name,language,programming_language,default_version,/);
    expect(first).toMatch(/^almanac,'=1\+1,en,py,3\.1,public,2,2,failing,/);
    expect(second).toMatch(/^kelpie-ui,Kelpie UI,pt_BR,js,latest,public,1,1,passing,.*,"ines, tobi",$/);
    const json = await download(page, 'As JSON');
    expect(JSON.parse(json.text)).toMatchObject([
      { slug: 'almanac', name: '=1+1', tags: ['harbour'], users: ['mira'] },
      { slug: 'kelpie-ui', users: ['ines', 'tobi'] },
    ]);
  });
});

async function download(page: Page, choice: string): Promise<{ name: string; text: string }> {
  await bar(page).getByRole('button', { name: 'Export' }).click();
  const downloadEvent = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: choice }).click();
  const file = await downloadEvent;
  await expect(page.getByRole('menu')).toHaveCount(0);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}
