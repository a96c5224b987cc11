import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { collectMessages, expect, type HeadlessApp, test } from '../headless-app.ts';
import { projectSeed } from '../projects/project-seed.ts';

/* Settings of a project that are changed elsewhere while a form is open with unsaved typing. */

test.use({ startsAt: null, seed: projectSeed });

const API = '/api/v3/projects/tidewater/';
const SETTINGS = '/projects/tidewater/settings';
const name = (page: Page) => page.getByLabel('Name', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });

async function project(app: HeadlessApp): Promise<Record<string, unknown>> {
  return (await app.api('GET', API)).json as Record<string, unknown>;
}

test('settings that are changed elsewhere follow, are contested or stay, whatever is typed meanwhile', {
  tag: '@long',
}, async ({ page, app, context }) => {
  await test.step('a switch that was changed both here and elsewhere says so', async () => {
    await app.show(page, SETTINGS);
    const warn = page.getByRole('switch', { name: 'Version warning' });
    await app.api('PATCH', API, { show_version_warning: true });
    await expect(warn).toBeChecked();
    await warn.click();
    await app.api('PATCH', API, { show_version_warning: false });
    await expect(page.getByText('No changes')).toBeVisible();
    await app.api('PATCH', API, { show_version_warning: true });
    await expect(page.getByText('1 changed', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use their value' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Discard' }).click();
  });
  await test.step('what is typed while a save is on its way stays unsaved', async () => {
    await app.show(page, SETTINGS);
    const requestArrived = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    await page.route(/\/desk\/[^?]*project\.update/, async (route) => {
      requestArrived.resolve();
      await release.promise;
      await route.continue();
    });
    await name(page).fill('First');
    await page.keyboard.press('Enter');
    await requestArrived.promise;
    await name(page).fill('Second');
    release.resolve();
    await expect(page.getByText('Saved 1 setting of tidewater')).toBeVisible();
    await expect(page.getByText('1 changed', { exact: true })).toBeVisible();
    await expect(name(page)).toHaveValue('Second');
    await expect(page.getByRole('button', { name: 'Use their value' })).toHaveCount(0);
    expect((await project(app)).name).toBe('First');
    await page.getByRole('button', { name: 'Discard' }).click();
  });
  await test.step('every kind of field shows its current value in the words of the form', async () => {
    await app.show(page, SETTINGS);
    await page.getByRole('combobox', { name: 'Tags' }).fill('sea');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Language', exact: true }).fill('German');
    await page.getByRole('option', { name: 'German (de)' }).click();
    await page.getByRole('combobox', { name: 'Addresses' }).click();
    await page.getByRole('option', { name: 'Neither: /' }).click();
    await page.getByLabel('Repository URL').fill('https://git.example.org/mine.git');
    await page.getByLabel('Analytics code').fill('UA-1');
    await page.getByRole('combobox', { name: 'Build with' }).click();
    await page.getByRole('option', { name: 'Installed tools (works offline)' }).click();
    await app.desk('project.update', { slug: 'tidewater', body: { tags: [], analytics_code: 'UA-2' } });
    await app.api('PATCH', API, {
      language: 'fr',
      repository: { url: 'https://tobi:s3cret@git.example.org/theirs.git' },
    });
    for (const text of ['It is now empty.', 'It is now “UA-2”.', 'It is now “French (fr)”.'])
      await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByText('It is now “https://git.example.org/theirs.git”.')).toBeVisible();
    // The switch and the tools are this window's alone.
    await expect(page.getByRole('button', { name: 'Use their value' })).toHaveCount(4);
    await expect(page.getByText(/^6 changed, 4 of them also changed elsewhere/)).toBeVisible();

    // The other window saves the same value: nothing is left to choose.
    await app.api('PATCH', API, { single_version: true, analytics_code: 'UA-1' });
    await expect(page.getByText(/^4 changed, 3 of them also changed elsewhere/)).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('No changes')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Language', exact: true })).toHaveValue('French (fr)');
  });
  await test.step('a field saved in another window says so, and either value can be kept', async () => {
    // Loaded again: a toast of the step before has the same text.
    await page.goto(`${app.url}${SETTINGS}`);
    await name(page).fill('Half typed');
    await page.getByLabel('Default branch').fill('mine');
    const other = await context.newPage();
    const messages = collectMessages(other);
    await app.open(other, SETTINGS);
    await name(other).fill('Tidewater tables');
    await other.getByLabel('Homepage').fill('https://tide.example.org/');
    await save(other).click();
    await expect(other.getByText('Saved 2 settings of tidewater')).toBeVisible();
    await expect(other.getByText('Use their value')).toHaveCount(0);

    // What was touched is kept and contested, what was not follows.
    await expect(
      page.getByText('mira changed this in the window just now. It is now “Tidewater tables”.'),
    ).toBeVisible();
    await expect(name(page)).toHaveValue('Half typed');
    await expect(name(page)).toHaveAccessibleDescription(/It is now “Tidewater tables”\. Use their value/);
    await expect(page.getByLabel('Homepage')).toHaveValue('https://tide.example.org/');
    await expect(page.getByRole('button', { name: 'Use their value' })).toHaveCount(1);
    await expect(page.getByText(/^2 changed, 1 of them also changed elsewhere/)).toBeVisible();
    await page.getByRole('button', { name: 'Use their value' }).press('Enter');
    await expect(name(page)).toHaveValue('Tidewater tables');
    await expect(name(page)).toBeFocused();
    await expect(page.getByText('1 changed', { exact: true })).toBeVisible();

    // The other way round: what this window says stays, since it was chosen.
    await app.api('PATCH', API, { default_branch: 'theirs' });
    await expect(
      page.getByText('mira changed this through the API just now. It is now “theirs”.'),
    ).toBeVisible();
    await expect(page.getByLabel('Default branch')).toHaveValue('mine');
    await save(page).click();
    await expect(page.getByText('Saved 1 setting of tidewater')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use their value' })).toHaveCount(0);
    expect(await project(app)).toMatchObject({
      name: 'Tidewater tables',
      homepage: 'https://tide.example.org/',
      default_branch: 'mine',
    });
    expect(messages).toEqual([]);
    await other.close();
  });
  await test.step('axe finds nothing in a form with a field that was changed elsewhere', async () => {
    await page.setViewportSize({ width: 900, height: 600 });
    await app.api('PATCH', API, { name: 'Tidewater' });
    await app.show(page, SETTINGS);
    await name(page).fill('Half typed');
    await app.api('PATCH', API, { name: 'Tidewater tables' });
    await page.getByRole('button', { name: 'Use their value' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

test('a save that misses a change made elsewhere is refused, and nothing is lost', async ({ page, app }) => {
  // The window receives no events, as in the moment before one arrives.
  await page.route('**/desk/live.changes*', () => undefined);
  await app.show(page, SETTINGS);
  await name(page).fill('Half typed');
  await page.getByLabel('Default branch').fill('mine');
  await app.api('PATCH', API, { name: 'Tidewater tables' });
  await save(page).click();
  await expect(
    page.getByText('These settings were changed elsewhere in the meantime. Nothing was saved'),
  ).toBeVisible();
  await expect(page.getByText('It is now “Tidewater tables”.')).toBeVisible();
  await expect(name(page)).toHaveValue('Half typed');
  expect(await project(app)).toMatchObject({ name: 'Tidewater tables', default_branch: 'master' });
  await save(page).click();
  await expect(page.getByText('Saved 2 settings of tidewater')).toBeVisible();
  expect(await project(app)).toMatchObject({ name: 'Half typed', default_branch: 'mine' });
});
