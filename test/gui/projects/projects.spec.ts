import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, test } from '../headless-app.ts';
import { projectListSeed } from './project-list-seed.ts';

test.use({ seed: projectListSeed() });

const filterField = (page: Page) => page.getByRole('searchbox', { name: 'Filter by name, slug, tag' });
const status = (page: Page) => page.getByRole('main').getByRole('status');

/** Returns the names on the screen, from the top. */
async function names(page: Page): Promise<string[]> {
  return page.getByRole('grid', { name: 'Projects' }).locator('a[href^="/projects/"]').allTextContents();
}

test('projects are grouped, filtered and sorted', async ({ page, app }) => {
  await test.step('projects are in three groups, running ones first', async () => {
    const grid = page.getByRole('grid', { name: 'Projects' });
    await expect(grid.getByRole('button', { name: 'Running 3' })).toBeVisible();
    await expect(grid.getByRole('button', { name: 'Failing 2' })).toBeVisible();
    await expect(grid.getByRole('button', { name: 'Idle 10' })).toBeVisible();
    await expect.poll(() => names(page)).toHaveLength(15);
    expect((await names(page)).slice(0, 6)).toEqual([
      ...['Halyard Deploy', 'Leuchtfeuer Handbuch', 'Tidewater', 'Almanac', 'Gannet CLI', 'Brasscompass'],
    ]);
    const almanac = grid.getByRole('row').filter({ hasText: 'Almanac' });
    await expect(almanac).toContainText('3.1');
    await expect(almanac).toContainText('Python');
    await expect(almanac).toContainText('2 / 2');
    await expect(almanac).toContainText(/Failed \d+ min ago/);
    await expect(almanac.getByRole('img', { name: 'Failed' })).toBeVisible();
    await expect(grid.getByRole('row').filter({ hasText: 'Fathom Metrics' })).toContainText('mira, +3');
    await expect(grid.getByRole('row').filter({ hasText: 'Emberlog' })).toContainText('Cancelled 1 h ago');
    await expect(status(page)).toHaveText('15 projects');
  });
  await test.step('typing filters by name, slug and tag, which the address keeps', async () => {
    await expect(status(page)).toHaveText('15 projects');
    // As a German keyboard types it.
    await page.evaluate(() => {
      const keys = { key: '/', code: 'Digit7', shiftKey: true, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new KeyboardEvent('keydown', keys));
    });
    await expect(filterField(page)).toBeFocused();
    const answered = Promise.withResolvers<void>();
    await page.route(/\/desk\/[^?]*projects\.page/, async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.keyboard.type('gannet');
    // Nothing is counted before there is a result.
    await expect(status(page)).toHaveText('');
    answered.resolve();
    await expect.poll(() => names(page)).toEqual(['Gannet CLI']);
    await expect(status(page)).toHaveText('1 of 15 projects match');
    await page.unrouteAll({ behavior: 'wait' });
    await filterField(page).fill('handbook');
    await expect.poll(() => names(page)).toEqual(['Leuchtfeuer Handbuch']);
    await expect(page).toHaveURL(/text=handbook/);
    await page.reload();
    await expect(filterField(page)).toHaveValue('handbook');
    await expect.poll(() => names(page)).toEqual(['Leuchtfeuer Handbuch']);
    await filterField(page).fill('no such thing');
    await expect(page.getByRole('heading', { name: 'No matching projects' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(filterField(page)).toHaveValue('');
    await expect.poll(() => names(page)).toHaveLength(15);
  });
  await test.step('filters narrow the list, count each value and combine', async () => {
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Tag' })).toContainText('harbour4');
    await page.getByRole('checkbox', { name: 'harbour' }).check();
    await expect.poll(() => names(page)).toHaveLength(4);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'State', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Failing' }).check();
    await expect.poll(() => names(page)).toEqual(['Almanac']);
    await expect(page).toHaveURL(/state=failing&tag=harbour|tag=harbour&state=failing/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear Tag' }).click();
    await expect.poll(() => names(page)).toEqual(['Almanac', 'Gannet CLI']);
  });
  await test.step('a group collapses and stays collapsed after a reload', async () => {
    await app.show(page, '/projects');
    await page.getByRole('button', { name: 'Idle 10' }).click();
    await expect.poll(() => names(page)).toHaveLength(5);
    await expect(page).toHaveURL(/folded=rest/);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Idle 10' })).toHaveAttribute('aria-expanded', 'false');
    await expect.poll(() => names(page)).toHaveLength(5);
  });
  await test.step('column headers sort, and running first can be switched off', async () => {
    await app.show(page, '/projects');
    await page.getByRole('button', { name: 'Order: Running first' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Running first' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Running 3' })).toBeHidden();
    // Beside its word.
    await page.getByRole('columnheader', { name: 'Project' }).click();
    await expect(page.getByRole('columnheader', { name: 'Project' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect.poll(async () => (await names(page))[0]).toBe('Almanac');
    await page.getByRole('columnheader', { name: 'Project' }).getByRole('button').click();
    await expect.poll(async () => (await names(page))[0]).toBe('Tidewater');
    await page.reload();
    await expect.poll(async () => (await names(page))[0]).toBe('Tidewater');
  });
});

test('a filter is saved, shown in the sidebar with its count, and deleted', async ({ page, app }) => {
  await page.getByRole('button', { name: 'Language', exact: true }).click();
  await page.getByRole('checkbox', { name: 'German' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save filter' }).click();
  await page.getByLabel('Filter name').fill('German handbooks');
  await page.keyboard.press('Enter');
  const saved = page.getByRole('navigation', { name: 'Saved filters' });
  await expect(saved.getByRole('link', { name: /German handbooks/ })).toContainText('1');
  await app.api('PATCH', '/api/v3/projects/almanac/', { language: 'de' });
  await expect(saved.getByRole('link', { name: /German handbooks/ })).toContainText('2');
  await page.goto(`${app.url}/projects`);
  await saved.getByRole('link', { name: /German handbooks/ }).click();
  await expect.poll(() => names(page)).toHaveLength(2);
  await saved.getByRole('link', { name: /German handbooks/ }).hover();
  await page.getByRole('button', { name: 'Delete filter German handbooks' }).click();
  await expect(saved).toBeHidden();
});

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 900, height: 600 } });

  test('saved filters open from a button of the sidebar, by keyboard too', async ({ page, app }) => {
    const button = page.getByRole('button', { name: 'Saved filters' });
    await expect.poll(() => names(page)).toHaveLength(15);
    await expect(button).toHaveCount(0);
    for (const [language, name] of [
      ['German', 'German handbooks'],
      ['English', 'English ones'],
    ] as const) {
      await app.show(page, '/projects');
      await page.getByRole('button', { name: 'Language', exact: true }).click();
      await page.getByRole('checkbox', { name: language }).check();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Save filter' }).click();
      await page.getByLabel('Filter name').fill(name);
      await page.keyboard.press('Enter');
      await expect(page.getByText(`Saved the filter ${name}`)).toBeVisible();
    }
    // The sidebar works on every screen.
    await app.show(page, '/builds');
    await button.focus();
    await page.keyboard.press('Enter');
    const saved = page.getByRole('dialog', { name: 'Saved filters' });
    const german = saved.getByRole('link', { name: /German handbooks/ });
    await expect(german).toContainText('1');
    await expect(german).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(saved).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(german).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/projects\?.*language=de/);
    await expect(saved).toBeHidden();
    await expect.poll(() => names(page)).toHaveLength(1);

    await button.click();
    await expect(german).toHaveAttribute('aria-current', 'true');
    await saved.getByRole('button', { name: 'Delete filter German handbooks' }).press('Enter');
    await expect(german).toHaveCount(0);
    await expect(saved.getByRole('link', { name: /English ones/ })).toBeFocused();
    await saved.getByRole('button', { name: 'Delete filter English ones' }).press('Enter');
    await expect(button).toHaveCount(0);
  });
});

test('the keyboard reaches rows, their menus and their projects, and the last build and the counts update live', async ({
  page,
  app,
}) => {
  await test.step('the keyboard reaches rows, their menus and their projects', async () => {
    await expect.poll(() => names(page)).toHaveLength(15);
    await page.getByRole('button', { name: 'Running 3' }).focus();
    await page.getByRole('row').filter({ hasText: 'Almanac' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('row').filter({ hasText: 'Gannet CLI' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const menu = page.getByRole('button', { name: 'Actions for Gannet CLI' });
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Versions' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await page.getByRole('row').filter({ hasText: 'Gannet CLI' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/projects\/gannet-cli$/);
  });
  await test.step('the last build and the counts update live', async () => {
    await app.show(page, '/projects');
    const side = page.getByRole('navigation', { name: 'Places' });
    await expect(side).toContainText('3 running');
    const row = page.getByRole('row').filter({ hasText: 'Marlinspike' });
    await expect(row).toContainText('Not built');
    await app.api('POST', '/api/v3/projects/almanac/versions/latest/builds/');
    await expect(page.getByRole('button', { name: 'Running 4' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Almanac' })).toContainText('Queued');
    await expect(page.getByRole('region', { name: 'Server' })).toContainText('3 running, 1 queued');
  });
});
