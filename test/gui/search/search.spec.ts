import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { expect, test } from '../headless-app.ts';

test.use({ startsAt: null, filledBy: 'search/populate-search.ts' });

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search docs', exact: true });
const pages = (page: Page) => page.getByRole('list', { name: 'Pages' }).getByRole('heading');

test('pages are found, narrowed and shown in steps, from the overview and the palette too', async ({
  page,
  app,
}) => {
  await test.step('typing finds pages; each result links to its page', async () => {
    const { port } = new URL(app.url);
    await app.open(page, '/search');
    await expect(page.getByRole('heading', { name: 'Search built pages' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Search docs' })).toHaveAttribute('aria-current', 'page');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('spring flo');
    await expect(pages(page)).toHaveText(['Tides']);
    await expect(page.getByRole('listitem')).toContainText('Harbour');
    await expect(page.getByRole('listitem')).toContainText('latest');
    await expect(page.getByText('<b>spring</b> tide')).toBeVisible();
    await expect(page.getByRole('listitem').locator('mark')).toHaveText(['Floods', 'floods', 'spring']);
    await expect(page.getByRole('link', { name: 'Tides' })).toHaveAttribute(
      'href',
      `http://harbour.localhost:${port}/en/latest/tides/`,
    );
    await expect(page.getByRole('link', { name: 'Floods' })).toHaveAttribute(
      'href',
      `http://harbour.localhost:${port}/en/latest/tides/#floods`,
    );
    await expect(page).toHaveURL(/\/search\?q=spring\+flo$/);
    expect(await violations(page)).toEqual([]);
  });
  await test.step('project: narrows the search, an invalid query is explained, no results are reported', async () => {
    await app.show(page, '/search?q=quay');
    await expect(page.getByText('3 pages found, 2 projects searched')).toBeVisible();
    await field(page).fill('project:crane quay');
    await expect(pages(page)).toHaveText(['Crane']);
    // The first section has the title of its page, which is not said twice.
    await field(page).fill('project:crane crane');
    await expect(page.getByText('1 page found')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Crane', exact: true })).toHaveCount(1);
    await field(page).fill('project:crane "quay');
    await expect(page.getByRole('alert')).toHaveText('A quotation mark is not closed.');
    await field(page).fill('project:crane zeppelin');
    await expect(page.getByRole('heading', { name: 'No matching pages' })).toBeVisible();
    await field(page).fill('project:harbour sprnig');
    await expect(page.getByText('No results for sprnig. Showing results for spring.')).toBeVisible();
    await expect(pages(page)).toHaveText(['Tides']);
    const repository = { url: 'https://git.example/empty.git', type: 'git' };
    await app.api('POST', '/api/v3/projects/', { name: 'Empty', repository });
    await field(page).fill('project:empty quay');
    await expect(page.getByRole('heading', { name: 'No pages yet' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open empty' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Search built pages' })).toBeVisible();
  });
  await test.step('many results are shown in steps', async () => {
    await app.show(page, '/search?q=heron');
    await expect(page.getByText('25 pages found, 2 projects searched')).toBeVisible();
    await expect(pages(page)).toHaveCount(20);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(pages(page)).toHaveCount(25);
    await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
  });
  await test.step("a project's overview and the palette open the search", async () => {
    await app.show(page, '/projects/harbour');
    await page.getByRole('searchbox', { name: 'Search docs of Harbour' }).fill('hook');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'No matching pages' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Subprojects too' }).check();
    await expect(pages(page)).toHaveText(['Crane']);
    await expect(field(page)).toHaveValue('subprojects:harbour hook');
    await page.getByRole('checkbox', { name: 'Subprojects too' }).uncheck();
    await expect(field(page)).toHaveValue('project:harbour hook');
    await expect(page.getByRole('heading', { name: 'No matching pages' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('spring tide');
    await page.getByRole('option', { name: 'Search docs for “spring tide”' }).click();
    await expect(field(page)).toHaveValue('spring tide');
    await expect(pages(page)).toHaveText(['Tides']);
  });
});
